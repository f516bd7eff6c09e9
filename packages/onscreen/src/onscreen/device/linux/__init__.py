"""Linux desktop device: real programs on a private or a running X11 desktop."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen.device.linux.linux_device import LinuxDevice
from onscreen.device.linux.linux_settings import linux_settings
from onscreen.device.linux.private_linux_device import PrivateLinuxDevice
from onscreen.types import Setting


def linux(settings: Mapping[str, Setting]) -> LinuxDevice:
    """Create a Linux desktop device from its settings, without starting a desktop.

    Raises:
        UnknownName: a setting does not exist.
        BadText: a setting has an invalid value.
    """
    chosen = linux_settings(settings)
    return LinuxDevice(chosen) if chosen.display else PrivateLinuxDevice(chosen)
