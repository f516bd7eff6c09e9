"""Device wrapper that observes the elements of a screen without the cost of a new picture."""

from __future__ import annotations

from onscreen.device.base import Device, ElementObserver, observe_elements
from onscreen.device.device_wrapper import DeviceWrapper
from onscreen.types import Shot


class ElementsDevice(DeviceWrapper):
    """A device wrapper whose observations may have an earlier picture."""

    def observe(self) -> Shot:
        """Return an observation, possibly with an earlier picture.

        Raises:
            DeviceError: the device is gone.
        """
        return observe_elements(self.wrapped)


def observes_elements(device: Device) -> bool:
    """Check whether a device, possibly inside wrappers, can observe elements without a new picture."""
    while isinstance(device, DeviceWrapper):
        if type(device).observe is not DeviceWrapper.observe:
            return False
        device = device.wrapped
    return isinstance(device, ElementObserver)
