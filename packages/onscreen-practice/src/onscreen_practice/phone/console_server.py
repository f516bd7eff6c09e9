"""TCP server of the emulator console, for `adb emu` and telnet."""

from __future__ import annotations

import contextlib
import os
import socket
import socketserver
from collections.abc import Iterator
from threading import Thread

from onscreen_practice.phone.shell.simulated_system import Machine
from onscreen_practice.phone.simulated_emulator_console import BANNER, EmulatorConsole

_MAX_LINE_BYTES = 1 << 16
_IDLE_TIMEOUT_SEC = 600.0
_QUIT = frozenset((b"quit", b"exit"))
_POLL_SEC = 0.1
_SERVER_PORT_VARIABLE, _DEFAULT_SERVER_PORT = "ANDROID_ADB_SERVER_PORT", 5037
_ANNOUNCE_TIMEOUT_SEC = 2.0


class _Handler(socketserver.StreamRequestHandler):
    """Console session with one client: a banner, then an answer to each line."""

    timeout = _IDLE_TIMEOUT_SEC
    server: _ConsoleListener

    def handle(self) -> None:
        """Answer lines until the client quits or disconnects."""
        with contextlib.suppress(OSError):
            self.wfile.write(BANNER.encode())
            while line := self.rfile.readline(_MAX_LINE_BYTES):
                if line.strip() in _QUIT:
                    break
                self.wfile.write(self.server.console.run(line.decode("utf-8", "replace")).encode())


class _ConsoleListener(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, address: tuple[str, int], console: EmulatorConsole) -> None:
        self.console = console
        super().__init__(address, _Handler)


def announce_emulator(adb_port: int) -> None:
    """Register the phone as an emulator with the local adb server, if one is running.

    Emulators do this when they start.
    """
    server_port = os.environ.get(_SERVER_PORT_VARIABLE, "")
    address = ("127.0.0.1", int(server_port) if server_port.isdecimal() else _DEFAULT_SERVER_PORT)
    message = f"host:emulator:{adb_port}"
    with contextlib.suppress(OSError), socket.create_connection(address, _ANNOUNCE_TIMEOUT_SEC) as server:
        server.sendall(f"{len(message):04x}{message}".encode())


@contextlib.contextmanager
def serve_console(machine: Machine, *, host: str, port: int) -> Iterator[int]:
    """Serve the emulator console while the context is open, and yield its TCP port.

    If `port` is 0, a free port is chosen.

    Raises:
        OSError: the port is not available.
    """
    listener = _ConsoleListener((host, port), EmulatorConsole(machine))
    thread = Thread(target=listener.serve_forever, args=(_POLL_SEC,), name="emulator console", daemon=True)
    thread.start()
    try:
        yield int(listener.server_address[1])
    finally:
        listener.shutdown()
        listener.server_close()
        thread.join()
