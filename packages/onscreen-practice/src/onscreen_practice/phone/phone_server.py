"""The phone on a TCP port: every client gets a thread, and nothing a client does ends the server."""

from __future__ import annotations

import contextlib
import socket
import socketserver
from collections.abc import Callable
from threading import Lock, Thread
from types import TracebackType
from typing import Self

from onscreen_practice.phone.adb.connection import Connection, Greeting, Service
from onscreen_practice.phone.adb.services import FEATURES, service_of
from onscreen_practice.phone.shell.fixed_files import PROPERTIES
from onscreen_practice.phone.shell.machine import Machine
from onscreen_practice.phone.shell.phone_facts import Phone

HOST = "127.0.0.1"
_TOLD = ("ro.product.name", "ro.product.model", "ro.product.device")
_POLL_SEC = 0.1
_ALIVE = (
    ((socket.SOL_SOCKET, socket.SO_KEEPALIVE), 1),
    ((socket.IPPROTO_TCP, socket.TCP_KEEPIDLE), 30),
    ((socket.IPPROTO_TCP, socket.TCP_KEEPINTVL), 10),
    ((socket.IPPROTO_TCP, socket.TCP_KEEPCNT), 3),
)
"""A client that is gone without a word is noticed after a minute."""


class PhoneServer:
    """Serves a phone to adb; a context manager that listens from its beginning to its end."""

    def __init__(
        self,
        phone: Phone,
        *,
        port: int = 0,
        host: str = HOST,
        lets_in: bool = True,
        log: Callable[[str], None] = lambda _line: None,
    ) -> None:
        """Bind the port; 0 takes a free one.

        Raises:
            OSError: the port cannot be had.
        """
        self._machine = Machine(phone, restarting=self.disconnect)
        self._greeting = Greeting({name: PROPERTIES[name] for name in _TOLD}, FEATURES, lets_in)
        self._log = log
        self._open: set[Connection] = set()
        self._changing = Lock()
        self._server = _Listener((host, port), self._serve)
        self._thread = Thread(
            target=self._server.serve_forever, args=(_POLL_SEC,), name="phone server", daemon=True
        )

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._server.server_address[1])

    @property
    def host(self) -> str:
        """The address it listens on."""
        return str(self._server.server_address[0])

    def start(self) -> None:
        """Begin to answer clients; never raises."""
        self._thread.start()

    def close(self) -> None:
        """Let go of all clients and of the port."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
        self.disconnect()
        self._server.server_close()

    def disconnect(self) -> None:
        """Let go of all clients; they may come again."""
        with self._changing:
            connections = list(self._open)
        for connection in connections:
            connection.close()

    def __enter__(self) -> Self:
        """Begin to answer clients."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the server."""
        self.close()

    def _serve(self, sock: socket.socket) -> None:
        self._machine.wait_until_up()
        connection = Connection(sock, self._greeting, services=self._service, log=self._log)
        with self._changing:
            self._open.add(connection)
        try:
            connection.serve()
        finally:
            with self._changing:
                self._open.discard(connection)

    def _service(self, name: bytes) -> Service | None:
        return service_of(name, self._machine)


class _Listener(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], serve: Callable[[socket.socket], None]) -> None:
        self._serve_one = serve
        super().__init__(address, socketserver.BaseRequestHandler)

    def finish_request(self, request: object, client_address: object) -> None:
        """Serve one client in the thread that was made for it."""
        del client_address
        if not isinstance(request, socket.socket):
            return
        with contextlib.suppress(OSError):
            request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for option, value in _ALIVE:
                request.setsockopt(*option, value)
        self._serve_one(request)
