"""Device wrapper that measures the time that a device takes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from onscreen.device.base import Device
from onscreen.device.device_wrapper import DeviceWrapper


class TimedDevice(DeviceWrapper):
    """A device wrapper that measures the time of all calls to the device.

    `seconds` is the sum so far.
    """

    def __init__(self, device: Device) -> None:
        """Wrap the device."""
        super().__init__(device)
        self.seconds = 0.0

    @contextmanager
    def around_call(self) -> Iterator[None]:
        """Add the duration of a call to `seconds`."""
        started_at = time.monotonic()
        try:
            yield
        finally:
            self.seconds += time.monotonic() - started_at
