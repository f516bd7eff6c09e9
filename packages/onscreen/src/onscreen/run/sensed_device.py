"""Device wrapper that adds perceived elements, such as text read by OCR, to observations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from onscreen.device.base import Device, show_window
from onscreen.perceive.screen_builder import Sense
from onscreen.plugins import load_plugin
from onscreen.types import Act, Action, Shot, Start, Tool


class SensedDevice:
    """A device wrapper that adds perceived elements, such as text read by OCR, to each `Shot`.

    All other calls are forwarded to the wrapped device. The episode records the shots with the added nodes,
    so each sense runs once per shot.
    """

    def __init__(self, device: Device, senses: Sequence[Sense]) -> None:
        """Wrap a device; the senses are applied in the given order."""
        self.name = device.name
        self.actions: frozenset[type[Act]] = device.actions
        self._device = device
        self._senses = tuple(senses)

    def start(self, start: Start) -> None:
        """Start the wrapped device.

        Raises:
            DeviceError: the start state cannot be reached.
        """
        self._device.start(start)

    def tools(self) -> tuple[Tool, ...]:
        """List the applications that the device provides.

        Raises:
            DeviceError: the device is gone.
        """
        return self._device.tools()

    def observe(self) -> Shot:
        """Return an observation of the device, including the perceived elements.

        Raises:
            DeviceError: the device is gone.
        """
        shot = self._device.observe()
        for sense in self._senses:
            shot = sense(shot)
        return shot

    def perform(self, action: Action) -> str:
        """Perform an action and return its outcome as text.

        Raises:
            ActionFailed: the action could not be performed.
            DeviceError: the device is gone.
        """
        return self._device.perform(action)

    def read(self, expression: str) -> str:
        """Evaluate a trusted expression on the device and return its value as JSON.

        Raises:
            NotSupported: the device cannot evaluate such an expression.
            DeviceError: the device is gone.
        """
        return self._device.read(expression)

    def show_window(self) -> None:
        """Show the window of the wrapped device, if it has one.

        Raises:
            NotSupported: there is no display to show it on.
            DeviceError: the device is gone.
        """
        show_window(self._device)

    def close(self) -> None:
        """Close the wrapped device."""
        self._device.close()


def with_senses(device: Device, names: Sequence[str]) -> Device:
    """Wrap a device so that its observations include perceived elements, such as text read by OCR.

    `names` are the senses to apply, in order. Returns the device itself if there are none.

    Raises:
        UnknownName: no such sense.
        MissingExtra: a sense needs a package that is not installed.
    """
    if not names:
        return device
    return SensedDevice(device, [cast("Sense", load_plugin("sense", name)) for name in names])
