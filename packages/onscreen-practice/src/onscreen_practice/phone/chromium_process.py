"""Chromium process with a remote debugging pipe, and lookup of its executable."""

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
from collections.abc import Iterator
from pathlib import Path

from onscreen_practice.phone.phone_errors import PhoneError, RendererLost

# In order of preference: a headless shell uses 235 MB per phone, a full browser 400 MB.
EXECUTABLE_NAMES = (
    "chromium-headless-shell", "headless_shell", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable",
)  # fmt: skip
_PLAYWRIGHT_PATTERNS = ("chromium_headless_shell-*/chrome*/*headless*shell", "chromium-*/chrome-*/chrome")
FLAGS = (
    "--headless", "--disable-gpu", "--disable-frame-rate-limit", "--in-process-gpu", "--no-first-run",
    "--no-default-browser-check", "--disable-background-networking", "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding", "--disable-breakpad", "--disable-crash-reporter",
    "--disable-component-update", "--disable-default-apps", "--disable-dev-shm-usage", "--disable-extensions",
    "--disable-field-trial-config", "--disable-hang-monitor", "--disable-lcd-text", "--disable-quic",
    "--disable-checker-imaging",
    "--disable-sync", "--disable-site-isolation-trials", "--disable-smooth-scrolling", "--mute-audio",
    "--force-color-profile=srgb", "--hide-scrollbars", "--metrics-recording-only", "--password-store=basic",
    "--renderer-process-limit=1",
    "--disable-features=Translate,MediaRouter,PaintHolding,BackForwardCache,SpareRendererForSitePerProcess",
)  # fmt: skip
_CHUNK_BYTES = 1 << 20
_FIRST_FREE_FD = 20
_CHILD_READ_FD, _CHILD_WRITE_FD = 3, 4
_POLL_SEC, _MAX_TRIES = 0.01, 100


def find_executable(name: str = "") -> str:
    """Find the Chromium executable to start.

    An empty `name` selects the first installed Chromium.

    Raises:
        PhoneError: no such browser is installed; the message says how to install one.
    """
    remedy = "install one with: apt install chromium-headless-shell   (or: apt install chromium)"
    if name:
        path = shutil.which(name)
        if not path:
            raise PhoneError(f"the browser {name!r} was not found or is not executable; {remedy}")
        return path
    for candidate in _find_installed():
        return candidate
    raise PhoneError(
        f"no Chromium to render the phone was found (tried {', '.join(EXECUTABLE_NAMES)}); {remedy}"
    )


class Chromium:
    """Chromium process that is controlled through its remote debugging pipe.

    Uses Chromium's --remote-debugging-pipe, on which each message ends with a zero byte. The browser exits
    when this process closes its end of the pipe, so it never outlives this process.
    """

    def __init__(self, path: str) -> None:
        """Start the browser with an empty profile.

        Raises:
            PhoneError: the browser cannot be started.
        """
        self._profile = tempfile.mkdtemp(prefix="onscreen-phone-")
        as_root = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
        pipe = ("--remote-debugging-pipe", f"--user-data-dir={self._profile}", "about:blank")
        try:
            self.pid, self._write_fd, self._read_fd = _spawn([path, *FLAGS, *as_root, *pipe])
        except OSError as error:
            shutil.rmtree(self._profile, ignore_errors=True)
            raise PhoneError(f"the browser {path!r} cannot be started: {error}") from error
        self._partial = bytearray()
        self._messages: deque[bytes] = deque()

    def send(self, message: bytes) -> None:
        """Write one message to the debugging pipe.

        Raises:
            RendererLost: the browser has exited.
        """
        view = memoryview(message + b"\0")
        try:
            while view:
                view = view[os.write(self._write_fd, view) :]
        except OSError as error:
            raise RendererLost(f"the browser that renders the phone has exited: {error}") from error

    def receive(self, deadline: float) -> bytes:
        """Wait for the next message from the browser and return it.

        Raises:
            RendererLost: the browser has exited, or the monotonic time `deadline` has passed.
        """
        while not self._messages:
            remaining_sec = max(0.0, deadline - time.monotonic())
            if not select.select((self._read_fd,), (), (), remaining_sec)[0]:
                raise RendererLost("the browser that renders the phone does not respond")
            self._split_messages(self._read())
        return self._messages.popleft()

    def close(self, grace_sec: float = 0.0) -> None:
        """Close the debugging pipe and kill the browser if it is running after `grace_sec` seconds.

        Calling this method again has no effect.
        """
        for fd in (self._write_fd, self._read_fd):
            with contextlib.suppress(OSError):
                os.close(fd)
        self._write_fd = self._read_fd = -1
        if self.pid:
            _kill_process(self.pid, grace_sec)
            self.pid = 0
        _remove_folder(self._profile)

    def _read(self) -> bytes:
        try:
            chunk = os.read(self._read_fd, _CHUNK_BYTES)
        except OSError:
            chunk = b""
        if not chunk:
            raise RendererLost("the browser that renders the phone has exited: it crashed or was killed")
        return chunk

    def _split_messages(self, chunk: bytes) -> None:
        *messages, rest = chunk.split(b"\0")
        if not messages:
            self._partial += rest
            return
        self._messages.append(bytes(self._partial) + messages[0])
        self._messages.extend(messages[1:])
        self._partial = bytearray(rest)


def _find_installed() -> Iterator[str]:
    configured = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    for folder in (*([Path(configured)] if configured else []), Path.home() / ".cache/ms-playwright"):
        for pattern in _PLAYWRIGHT_PATTERNS:
            yield from map(str, sorted(folder.glob(pattern), reverse=True))
    yield from filter(None, map(shutil.which, EXECUTABLE_NAMES))


def _spawn(command: list[str]) -> tuple[int, int, int]:
    """Start the command with debugging pipes on descriptors 3 and 4.

    Returns (pid, write_fd, read_fd).
    """
    with contextlib.ExitStack() as stack:
        child_in, ours_out = _open_pipe(stack)
        ours_in, child_out = _open_pipe(stack)
        devnull_actions = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_RDWR, 0) for fd in range(3)]
        pipe_actions = [
            (os.POSIX_SPAWN_DUP2, child_in, _CHILD_READ_FD),
            (os.POSIX_SPAWN_DUP2, child_out, _CHILD_WRITE_FD),
        ]
        pid = os.posix_spawn(
            command[0], command, os.environ, file_actions=[*pipe_actions, *devnull_actions], setpgroup=0
        )
        return pid, os.dup(ours_out), os.dup(ours_in)


def _open_pipe(stack: contextlib.ExitStack) -> tuple[int, int]:
    """Open a pipe with descriptor numbers above those of the child; closed with the stack."""
    ends = []
    for low in os.pipe():
        ends.append(fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE_FD))
        os.close(low)
        stack.callback(os.close, ends[-1])
    return ends[0], ends[1]


def _remove_folder(folder: str) -> None:
    """Remove a folder, retrying while exiting processes still write to it."""
    for _ in range(_MAX_TRIES):
        shutil.rmtree(folder, ignore_errors=True)
        if not Path(folder).exists():
            return
        time.sleep(_POLL_SEC)


def _kill_process(pid: int, grace_sec: float) -> None:
    deadline = time.monotonic() + grace_sec
    with contextlib.suppress(ChildProcessError):
        while not os.waitpid(pid, os.WNOHANG)[0] and time.monotonic() < deadline:
            time.sleep(_POLL_SEC)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, 0)
