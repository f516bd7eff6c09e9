"""Device wrapper that adds perceived elements, such as text read by OCR, to observations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from onscreen.device.base import Device
from onscreen.device.device_wrapper import DeviceWrapper
from onscreen.perceive.screen_builder import Sense
from onscreen.plugins import load_plugin
from onscreen.types import Shot


class PerceptionDevice(DeviceWrapper):
    """A device wrapper that adds perceived elements, such as text read by OCR, to each `Shot`.

    The episode records the shots with the added nodes, so each sense runs once per shot.
    """

    def __init__(self, device: Device, senses: Sequence[Sense]) -> None:
        """Wrap a device; the senses are applied in the given order."""
        super().__init__(device)
        self._senses = tuple(senses)

    def observe(self) -> Shot:
        """Return an observation of the device, including the perceived elements.

        Raises:
            DeviceError: the device is gone.
        """
        shot = super().observe()
        for sense in self._senses:
            shot = sense(shot)
        return shot


def with_senses(device: Device, names: Sequence[str]) -> Device:
    """Wrap a device so that its observations include perceived elements, such as text read by OCR.

    `names` are the senses to apply, in order. Returns the device itself if there are none.

    Raises:
        UnknownName: no such sense.
        MissingExtra: a sense needs a package that is not installed.
    """
    if not names:
        return device
    return PerceptionDevice(device, [cast("Sense", load_plugin("sense", name)) for name in names])
