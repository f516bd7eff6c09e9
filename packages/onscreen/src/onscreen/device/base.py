"""The device port: screen -> Shot, Action -> screen."""

from __future__ import annotations

from typing import Protocol

from onscreen.types import Act, Action, Shot, Start, Tool


class Device(Protocol):
    """Something with a screen that can be acted on, used by one thread.

    `actions` are the classes of action it can perform; any other raises NotSupported.
    """

    @property
    def name(self) -> str:
        """What it was chosen by."""

    @property
    def actions(self) -> frozenset[type[Act]]:
        """The classes of action it can perform."""

    def start(self, start: Start) -> None:
        """Bring the device to where a run begins; may be called again, and then forgets the run before.

        Raises:
            DeviceError: it cannot be brought there (no browser, no such page, ...).
        """

    def tools(self) -> tuple[Tool, ...]:
        """Return the applications there are to choose from, once started; none where it cannot tell.

        Raises:
            DeviceError: the device is gone.
        """

    def observe(self) -> Shot:
        """Return picture and nodes of one moment, after the screen has settled.

        Raises:
            DeviceError: the device is gone.
        """

    def perform(self, action: Action) -> str:
        """Do the action and return what there is to say about it ("" mostly; the text read back, a path).

        Raises:
            ActionFailed: it could not be done; the device is as usable as before.
            DeviceError: the device is gone.
        """

    def read(self, expression: str) -> str:
        """Evaluate a trusted expression of a check, never one a model or a page wrote; JSON text.

        Raises:
            NotSupported: this device cannot read such an expression.
            DeviceError: the device is gone.
        """

    def close(self) -> None:
        """Give everything back; may be called more than once, never raises."""
