"""Android devices (phones, tablets and emulators) controlled through adb."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen.device.android.android_device import ACTIONS, AndroidDevice
from onscreen.device.android.android_settings import AndroidSettings, android_settings
from onscreen.types import Setting

__all__ = ["ACTIONS", "AndroidDevice", "AndroidSettings", "android"]


def android(settings: Mapping[str, Setting]) -> AndroidDevice:
    """Create an `AndroidDevice` from settings, without connecting to a phone yet.

    The device connects on the first call to `start`.

    Raises:
        UnknownName: a setting of that name does not exist.
        BadText: a value is invalid.
    """
    return AndroidDevice(android_settings(settings))
