"""The Android device: any phone through adb."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen.device.android.android_device import ACTIONS, AndroidDevice
from onscreen.device.android.android_settings import AndroidSettings, android_settings
from onscreen.types import Setting

__all__ = ["ACTIONS", "AndroidDevice", "AndroidSettings", "android"]


def android(settings: Mapping[str, Setting]) -> AndroidDevice:
    """Return the Android device with these settings; nothing is connected to before it starts.

    Raises:
        UnknownName: a setting of that name does not exist.
        BadText: a value does not fit.
    """
    return AndroidDevice(android_settings(settings))
