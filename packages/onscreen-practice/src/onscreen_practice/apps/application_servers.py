"""Servers of real web applications, with resets of their data and checks of their state."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence

import msgspec

from onscreen.deadline import sleep
from onscreen.types.errors import DeviceError, NotSupported
from onscreen_practice.apps.app_server import AppServer, free_ports
from onscreen_practice.apps.application import Application
from onscreen_practice.apps.application_table import APPLICATIONS, AppStates
from onscreen_practice.state.expected_changes import Change, decode_changes, encode_changes, validate
from onscreen_practice.state.state_check import find_unmet
from onscreen_practice.state.state_error import StateError
from onscreen_practice.state.state_path import Json
from onscreen_practice.state.value_patterns import States

STATE_EXPRESSION, _CHECK = "apps state", "apps check"
_POLL_SEC = 0.1


class ApplicationServers:
    """Servers of the applications, each at a separate port.

    `hosts` maps the host name of each application to its port.
    """

    def __init__(self, *, start_cap_sec: float) -> None:
        """Choose a port for each application; `reset` starts the servers.

        `start_cap_sec` is the startup timeout of an application in seconds.
        """
        ports = free_ports(APPLICATIONS)
        self.hosts: Mapping[str, int] = {each.host: ports[each.name] for each in APPLICATIONS.values()}
        self._servers = {
            each.name: AppServer(each, ports[each.name], start_cap_sec=start_cap_sec)
            for each in APPLICATIONS.values()
        }
        self._running: tuple[AppServer, ...] = ()
        self._before: Json = {}

    @property
    def running(self) -> tuple[Application, ...]:
        """The applications that the last call of `reset` started."""
        return tuple(server.application for server in self._running)

    def reset(self, names: Sequence[str]) -> None:
        """Restore the data of the named applications and start them; stop all others.

        Raises:
            MissingExtra: an application is not installed; the message contains the command to install it.
            DeviceError: an application does not start.
        """
        for server in self._running:
            server.close()
        self._running = tuple(self._servers[name] for name in names)
        for server in self._running:
            server.reset()
        self._before = self._read_state()

    def read(self, expression: str) -> str:
        """Return the applications' state, or the differences from the required changes, as JSON text.

        Raises:
            NotSupported: the expression is neither `apps state` nor `apps check CHANGES`.
            DeviceError: no application has been started.
        """
        if expression == STATE_EXPRESSION:
            return json.dumps(self._read_state())
        if not expression.startswith(f"{_CHECK} "):
            raise NotSupported(
                f"cannot evaluate {expression!r}; "
                f"write {STATE_EXPRESSION!r}, or {_CHECK!r} and changes as JSON"
            )
        try:
            changes = decode_changes(expression.removeprefix(f"{_CHECK} "), root=AppStates)
            return json.dumps(self._find_unmet(changes))
        except StateError as error:
            raise NotSupported(f"cannot evaluate {expression!r}: {error}") from error

    def close(self) -> None:
        """Stop the servers and delete their data."""
        for server in self._servers.values():
            server.close()
        self._running = ()

    def _find_unmet(self, changes: Sequence[Change]) -> list[str]:
        """List the unmet changes, after waiting until the applications have stored the last input."""
        incidental = [change for each in self.running for change in each.incidental]
        deadline = time.monotonic() + max((each.save_delay_sec for each in self.running), default=0.0)
        while True:
            states = States(self._before, self._read_state())
            unmet = find_unmet(changes, states, root=AppStates, incidental=incidental)
            if not unmet or time.monotonic() > deadline:
                return unmet
            sleep(_POLL_SEC)

    def _read_state(self) -> Json:
        """Map the names of the running applications to their states."""
        states = {server.application.name: server.read_state() for server in self._running}
        if not states:
            raise DeviceError("no application has been started; call start with a script first")
        value: Json = json.loads(msgspec.json.encode(states))
        return value


def check_expression(*changes: Change) -> str:
    """Build the expression for `read` that lists what differs from the required changes.

    Raises:
        BadCheck: a change names a field or a value that the applications cannot have.
    """
    validate(changes, root=AppStates)
    return f"{_CHECK} {encode_changes(changes)}"
