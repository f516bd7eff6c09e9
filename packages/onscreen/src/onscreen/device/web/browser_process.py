"""A Chromium started with its debugging pipe: bytes to it, bytes from it, and its end."""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import shutil
import signal
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence

from onscreen.types.errors import DeviceError

_CHUNK_BYTES = 1 << 20
_FIRST_FREE_FD = 20
_FROM_US, _TO_US = 3, 4


class BrowserPipe:
    """One browser process; messages end with a zero byte (Chromium's --remote-debugging-pipe).

    The browser ends by itself when our end of the pipe closes, so it cannot outlive us.
    """

    def __init__(self, executable: str, flags: Sequence[str], *, profile: str) -> None:
        """Start the browser with a profile folder of its own, or the one given.

        Raises:
            DeviceError: it cannot be started.
        """
        self._throwaway = "" if profile else tempfile.mkdtemp(prefix="onscreen-web-")
        folder = profile or self._throwaway
        command = [
            executable,
            *flags,
            "--remote-debugging-pipe",
            f"--user-data-dir={folder}",
            "--no-startup-window",
        ]
        try:
            self._pid, self._write_fd, self._read_fd = _spawn(command)
        except OSError as error:
            raise DeviceError(f"the browser {executable!r} cannot be started: {error}") from error
        self._rest = bytearray()
        self._whole: deque[bytes] = deque()
        self._open = True

    @property
    def is_open(self) -> bool:
        """Whether the browser has not gone away."""
        return self._open

    def send(self, message: bytes) -> None:
        """Write one message.

        Raises:
            DeviceError: the browser is gone.
        """
        view = memoryview(message + b"\0")
        try:
            while view:
                view = view[os.write(self._write_fd, view) :]
        except OSError as error:
            self._open = False
            raise DeviceError(f"the browser is gone: {error}") from error

    def receive(self, until: float) -> bytes | None:
        """Return the next message, or None when the monotonic time `until` has come.

        Raises:
            DeviceError: the browser is gone.
        """
        while not self._whole:
            left = max(0.0, until - time.monotonic())
            if not select.select((self._read_fd,), (), (), left)[0]:
                return None
            self._take(self._read())
        return self._whole.popleft()

    def close(self, grace_sec: float) -> None:
        """End the browser, by force when it does not go within `grace_sec`, and forget its profile."""
        self._open = False
        for fd in (self._write_fd, self._read_fd):
            with contextlib.suppress(OSError):
                os.close(fd)
        self._write_fd = self._read_fd = -1
        if self._pid:
            _end(self._pid, grace_sec)
            self._pid = 0
        if self._throwaway:
            shutil.rmtree(self._throwaway, ignore_errors=True)

    def _read(self) -> bytes:
        try:
            chunk = os.read(self._read_fd, _CHUNK_BYTES)
        except OSError:
            chunk = b""
        if not chunk:
            self._open = False
            raise DeviceError("the browser is gone: it closed its end (crashed, or ended by someone else)")
        return chunk

    def _take(self, chunk: bytes) -> None:
        *whole, rest = chunk.split(b"\0")
        if not whole:
            self._rest += rest
            return
        self._whole.append(bytes(self._rest) + whole[0])
        self._whole.extend(whole[1:])
        self._rest = bytearray(rest)


def _spawn(command: list[str]) -> tuple[int, int, int]:
    """Start the command with its descriptors 3 and 4 tied to ours; return pid, write end, read end."""
    with contextlib.ExitStack() as stack:
        theirs_in, ours_out = _pipe(stack)
        ours_in, theirs_out = _pipe(stack)
        actions: list[tuple[int, int, int] | tuple[int, int, str, int, int]] = [
            (os.POSIX_SPAWN_DUP2, theirs_in, _FROM_US),
            (os.POSIX_SPAWN_DUP2, theirs_out, _TO_US),
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ]
        pid = os.posix_spawn(command[0], command, os.environ, file_actions=actions, setpgroup=0)
        return pid, os.dup(ours_out), os.dup(ours_in)


def _pipe(stack: contextlib.ExitStack) -> tuple[int, int]:
    """Return a pipe whose ends lie above the descriptors the child gets, closed with the stack."""
    ends = []
    for low in os.pipe():
        ends.append(fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE_FD))
        os.close(low)
        stack.callback(os.close, ends[-1])
    return ends[0], ends[1]


def _end(pid: int, grace_sec: float) -> None:
    ended = any(_waits(pid, grace_sec))
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    if not ended:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, 0)


def _waits(pid: int, grace_sec: float, *, step_sec: float = 0.01) -> Iterator[bool]:
    until = time.monotonic() + grace_sec
    while time.monotonic() < until:
        try:
            yield os.waitpid(pid, os.WNOHANG)[0] == pid
        except ChildProcessError:
            yield True
        time.sleep(step_sec)
