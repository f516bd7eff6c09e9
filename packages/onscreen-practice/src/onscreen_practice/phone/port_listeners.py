"""TCP ports of the phone on which a program listens; clients reach them by `adb forward`."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from onscreen_practice.phone.adb.stream import Stream

PortHandler = Callable[[Stream], None]
MAX_PORT = 65535


class DevicePorts:
    """Thread-safe table of the phone's listening TCP ports and their handlers."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._handlers: dict[int, PortHandler] = {}

    def open(self, port: int, handler: PortHandler) -> bool:
        """Start listening on a port, or return False if another program uses it."""
        with self._lock:
            return self._handlers.setdefault(port, handler) == handler

    def close(self, port: int, handler: PortHandler) -> None:
        """Stop listening on a port if this handler listens there."""
        with self._lock:
            if self._handlers.get(port) == handler:
                del self._handlers[port]

    def close_all(self) -> None:
        """Stop listening on all ports, as a reboot does."""
        with self._lock:
            self._handlers.clear()

    def find(self, port: int) -> PortHandler | None:
        """Return the handler of a port, or None if no program listens there."""
        return self._handlers.get(port)
