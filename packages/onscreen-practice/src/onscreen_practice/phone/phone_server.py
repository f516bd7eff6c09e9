"""TCP server that connects adb clients to a simulated phone, with one thread per client."""

from __future__ import annotations

import contextlib
import socket
import socketserver
from collections.abc import Callable
from threading import Lock, Thread
from types import TracebackType
from typing import Self

from onscreen_practice.phone.adb.connection import Connection, DeviceIdentity, Service
from onscreen_practice.phone.adb.services import FEATURES, find_service
from onscreen_practice.phone.app_name_alias_phone import KnownNamesPhone
from onscreen_practice.phone.device_builds import DeviceBuild
from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.renderer_monitor_phone import WatchedPhone
from onscreen_practice.phone.shell.phone_interface import PhoneAccess
from onscreen_practice.phone.shell.simulated_system import Machine

HOST = "127.0.0.1"
_BANNER_PROPERTIES = ("ro.product.name", "ro.product.model", "ro.product.device")
_POLL_SEC = 0.1
_PRODUCTION_BUILD = DeviceBuild()
_KEEPALIVE_OPTIONS = (
    ((socket.SOL_SOCKET, socket.SO_KEEPALIVE), 1),
    ((socket.IPPROTO_TCP, socket.TCP_KEEPIDLE), 30),
    ((socket.IPPROTO_TCP, socket.TCP_KEEPINTVL), 10),
    ((socket.IPPROTO_TCP, socket.TCP_KEEPCNT), 3),
)
"""TCP keepalive detects a vanished client after about a minute."""


class PhoneServer:
    """TCP server that allows adb clients to control a phone.

    If the renderer is lost and cannot be replaced, the phone appears switched off: its clients are
    disconnected, and new connections are only accepted once the phone responds again.

    As a context manager, the server starts on entry and closes on exit.
    """

    def __init__(
        self,
        phone: PhoneAccess,
        *,
        port: int = 0,
        host: str = HOST,
        authorized: bool = True,
        build: DeviceBuild = _PRODUCTION_BUILD,
        log: Callable[[str], None] = lambda _line: None,
    ) -> None:
        """Bind the TCP port, or a free port if `port` is 0.

        Raises:
            OSError: the port is not available.
        """
        watched = WatchedPhone(phone, on_lost=self.disconnect)
        known = KnownNamesPhone(watched, shown=build.known_names)
        self._machine = Machine(known, on_restart=self.disconnect, build=build)
        self._identity = DeviceIdentity(
            {name: build.properties[name] for name in _BANNER_PROPERTIES}, FEATURES, authorized
        )
        self._log = log
        self._connections: set[Connection] = set()
        self._lock = Lock()
        self._server = _Listener((host, port), self._serve)
        self._thread = Thread(
            target=self._server.serve_forever, args=(_POLL_SEC,), name="phone server", daemon=True
        )

    @property
    def port(self) -> int:
        """TCP port on which the server listens."""
        return int(self._server.server_address[1])

    @property
    def host(self) -> str:
        """Network address on which the server listens."""
        return str(self._server.server_address[0])

    @property
    def machine(self) -> Machine:
        """Simulated Android system that clients access through the server."""
        return self._machine

    def start(self) -> None:
        """Start serving clients in a background thread."""
        self._thread.start()

    def close(self) -> None:
        """Disconnect all clients and release the port."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
        self.disconnect()
        self._server.server_close()

    def disconnect(self) -> None:
        """Disconnect all clients, which may then reconnect."""
        with self._lock:
            connections = list(self._connections)
        for connection in connections:
            connection.close()

    def __enter__(self) -> Self:
        """Start serving clients."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the server."""
        self.close()

    def _serve(self, sock: socket.socket) -> None:
        self._machine.wait_until_up()
        if not self._answers():
            return
        connection = Connection(sock, self._identity, services=self._find_service, log=self._log)
        with self._lock:
            self._connections.add(connection)
        try:
            connection.serve()
        finally:
            with self._lock:
                self._connections.discard(connection)

    def _answers(self) -> bool:
        try:
            self._machine.phone.call("now")
        except PhoneError as error:
            self._log(f"connection refused: {error}")
            return False
        return True

    def _find_service(self, name: bytes) -> Service | None:
        return find_service(name, self._machine)


class _Listener(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], serve: Callable[[socket.socket], None]) -> None:
        self._serve_one = serve
        super().__init__(address, socketserver.BaseRequestHandler)

    def finish_request(self, request: object, client_address: object) -> None:
        """Serve one client in its own thread."""
        del client_address
        if not isinstance(request, socket.socket):
            return
        with contextlib.suppress(OSError):
            request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for option, value in _KEEPALIVE_OPTIONS:
                request.setsockopt(*option, value)
        self._serve_one(request)
