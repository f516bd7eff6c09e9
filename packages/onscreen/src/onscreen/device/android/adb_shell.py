"""Shell commands on a phone, executed through adb with a timeout."""

from __future__ import annotations

import secrets
import socket
import time
from collections.abc import Iterator

import msgspec
from adbutils import AdbConnection, AdbError

from onscreen.deadline import check_limit, limit_deadline
from onscreen.device.android.adb_server import AdbServer, PhoneUnavailable
from onscreen.device.android.device_selection import not_ready_message, reconnect
from onscreen.device.android.shell_quoting import MAX_COMMAND_BYTES
from onscreen.types.errors import ActionTimeout, DeviceError, NotSupported

_STDOUT, _STDERR, _EXIT = 1, 2, 3
_HEADER_BYTES = 5
_CHUNK_BYTES = 1 << 18
_NOT_READY_STATES = ("unauthorized", "authorizing", "offline", "connecting")


class ShellResult(msgspec.Struct, frozen=True):
    """Output and exit status of a shell command."""

    stdout: bytes
    stderr: bytes
    status: int

    @property
    def text(self) -> str:
        """Standard output decoded as text, without trailing whitespace."""
        return self.stdout.decode("utf-8", "replace").rstrip()

    @property
    def error_text(self) -> str:
        """One-line error message of at most 300 characters, taken from the command's output.

        Standard error takes precedence over standard output. The exit status is reported if both are empty.
        """
        output = (self.stderr or self.stdout).decode("utf-8", "replace")
        return " ".join(output.split())[:300] or f"exit status {self.status}"


