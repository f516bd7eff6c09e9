"""Factory of devices by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from onscreen.device.base import Device
from onscreen.plugins import load_plugin
from onscreen.types import Setting


def make_device(name: str, settings: Mapping[str, Setting]) -> Device:
    """Create a device by name, without starting it.

    Raises:
        UnknownName: no such device, or the device has no such setting.
        MissingExtra: the device needs a package or program that is not installed.
        BadText: a setting has an invalid value.
    """
    factory = cast("Callable[[Mapping[str, Setting]], Device]", load_plugin("device", name))
    return factory(settings)
