"""Base class for device wrappers, which forwards all calls."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from onscreen.device.base import Device, observe_elements, show_window
from onscreen.types import Act, Action, Shot, Start, Tool


class DeviceWrapper:
    """Device that forwards all calls to another device.

    `wrapped` is the other device. Calls that use the device are made within `around_call`.
    """

    def __init__(self, device: Device) -> None:
        """Wrap a device."""
        self.name = device.name
        self.actions: frozenset[type[Act]] = device.actions
        self.wrapped = device

    def around_call(self) -> AbstractContextManager[None]:
        """Return the context of a call to the wrapped device, such as a time measurement; none by default."""
        return nullcontext()

    def start(self, start: Start) -> None:
        """Start the device.

        Raises:
            DeviceError: the start state cannot be reached.
        """
        with self.around_call():
            self.wrapped.start(start)

    def tools(self) -> tuple[Tool, ...]:
        """List the applications that the device provides.

        Raises:
            DeviceError: the device is gone.
        """
        with self.around_call():
            return self.wrapped.tools()

    def observe(self) -> Shot:
        """Return an observation of the device.

        Raises:
            DeviceError: the device is gone.
        """
        with self.around_call():
            return self.wrapped.observe()

    def observe_elements(self) -> Shot:
        """Return an observation of the current elements, possibly with an earlier picture.

        If a wrapper overrides `observe`, which may read the picture, its `observe` is used.

        Raises:
            DeviceError: the device is gone.
        """
        if type(self).observe is not DeviceWrapper.observe:
            return self.observe()
        with self.around_call():
            return observe_elements(self.wrapped)

    def perform(self, action: Action) -> str:
        """Perform an action and return its outcome as text.

        Raises:
            ActionFailed: the action could not be performed.
            DeviceError: the device is gone.
        """
        with self.around_call():
            return self.wrapped.perform(action)

    def read(self, expression: str) -> str:
        """Evaluate a trusted expression on the device and return its value as JSON.

        Raises:
            NotSupported: the device cannot evaluate such an expression.
            DeviceError: the device is gone.
        """
        with self.around_call():
            return self.wrapped.read(expression)

    def show_window(self) -> None:
        """Show the window of the device, if it has one.

        Raises:
            NotSupported: there is no display to show it on.
            DeviceError: the device is gone.
        """
        show_window(self.wrapped)

    def close(self) -> None:
        """Release the device; never raises."""
        self.wrapped.close()
