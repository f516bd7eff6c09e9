"""Device wrapper that observes the elements of a screen without the cost of a new picture."""

from __future__ import annotations

from onscreen.device.base import Device, ElementObserver, observe_elements
from onscreen.device.device_wrapper import DeviceWrapper
from onscreen.types import Shot


class ElementsDevice(DeviceWrapper):
    """A device whose observations may have the picture of an earlier one."""

    def observe(self) -> Shot:
        """Return an observation whose picture may be that of an earlier one.

        Raises:
            DeviceError: the device is gone.
        """
        return observe_elements(self.wrapped)


def observes_elements(device: Device) -> bool:
    """Check whether a device, or the one in its wrappers, observes elements without a new picture."""
    while isinstance(device, DeviceWrapper):
        if type(device).observe is not DeviceWrapper.observe:
            return False
        device = device.wrapped
    return isinstance(device, ElementObserver)
