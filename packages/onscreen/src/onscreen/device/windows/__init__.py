"""Device for programs in the user's Windows session; not yet run on a real machine."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from onscreen.device.device_settings import build_settings
from onscreen.device.native.native_device import NativeDevice
from onscreen.device.native.native_settings import NativeSettings
from onscreen.device.native.operating_system import OperatingSystem
from onscreen.device.native.screen_source import ScreenInput, ScreenSource
from onscreen.device.windows.uia_elements import describe_element
from onscreen.types import Setting
from onscreen.types.errors import DeviceError

DEVICE = "windows"


def windows(settings: Mapping[str, Setting]) -> NativeDevice:
    """Create a Windows device from its settings, without connecting to the session.

    Raises:
        UnknownName: a setting does not exist.
        BadText: a setting has an invalid value.
    """
    system = OperatingSystem(DEVICE, describe_element, _connect, "ValueValue")
    return NativeDevice(system, build_settings(settings, NativeSettings, device=DEVICE))


def _connect() -> tuple[ScreenSource, ScreenInput]:
    """Connect to the session.

    Raises:
        DeviceError: this is not Windows.
        MissingExtra: a package is not installed.
    """
    if sys.platform != "win32":
        raise DeviceError(
            "the device 'windows' needs Windows; elsewhere it plays a recording (--set recording=FILE)"
        )
    from onscreen.device.native.pointer_and_keys import PointerAndKeys  # noqa: PLC0415  only on Windows
    from onscreen.device.windows.uia_screen import UiaScreen  # noqa: PLC0415

    return UiaScreen(), PointerAndKeys()
