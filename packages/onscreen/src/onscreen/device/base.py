"""Interface that devices such as web browsers and Android phones implement."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from onscreen.types import Act, Action, Shot, Start, Tool


class Device(Protocol):
    """Interface to a device whose screen an agent can observe and act on.

    A device is used by a single thread.
    """

    @property
    def name(self) -> str:
        """Name of the device type, such as "web" or "android"."""

    @property
    def actions(self) -> frozenset[type[Act]]:
        """Action classes that `perform` supports; any other raises `NotSupported`."""

    def start(self, start: Start) -> None:
        """Put the device into the start state for a new run.

        Discards the state of any previous run.

        Raises:
            DeviceError: the start state cannot be reached (no browser, no such page, ...).
        """

    def tools(self) -> tuple[Tool, ...]:
        """List the applications that can be opened on the started device.

        Returns an empty tuple if the device cannot list them.

        Raises:
            DeviceError: the device is gone.
        """

    def observe(self) -> Shot:
        """Wait for the screen to settle, then capture a screenshot and the matching UI nodes.

        Raises:
            DeviceError: the device is gone.
        """

    def perform(self, action: Action) -> str:
        """Perform an action and return its outcome as text.

        The outcome is usually "", otherwise for example the text read back from a field or the path of a
        downloaded file.

        Raises:
            ActionFailed: the action could not be performed; the device remains usable.
            DeviceError: the device is gone.
        """

    def read(self, expression: str) -> str:
        """Evaluate a trusted expression and return its value as JSON text.

        Expressions come from the check of a task. Never pass an expression written by a model or a page.

        Raises:
            NotSupported: this device cannot evaluate such an expression.
            DeviceError: the device is gone.
        """

    def close(self) -> None:
        """Release all resources held by the device.

        May be called more than once and never raises.
        """


@runtime_checkable
class StatefulDevice(Protocol):
    """Device that restores the initial state of an application and reads its stored state.

    `state_is_complete` is True if the stored state contains every lasting effect. Otherwise, effects are also
    detected in the controls on the screen.
    """

    state_is_complete: bool

    @property
    def state_expression(self) -> str:
        """Expression for `read` whose value is the stored state as a JSON object."""

    def initial_start(self, app: str, *, seed: int) -> Start:
        """Return a start that restores the initial data of an application.

        The application is opened by its name if the start has no address.

        Raises:
            UnknownName: the device has no such application.
            DeviceError: the device cannot restore everything that the application may change.
        """


@runtime_checkable
class WindowedDevice(Protocol):
    """Device with a window in which a person can operate it."""

    def show_window(self) -> None:
        """Bring the window to the front.

        Raises:
            NotSupported: there is no display to show it on; the message says how to reach the device.
            DeviceError: the device is gone.
        """


@runtime_checkable
class ElementObserver(Protocol):
    """Device that can observe its elements without the cost of a new picture."""

    def observe_elements(self) -> Shot:
        """Return an observation of the current elements, whose picture may be that of an earlier one.

        Raises:
            DeviceError: the device is gone.
        """


def observe_elements(device: Device) -> Shot:
    """Observe the elements of a device, for a caller that does not use the picture.

    Raises:
        DeviceError: the device is gone.
    """
    return device.observe_elements() if isinstance(device, ElementObserver) else device.observe()


def show_window(device: Device) -> None:
    """Show the window of a device; does nothing for a device that a person can reach without one.

    Raises:
        NotSupported: there is no display to show it on; the message says how to reach the device.
        DeviceError: the device is gone.
    """
    if isinstance(device, WindowedDevice):
        device.show_window()
