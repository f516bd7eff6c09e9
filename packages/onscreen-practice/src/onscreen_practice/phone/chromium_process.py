"""Which Chromium draws the phone, and a process of it with its debugging pipe."""

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

from onscreen_practice.phone.phone_errors import PhoneError, PhoneGone

# A headless shell needs 235 MB for a phone where a whole browser needs 400, so it is looked for first.
NAMES = (
    "chromium-headless-shell", "headless_shell", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable",
)  # fmt: skip
_PLAYWRIGHT = ("chromium_headless_shell-*/chrome*/*headless*shell", "chromium-*/chrome-*/chrome")
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
_FROM_US, _TO_US = 3, 4
_POLL_SEC, _MOST_TRIES = 0.01, 100


def executable(wanted: str = "") -> str:
    """Return the path of the browser to start.

    Raises:
        PhoneError: there is none; the message says how to install one.
    """
    remedy = "install one with: apt install chromium-headless-shell   (or: apt install chromium)"
    if wanted:
        found = shutil.which(wanted)
        if not found:
            raise PhoneError(f"the browser {wanted!r} is not there or cannot be run; {remedy}")
        return found
    for candidate in _candidates():
        return candidate
    raise PhoneError(f"no Chromium was found to draw the phone (looked for {', '.join(NAMES)}); {remedy}")


class Chromium:
    """One browser process; messages end with a zero byte (Chromium's --remote-debugging-pipe).

    The browser ends by itself when our end of the pipe closes, so it cannot outlive us.
    """

    def __init__(self, path: str) -> None:
        """Start the browser with an empty profile.

        Raises:
            PhoneError: it cannot be started.
        """
        self._profile = tempfile.mkdtemp(prefix="onscreen-phone-")
        as_root = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
        pipe = ("--remote-debugging-pipe", f"--user-data-dir={self._profile}", "about:blank")
        try:
            self.pid, self._write_fd, self._read_fd = _spawn([path, *FLAGS, *as_root, *pipe])
        except OSError as error:
            shutil.rmtree(self._profile, ignore_errors=True)
            raise PhoneError(f"the browser {path!r} cannot be started: {error}") from error
        self._rest = bytearray()
        self._whole: deque[bytes] = deque()

    def send(self, message: bytes) -> None:
        """Write one message.

        Raises:
            PhoneGone: the browser is gone.
        """
        view = memoryview(message + b"\0")
        try:
            while view:
                view = view[os.write(self._write_fd, view) :]
        except OSError as error:
            raise PhoneGone(f"the browser that draws the phone is gone: {error}") from error

    def receive(self, until: float) -> bytes:
        """Return the next message.

        Raises:
            PhoneGone: the browser is gone, or the monotonic time `until` has come.
        """
        while not self._whole:
            left = max(0.0, until - time.monotonic())
            if not select.select((self._read_fd,), (), (), left)[0]:
                raise PhoneGone("the browser that draws the phone does not answer")
            self._take(self._read())
        return self._whole.popleft()

    def end(self, grace_sec: float = 0.0) -> None:
        """End the browser, by force when it does not go within this time; may be called more than once."""
        for fd in (self._write_fd, self._read_fd):
            with contextlib.suppress(OSError):
                os.close(fd)
        self._write_fd = self._read_fd = -1
        if self.pid:
            _end(self.pid, grace_sec)
            self.pid = 0
        _forget(self._profile)

    def _read(self) -> bytes:
        try:
            chunk = os.read(self._read_fd, _CHUNK_BYTES)
        except OSError:
            chunk = b""
        if not chunk:
            raise PhoneGone("the browser that draws the phone is gone: it crashed, or someone ended it")
        return chunk

    def _take(self, chunk: bytes) -> None:
        *whole, rest = chunk.split(b"\0")
        if not whole:
            self._rest += rest
            return
        self._whole.append(bytes(self._rest) + whole[0])
        self._whole.extend(whole[1:])
        self._rest = bytearray(rest)


def _candidates() -> Iterator[str]:
    by_hand = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    for folder in (*([Path(by_hand)] if by_hand else []), Path.home() / ".cache/ms-playwright"):
        for pattern in _PLAYWRIGHT:
            yield from map(str, sorted(folder.glob(pattern), reverse=True))
    yield from filter(None, map(shutil.which, NAMES))


def _spawn(command: list[str]) -> tuple[int, int, int]:
    """Start the command with its descriptors 3 and 4 tied to ours; return pid, write end, read end."""
    with contextlib.ExitStack() as stack:
        theirs_in, ours_out = _pipe(stack)
        ours_in, theirs_out = _pipe(stack)
        quiet = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_RDWR, 0) for fd in range(3)]
        tied = [(os.POSIX_SPAWN_DUP2, theirs_in, _FROM_US), (os.POSIX_SPAWN_DUP2, theirs_out, _TO_US)]
        pid = os.posix_spawn(command[0], command, os.environ, file_actions=[*tied, *quiet], setpgroup=0)
        return pid, os.dup(ours_out), os.dup(ours_in)


def _pipe(stack: contextlib.ExitStack) -> tuple[int, int]:
    """Return a pipe whose ends lie above the descriptors the child gets, closed with the stack."""
    ends = []
    for low in os.pipe():
        ends.append(fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE_FD))
        os.close(low)
        stack.callback(os.close, ends[-1])
    return ends[0], ends[1]


def _forget(folder: str) -> None:
    """Remove the profile; processes that are just dying may write to it still."""
    for _ in range(_MOST_TRIES):
        shutil.rmtree(folder, ignore_errors=True)
        if not Path(folder).exists():
            return
        time.sleep(_POLL_SEC)


def _end(pid: int, grace_sec: float) -> None:
    until = time.monotonic() + grace_sec
    with contextlib.suppress(ChildProcessError):
        while not os.waitpid(pid, os.WNOHANG)[0] and time.monotonic() < until:
            time.sleep(_POLL_SEC)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, 0)
