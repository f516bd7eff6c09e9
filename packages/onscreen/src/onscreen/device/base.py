"""The device port: the protocol between an agent's actions and a screen."""

from __future__ import annotations

from typing import Protocol

from onscreen.types import Act, Action, Shot, Start, Tool


class Device(Protocol):
    """A screen that can be observed and acted on, used by a single thread."""

    @property
    def name(self) -> str:
        """The name under which the device was chosen."""

    @property
    def actions(self) -> frozenset[type[Act]]:
        """The supported action classes; `perform` raises NotSupported for any other."""

    def start(self, start: Start) -> None:
        """Bring the device to the start state of a run, discarding the state of any previous run.

        Raises:
            DeviceError: the start state cannot be reached (no browser, no such page, ...).
        """

    def tools(self) -> tuple[Tool, ...]:
        """Return the applications that can be opened, once the device is started.

        Returns an empty tuple if the device cannot list them.

        Raises:
            DeviceError: the device is gone.
        """

    def observe(self) -> Shot:
        """Return a screenshot and the nodes of the same moment, after the screen has settled.

        Raises:
            DeviceError: the device is gone.
        """

    def perform(self, action: Action) -> str:
        """Perform the action and return its outcome as text.

        The outcome is usually "", otherwise for example the text read back from a field or the path of a
        downloaded file.

        Raises:
            ActionFailed: the action could not be performed; the device remains usable.
            DeviceError: the device is gone.
        """

    def read(self, expression: str) -> str:
        """Evaluate the trusted expression of a check and return its value as JSON text.

        Never pass an expression written by a model or a page.

        Raises:
            NotSupported: this device cannot evaluate such an expression.
            DeviceError: the device is gone.
        """

    def close(self) -> None:
        """Release all resources; may be called more than once, never raises."""
