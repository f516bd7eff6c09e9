"""Device wrapper that adds perceived elements, such as text read by OCR, to observations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import msgspec

from onscreen.device.base import Device
from onscreen.device.device_wrapper import DeviceWrapper
from onscreen.perceive.screen_builder import Sense
from onscreen.plugins import load_plugin
from onscreen.types import Action, Element, Scroll, Select, Shot, Upload


class PerceptionDevice(DeviceWrapper):
    """A device wrapper that adds perceived elements, such as text read by OCR, to each `Shot`.

    The episode records the shots with the added nodes, so each sense runs once per shot. The wrapped device
    does not know the added nodes, so an action on one of them is performed at its center.
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

    def perform(self, action: Action) -> str:
        """Perform an action and return its outcome as text.

        Raises:
            ActionFailed: the action could not be performed.
            DeviceError: the device is gone.
        """
        return super().perform(_replace_seen_targets(action))


def _replace_seen_targets(action: Action) -> Action:
    """Replace the targets that were read from the screenshot by their centers."""
    if isinstance(action, Scroll | Select | Upload):
        return action
    targets = {field: getattr(action, field, None) for field in ("target", "source", "to")}
    changes = {
        field: target.box.center
        for field, target in targets.items()
        if isinstance(target, Element) and target.seen_by != "tree"
    }
    return msgspec.structs.replace(action, **changes)


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
