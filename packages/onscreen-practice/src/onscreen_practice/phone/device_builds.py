"""System builds of the simulated phone, which differ in root access and application names."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from onscreen_practice.phone.shell.system_files import PROPERTIES

_ROOTABLE_PROPERTIES = {
    "ro.adb.secure": "0",
    "ro.build.fingerprint": "practice/practice_phone/practice:14/PRACTICE/1:userdebug/dev-keys",
    "ro.build.tags": "dev-keys",
    "ro.build.type": "userdebug",
    "ro.debuggable": "1",
}


class DeviceBuild(msgspec.Struct, frozen=True):
    """System build of the phone, with its root access and application names.

    A `rootable` phone has a userdebug build, on which `adb root` and `su` work. With `known_names`, the
    phone reports its applications under the names of well-known ones, such as com.google.android.deskclock
    for the clock.
    """

    rootable: bool = False
    known_names: bool = False

    @property
    def properties(self) -> Mapping[str, str]:
        """Android system properties of the build, by name."""
        return {**PROPERTIES, **(_ROOTABLE_PROPERTIES if self.rootable else {})}
