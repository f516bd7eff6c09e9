"""TCP server of the emulator console, which `adb emu` and telnet connect to."""

from __future__ import annotations

import contextlib
import socketserver
from collections.abc import Iterator
from threading import Thread

from onscreen_practice.phone.emulator_console import BANNER, EmulatorConsole
from onscreen_practice.phone.shell.machine import Machine

_MAX_LINE_BYTES = 1 << 16
_IDLE_TIMEOUT_SEC = 600.0
_QUIT = frozenset((b"quit", b"exit"))
_POLL_SEC = 0.1


class _Handler(socketserver.StreamRequestHandler):
    """Session of one client: a banner, then an answer to each line."""

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


@contextlib.contextmanager
def serve_console(machine: Machine, *, host: str, port: int) -> Iterator[int]:
    """Serve the console while the context is open; yield the port, which 0 chooses freely.

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
