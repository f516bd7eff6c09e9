"""Chromium process management and communication over a debugging pipe."""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import signal
import time
from collections import deque
from collections.abc import Sequence

from onscreen.deadline import check_limit, limit_deadline
from onscreen.device.child_environment import child_environment
from onscreen.device.kept_profile import KeptProfile
from onscreen.device.temporary_profile import TemporaryProfile
from onscreen.types.errors import DeviceError

_CHUNK_BYTES = 1 << 20
_FIRST_FREE_FD = 20
_BROWSER_READ_FD, _BROWSER_WRITE_FD = 3, 4
_SEND_TIMEOUT_SEC = 30.0
_POLL_SEC = 0.01


class BrowserPipe:
    """Browser process controlled through Chromium's `--remote-debugging-pipe`.

    Messages end with a zero byte. The browser exits when this process closes the pipe, so it cannot outlive
    this process.
    """

    def __init__(self, executable: str, arguments: Sequence[str], *, profile: str) -> None:
        """Start the browser with a profile folder; "" creates a temporary one.

        Raises:
            DeviceError: the browser cannot be started, or another one uses the profile.
        """
        self._profile = KeptProfile(profile) if profile else TemporaryProfile()
        command = [
            executable,
            "--remote-debugging-pipe",
            f"--user-data-dir={self._profile.path}",
            *arguments,
        ]
        try:
            self.pid, self._write_fd, self._read_fd = _spawn(command)
        except OSError as error:
            self._profile.release()
            raise DeviceError(f"the browser {executable!r} cannot be started: {error}") from error
        os.set_blocking(self._write_fd, False)
        self._partial = bytearray()
        self._messages: deque[bytes] = deque()
        self._open = True

    @property
    def is_open(self) -> bool:
        """True if the browser is still connected."""
        return self._open

    def send(self, message: bytes) -> None:
        """Send one message to the browser.

        Raises:
            DeviceError: the browser is gone, or reads nothing.
            TimeLimitReached: the browser reads nothing before the time limit of the run.
        """
        view = memoryview(message + b"\0")
        deadline = time.monotonic() + _SEND_TIMEOUT_SEC
        try:
            while view:
                left_sec = max(0.0, limit_deadline(deadline) - time.monotonic())
                if not select.select((), (self._write_fd,), (), left_sec)[1]:
                    check_limit()
                    raise DeviceError(f"the browser read nothing for {_SEND_TIMEOUT_SEC:g} s")
                view = view[os.write(self._write_fd, view) :]
        except OSError as error:
            self._open = False
            raise DeviceError(f"the browser is gone: {error}") from error

    def receive(self, deadline: float) -> bytes | None:
        """Wait for the next message from the browser and return it.

        Returns None if no message arrives before the monotonic time `deadline`.

        Raises:
            DeviceError: the browser is gone.
            TimeLimitReached: no message arrives before the time limit of the run.
        """
        while not self._messages:
            left_sec = max(0.0, limit_deadline(deadline) - time.monotonic())
            if not select.select((self._read_fd,), (), (), left_sec)[0]:
                check_limit()
                return None
            self._split_messages(self._read())
        return self._messages.popleft()

    def close(self, grace_sec: float) -> None:
        """Terminate the browser and delete its temporary profile.

        The browser has `grace_sec` to exit by itself. Then its process group is killed.
        """
        self._open = False
        for fd in (self._write_fd, self._read_fd):
            with contextlib.suppress(OSError):
                os.close(fd)
        self._write_fd = self._read_fd = -1
        if self.pid:
            _end_process(self.pid, grace_sec)
            self.pid = 0
        self._profile.release()

    def _read(self) -> bytes:
        try:
            chunk = os.read(self._read_fd, _CHUNK_BYTES)
        except OSError:
            chunk = b""
        if not chunk:
            self._open = False
            raise DeviceError("the browser is gone: it closed the pipe (it crashed or was terminated)")
        return chunk

    def _split_messages(self, chunk: bytes) -> None:
        *complete, partial = chunk.split(b"\0")
        if not complete:
            self._partial += partial
            return
        self._messages.append(bytes(self._partial) + complete[0])
        self._messages.extend(complete[1:])
        self._partial = bytearray(partial)


def _spawn(command: list[str]) -> tuple[int, int, int]:
    """Start a command connected by two pipes.

    The command reads from descriptor 3 and writes to descriptor 4. Returns the process id, the descriptor to
    write to and the descriptor to read from.
    """
    with contextlib.ExitStack() as stack:
        browser_in, own_out = _pipe(stack)
        own_in, browser_out = _pipe(stack)
        actions: list[tuple[int, int, int] | tuple[int, int, str, int, int]] = [
            (os.POSIX_SPAWN_DUP2, browser_in, _BROWSER_READ_FD),
            (os.POSIX_SPAWN_DUP2, browser_out, _BROWSER_WRITE_FD),
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ]
        pid = os.posix_spawn(command[0], command, child_environment(), file_actions=actions, setpgroup=0)
        return pid, os.dup(own_out), os.dup(own_in)


def _pipe(stack: contextlib.ExitStack) -> tuple[int, int]:
    """Open a pipe that the stack closes, with descriptors above those of the browser."""
    ends = []
    for fd in os.pipe():
        ends.append(fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE_FD))
        os.close(fd)
        stack.callback(os.close, ends[-1])
    return ends[0], ends[1]


def _end_process(pid: int, grace_sec: float) -> None:
    has_ended = _wait_for_end(pid, grace_sec)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    if not has_ended:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, 0)


def _wait_for_end(pid: int, timeout_sec: float) -> bool:
    """Wait until a child process has ended; return False after the timeout."""
    deadline = time.monotonic() + timeout_sec
    while time.monotonic() < deadline:
        try:
            if os.waitpid(pid, os.WNOHANG)[0] == pid:
                return True
        except ChildProcessError:
            return True
        time.sleep(_POLL_SEC)
    return False
