"""Commands to one phone's shell, each with a cap on its time."""

from __future__ import annotations

import secrets
import socket
import time
from collections.abc import Iterator

import msgspec
from adbutils import AdbConnection, AdbError

from onscreen.device.android.adb_server import NoPhone, Server
from onscreen.device.android.device_selection import not_ready, reconnected
from onscreen.device.android.shell_quoting import MOST_BYTES
from onscreen.types.errors import ActionTimeout, DeviceError, NotSupported

_STDOUT, _STDERR, _EXIT = 1, 2, 3
_HEAD_BYTES = 5
_CHUNK_BYTES = 1 << 18
_STATES = ("unauthorized", "authorizing", "offline", "connecting")


class Ran(msgspec.Struct, frozen=True):
    """What a command wrote, and its exit status."""

    out: bytes
    error: bytes
    status: int

    @property
    def text(self) -> str:
        """What it wrote, as text without the line end."""
        return self.out.decode("utf-8", "replace").rstrip()

    @property
    def complaint(self) -> str:
        """What it complained, on one line."""
        said = (self.error or self.out).decode("utf-8", "replace")
        return " ".join(said.split())[:300] or f"exit status {self.status}"


class Link:
    """One phone's shell; a phone of the network is connected to once more where the connection was lost."""

    def __init__(self, server: Server, serial: str, *, cap_sec: float) -> None:
        """Speak to the phone of this serial; `cap_sec` caps a command by default.

        Raises:
            DeviceError: the phone is gone.
        """
        self.serial = serial
        self._server = server
        self._cap_sec = cap_sec
        self.is_new = "shell_v2" in server.features(serial)

    def run(self, command: str, *, cap_sec: float | None = None) -> Ran:
        """Run a command line and return what came of it.

        Raises:
            ActionTimeout: it did not come to an end in time.
            NotSupported: the command is longer than adb can carry.
            DeviceError: the phone is gone.
        """
        size = len(command.encode())
        if size > MOST_BYTES:
            raise NotSupported(f"the command is {size} bytes long, more than the {MOST_BYTES} adb can carry")
        until = time.monotonic() + (self._cap_sec if cap_sec is None else cap_sec)
        try:
            if self.is_new:
                return self._run_new(command, until)
            return self._run_old(command, until)
        except TimeoutError:
            waited = self._cap_sec if cap_sec is None else cap_sec
            raise ActionTimeout(f"the phone {self.serial} did not answer within {waited:g} s") from None
        except (OSError, AdbError) as error:
            raise DeviceError(f"the connection to the phone {self.serial} broke: {error}") from error

    def _run_new(self, command: str, until: float) -> Ran:
        """Run by the shell protocol, which keeps output, complaints and status apart."""
        parts: dict[int, list[bytes]] = {_STDOUT: [], _STDERR: [], _EXIT: []}
        for kind, data in self._packets(f"shell,v2,raw:{command}", until):
            parts.setdefault(kind, []).append(data)
        if not parts[_EXIT]:
            raise AdbError("it closed before the command came to an end")
        return Ran(b"".join(parts[_STDOUT]), b"".join(parts[_STDERR]), parts[_EXIT][0][0])

    def _run_old(self, command: str, until: float) -> Ran:
        """Run where the phone is older than that protocol: output and complaints come as one."""
        mark = f"status-{secrets.token_hex(8)}"
        whole = b"".join(
            self._stream(f"exec:{{ {command}\n}} 2>&1; status=$?; echo; echo {mark} $status", until)
        )
        out, _, status = whole.rpartition(f"\n{mark} ".encode())
        if not status.strip().isdigit():
            raise AdbError(f"it closed before the command came to an end: {whole[-100:]!r}")
        return Ran(out, b"", int(status))

    def _packets(self, service: str, until: float) -> Iterator[tuple[int, bytes]]:
        held = bytearray()
        for chunk in self._stream(service, until):
            held += chunk
            while len(held) >= _HEAD_BYTES:
                end = _HEAD_BYTES + int.from_bytes(held[1:_HEAD_BYTES], "little")
                if len(held) < end:
                    break
                if end > _HEAD_BYTES:
                    yield held[0], bytes(held[_HEAD_BYTES:end])
                del held[:end]

    def _stream(self, service: str, until: float) -> Iterator[bytes]:
        connection = self._opened(service, until)
        try:
            while True:
                chunk = _received(connection.conn, until)
                if not chunk:
                    return
                yield chunk
        finally:
            connection.conn.close()

    def _opened(self, service: str, until: float) -> AdbConnection:
        """Open a service of the phone; nothing has been run when that fails, so it is tried twice."""
        try:
            return self._open(service, until)
        except NoPhone as error:
            if not reconnected(self._server, self.serial, cap_sec=self._cap_sec):
                raise DeviceError(self._gone(str(error))) from error
        try:
            return self._open(service, until)
        except NoPhone as error:
            raise DeviceError(self._gone(str(error))) from error

    def _open(self, service: str, until: float) -> AdbConnection:
        connection = self._server.connection(max(0.01, until - time.monotonic()))
        done = False
        try:
            connection.send_command(f"host:transport:{self.serial}")
            _check(connection.conn, until)
            connection.send_command(service)
            _check(connection.conn, until)
            done = True
        finally:
            if not done:
                connection.conn.close()
        return connection

    def _gone(self, said: str) -> str:
        state = next((state for state in _STATES if state in said), "")
        if state:
            return not_ready(self.serial, state)
        return f"the phone {self.serial} is gone ({' '.join(said.split())[:200]}); plug it in again"


def _received(line: socket.socket, until: float) -> bytes:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    line.settimeout(left)
    return line.recv(_CHUNK_BYTES)


def _exactly(line: socket.socket, count: int, *, until: float) -> bytes:
    held = b""
    while len(held) < count:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        line.settimeout(left)
        chunk = line.recv(count - len(held))
        if not chunk:
            raise NoPhone("the connection was closed")
        held += chunk
    return held


def _check(line: socket.socket, until: float) -> None:
    """Read the server's yes or no."""
    answer = _exactly(line, 4, until=until)
    if answer == b"OKAY":
        return
    size = _exactly(line, 4, until=until) if answer == b"FAIL" else b""
    known = size.decode("ascii", "replace")
    said = _exactly(line, int(known, 16), until=until) if known else answer
    raise NoPhone(said.decode("utf-8", "replace"))
