"""An adb program with its own server port, isolated from other adb servers."""

from __future__ import annotations

import os
import socket
import subprocess
import time

_MAX_TRIES, _WAIT_SEC = 200, 0.2


def find_free_port() -> int:
    """Return an unused TCP port."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class Adb:
    """Runs an adb program for the one phone it is connected to."""

    def __init__(self, path: str) -> None:
        """Start the server."""
        self.path = path
        self.port = find_free_port()
        self.serial = ""
        self.run_without_serial("start-server")

    def command(self, *words: str) -> list[str]:
        """Return a command line that uses this server."""
        return [self.path, "-P", str(self.port), *words]

    def run_without_serial(self, *words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """Run adb without selecting a device."""
        environment = {**os.environ, "ANDROID_ADB_SERVER_PORT": str(self.port)}
        return subprocess.run(
            self.command(*words), input=stdin, capture_output=True, check=False, timeout=60, env=environment
        )

    def __call__(self, *words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """Run adb for the phone."""
        return self.run_without_serial("-s", self.serial, *words, stdin=stdin)

    def connect(self, port: int) -> None:
        """Connect to the phone on this port, reconnecting if adb holds a dead connection."""
        self.serial = f"127.0.0.1:{port}"
        for _ in range(_MAX_TRIES):
            result = self.run_without_serial("connect", self.serial)
            assert b"connected to" in result.stdout, result
            if b"already" not in result.stdout:
                return
            self.disconnect()
            time.sleep(_WAIT_SEC)
        raise AssertionError(f"adb keeps a dead connection: {result}")

    def disconnect(self) -> None:
        """Disconnect from the phone."""
        self.run_without_serial("disconnect", self.serial)

    def close(self) -> None:
        """Stop the server."""
        self.run_without_serial("kill-server")
