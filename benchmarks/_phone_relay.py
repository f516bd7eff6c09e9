"""TCP relay between an adb server and a phone that can cut or stall its connections."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading

_CHUNK_BYTES = 1 << 16
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)


class Relay:
    """TCP relay that forwards connections from its port to another local port."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._sockets: set[socket.socket] = set()
        self._flows = threading.Event()
        self._flows.set()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Reset all connections."""
        for each in list(self._sockets):
            with contextlib.suppress(OSError):
                each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
                each.shutdown(socket.SHUT_RDWR)
        self._sockets.clear()

    def stall(self) -> None:
        """Forward nothing until `resume` is called."""
        self._flows.clear()

    def resume(self) -> None:
        """Forward again after `stall`."""
        self._flows.set()

    def close(self) -> None:
        """Close the port and all connections."""
        self.resume()
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                self._connect(self._listener.accept()[0])

    def _connect(self, client: socket.socket) -> None:
        try:
            phone = socket.create_connection(("127.0.0.1", self._target))
        except OSError:
            client.close()
            return
        self._sockets |= {client, phone}
        for source, target in ((client, phone), (phone, client)):
            threading.Thread(target=self._forward, args=(source, target), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while chunk := source.recv(_CHUNK_BYTES):
                self._flows.wait()
                target.sendall(chunk)
        for each in (source, target):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
