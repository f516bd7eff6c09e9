"""An adb program with a server on a port of its own, so that no other adb is disturbed."""

from __future__ import annotations

import os
import socket
import subprocess
import time

_MOST_TRIES, _WAIT_SEC = 200, 0.2


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class Adb:
    """Runs an adb program for the one phone it is connected to."""

    def __init__(self, path: str) -> None:
        """Start the server."""
        self.path = path
        self.port = free_port()
        self.serial = ""
        self.plain("start-server")

    def command(self, *words: str) -> list[str]:
        """Return a command line that uses this server."""
        return [self.path, "-P", str(self.port), *words]

    def plain(self, *words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """Run adb without a phone named."""
        environment = {**os.environ, "ANDROID_ADB_SERVER_PORT": str(self.port)}
        return subprocess.run(
            self.command(*words), input=given, capture_output=True, check=False, timeout=60, env=environment
        )

    def __call__(self, *words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """Run adb for the phone."""
        return self.plain("-s", self.serial, *words, given=given)

    def connect(self, port: int) -> None:
        """Connect to the phone on this port, anew where adb still holds a connection that is dead."""
        self.serial = f"127.0.0.1:{port}"
        for _ in range(_MOST_TRIES):
            done = self.plain("connect", self.serial)
            assert b"connected to" in done.stdout, done
            if b"already" not in done.stdout:
                return
            self.disconnect()
            time.sleep(_WAIT_SEC)
        raise AssertionError(f"adb holds on to a dead connection: {done}")

    def disconnect(self) -> None:
        """Let the phone go."""
        self.plain("disconnect", self.serial)

    def close(self) -> None:
        """End the server."""
        self.plain("kill-server")
