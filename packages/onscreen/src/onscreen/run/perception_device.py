"""Device wrapper that adds perceived elements, such as text read by OCR, to observations."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Mapping, Sequence
from typing import cast

import msgspec

from onscreen.device.base import Device
from onscreen.device.device_wrapper import DeviceWrapper
from onscreen.perceive.screen_builder import Sense
from onscreen.plugins import load_plugin
from onscreen.types import Action, Element, Scroll, Select, Shot, Upload
from onscreen.types.errors import NotSupported


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
        started_at = time.monotonic()
        for sense in self._senses:
            shot = sense(shot)
        return msgspec.structs.replace(shot, perception_sec=time.monotonic() - started_at)

    def perform(self, action: Action) -> str:
        """Perform an action and return its outcome as text.

        The device does not know perceived elements, so an action on one is performed at the center of its
        box.

        Raises:
            NotSupported: the action needs an element that the device knows.
            ActionFailed: the action could not be performed.
            DeviceError: the device is gone.
        """
        return super().perform(replace_perceived(action))


def replace_perceived(action: Action) -> Action:
    """Replace the perceived elements that an action targets with the centers of their boxes.

    Raises:
        NotSupported: the action needs an element that the device knows.
    """
    found = {name: getattr(action, name, None) for name in ("target", "source", "to")}
    perceived = {
        name: target.box.center
        for name, target in found.items()
        if isinstance(target, Element) and target.seen_by != "tree"
    }
    if not perceived:
        return action
    if isinstance(action, Scroll | Select | Upload):
        raise NotSupported(
            f"{type(action).__name__} needs an element of the tree, but its target was only seen in the "
            "screenshot; click it instead"
        )
    return msgspec.structs.replace(action, **perceived)


NO_SENSE = "none"
"""Name that turns off the default senses."""
DEFAULT_SENSES: Mapping[str, tuple[str, ...]] = {
    "default": ("unread-text", "unread-icons"),
    "seeing": ("unread-text", "unread-icons"),
    "mobile": ("without-tree", "ocr", "icons"),
}
"""Agent -> its default senses: for what the tree lacks, or for the screenshot alone."""
DEFAULT_SENSE_PACKAGES = ("rapidocr", "onnxruntime", "cv2")


def choose_senses(names: Sequence[str], agent: str) -> tuple[str, ...]:
    """Return the names of the senses of a run: the chosen ones, or the default senses of the agent.

    An agent has default senses only if the packages of the extra `vision` are installed. The name "none"
    turns them off.
    """
    if names or agent not in DEFAULT_SENSES:
        return tuple(name for name in names if name != NO_SENSE)
    is_installed = all(importlib.util.find_spec(name) for name in DEFAULT_SENSE_PACKAGES)
    return DEFAULT_SENSES[agent] if is_installed else ()


def with_senses(device: Device, names: Sequence[str]) -> Device:
    """Wrap a device so that its observations include perceived elements, such as text read by OCR.

    `names` are the senses to apply, in order. Returns the device itself if there are none.

    Raises:
        UnknownName: no such sense.
        MissingExtra: a sense needs a package that is not installed.
    """
    names = [name for name in names if name != NO_SENSE]
    if not names:
        return device
    return PerceptionDevice(device, [cast("Sense", load_plugin("sense", name)) for name in names])
