"""Device wrapper that measures the time that a device takes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from onscreen.device.base import Device, show_window
from onscreen.types import Act, Action, Shot, Start, Tool


class TimedDevice:
    """A device wrapper that measures the time of all calls to the device.

    `seconds` is the sum so far.
    """

    def __init__(self, device: Device) -> None:
        """Wrap the device."""
        self.name = device.name
        self.actions: frozenset[type[Act]] = device.actions
        self.seconds = 0.0
        self._device = device

    def start(self, start: Start) -> None:
        """Start the device.

        Raises:
            DeviceError: the start state cannot be reached.
        """
        with self._measure():
            self._device.start(start)

    def tools(self) -> tuple[Tool, ...]:
        """List the applications that the device provides.

        Raises:
            DeviceError: the device is gone.
        """
        with self._measure():
            return self._device.tools()

    def observe(self) -> Shot:
        """Return an observation of the device.

        Raises:
            DeviceError: the device is gone.
        """
        with self._measure():
            return self._device.observe()

    def perform(self, action: Action) -> str:
        """Perform an action and return its outcome as text.

        Raises:
            ActionFailed: the action could not be performed.
            DeviceError: the device is gone.
        """
        with self._measure():
            return self._device.perform(action)

    def read(self, expression: str) -> str:
        """Evaluate a trusted expression on the device and return its value as JSON.

        Raises:
            NotSupported: the device cannot evaluate such an expression.
            DeviceError: the device is gone.
        """
        with self._measure():
            return self._device.read(expression)

    def show_window(self) -> None:
        """Show the window of the wrapped device, if it has one.

        Raises:
            NotSupported: there is no display to show it on.
            DeviceError: the device is gone.
        """
        show_window(self._device)

    def close(self) -> None:
        """Release the device."""
        self._device.close()

    @contextmanager
    def _measure(self) -> Iterator[None]:
        started_at = time.monotonic()
        try:
            yield
        finally:
            self.seconds += time.monotonic() - started_at