class PhoneShell:
    """Remote shell on a phone, with one automatic reconnect if a network connection is lost."""

    def __init__(self, server: AdbServer, serial: str, *, timeout_sec: float) -> None:
        """Query the phone's adb features; `timeout_sec` is the default timeout of a command.

        Raises:
            DeviceError: the phone is gone.
        """
        self.serial = serial
        self._server = server
        self._timeout_sec = timeout_sec
        self.has_shell_v2 = "shell_v2" in server.features(serial)

    def run(self, command: str, *, timeout_sec: float | None = None) -> ShellResult:
        """Run a shell command and return its output and exit status.

        Raises:
            ActionTimeout: the command did not finish in time.
            TimeLimitReached: the command did not finish within the time limit of the run.
            NotSupported: the command is longer than adb can transmit.
            DeviceError: the phone is gone.
        """
        size = len(command.encode())
        if size > MAX_COMMAND_BYTES:
            raise NotSupported(
                f"the command is {size} bytes long; adb transmits at most {MAX_COMMAND_BYTES} bytes"
            )
        timeout = self._timeout_sec if timeout_sec is None else timeout_sec
        deadline = time.monotonic() + timeout
        try:
            if self.has_shell_v2:
                return self._run_shell_v2(command, deadline)
            return self._run_exec(command, deadline)
        except TimeoutError:
            check_limit()
            raise ActionTimeout(f"the phone {self.serial} did not answer within {timeout:g} s") from None
        except (OSError, AdbError) as error:
            raise DeviceError(f"the connection to the phone {self.serial} broke: {error}") from error

    def _run_shell_v2(self, command: str, deadline: float) -> ShellResult:
        """Run a command with the shell protocol, which separates stdout, stderr and exit status."""
        parts: dict[int, list[bytes]] = {_STDOUT: [], _STDERR: [], _EXIT: []}
        for kind, data in self._read_packets(f"shell,v2,raw:{command}", deadline):
            parts.setdefault(kind, []).append(data)
        if not parts[_EXIT]:
            raise AdbError("it closed before the command finished")
        return ShellResult(b"".join(parts[_STDOUT]), b"".join(parts[_STDERR]), parts[_EXIT][0][0])

    def _run_exec(self, command: str, deadline: float) -> ShellResult:
        """Run a command on a phone without the shell protocol; stderr is merged into stdout."""
        marker = f"status-{secrets.token_hex(8)}"
        output = b"".join(
            self._stream(f"exec:{{ {command}\n}} 2>&1; status=$?; echo; echo {marker} $status", deadline)
        )
        stdout, _, status = output.rpartition(f"\n{marker} ".encode())
        if not status.strip().isdigit():
            raise AdbError(f"it closed before the command finished: {output[-100:]!r}")
        return ShellResult(stdout, b"", int(status))

    def _read_packets(self, service: str, deadline: float) -> Iterator[tuple[int, bytes]]:
        buffer = bytearray()
        for chunk in self._stream(service, deadline):
            buffer += chunk
            while len(buffer) >= _HEADER_BYTES:
                end = _HEADER_BYTES + int.from_bytes(buffer[1:_HEADER_BYTES], "little")
                if len(buffer) < end:
                    break
                if end > _HEADER_BYTES:
                    yield buffer[0], bytes(buffer[_HEADER_BYTES:end])
                del buffer[:end]

    def _stream(self, service: str, deadline: float) -> Iterator[bytes]:
        connection = self._open_with_retry(service, deadline)
        try:
            while True:
                chunk = _receive(connection.conn, deadline)
                if not chunk:
                    return
                yield chunk
        finally:
            connection.conn.close()

    def _open_with_retry(self, service: str, deadline: float) -> AdbConnection:
        """Open an adb service on the phone, retrying once if a network phone was disconnected."""
        try:
            return self._open(service, deadline)
        except PhoneUnavailable as error:
            if not reconnect(self._server, self.serial, timeout_sec=self._timeout_sec):
                raise DeviceError(self._unavailable_message(str(error))) from error
        try:
            return self._open(service, deadline)
        except PhoneUnavailable as error:
            raise DeviceError(self._unavailable_message(str(error))) from error

    def _open(self, service: str, deadline: float) -> AdbConnection:
        connection = self._server.connect(max(0.01, limit_deadline(deadline) - time.monotonic()))
        is_open = False
        try:
            connection.send_command(f"host:transport:{self.serial}")
            _check_okay(connection.conn, deadline)
            connection.send_command(service)
            _check_okay(connection.conn, deadline)
            is_open = True
        finally:
            if not is_open:
                connection.conn.close()
        return connection

    def _unavailable_message(self, reason: str) -> str:
        state = next((state for state in _NOT_READY_STATES if state in reason), "")
        if state:
            return not_ready_message(self.serial, state)
        return f"the phone {self.serial} is gone ({' '.join(reason.split())[:200]}); plug it in again"


def _set_timeout(connection: socket.socket, deadline: float) -> None:
    """Set the timeout of a connection to the time left until the deadline, or the time limit of the run."""
    remaining = limit_deadline(deadline) - time.monotonic()
    if remaining <= 0:
        raise TimeoutError
    connection.settimeout(remaining)


def _receive(connection: socket.socket, deadline: float) -> bytes:
    _set_timeout(connection, deadline)
    return connection.recv(_CHUNK_BYTES)


def _receive_exactly(connection: socket.socket, count: int, *, deadline: float) -> bytes:
    data = b""
    while len(data) < count:
        _set_timeout(connection, deadline)
        chunk = connection.recv(count - len(data))
        if not chunk:
            raise PhoneUnavailable("the connection was closed")
        data += chunk
    return data


def _check_okay(connection: socket.socket, deadline: float) -> None:
    """Read the server's OKAY or FAIL answer; raise PhoneUnavailable unless it is OKAY."""
    answer = _receive_exactly(connection, 4, deadline=deadline)
    if answer == b"OKAY":
        return
    size = _receive_exactly(connection, 4, deadline=deadline) if answer == b"FAIL" else b""
    size_hex = size.decode("ascii", "replace")
    reason = _receive_exactly(connection, int(size_hex, 16), deadline=deadline) if size_hex else answer
    raise PhoneUnavailable(reason.decode("utf-8", "replace"))
