"""Processes of a desktop, which end together, even if this process is killed."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence

from onscreen.types.errors import DeviceError, MissingExtra

PACKAGES: Mapping[str, str] = {
    "Xvfb": "xvfb",
    "openbox": "openbox",
    "dbus-daemon": "dbus",
    "at-spi-bus-launcher": "at-spi2-core",
    "xclip": "xclip",
    "bwrap": "bubblewrap",
}
"""Program -> the Debian package that contains it."""
_OTHER_FOLDERS = "/usr/libexec:/usr/lib/at-spi2-core"

_GRACE_SEC, _POLL_SEC = 1.0, 0.01
_CHUNK_BYTES = 4096
# `read` returns when the pipe to this process is closed, for whatever reason; then the group is killed.
_WATCH_SCRIPT = "read line; kill -9 0"


def find_program(name: str) -> str:
    """Return the path of a program.

    Raises:
        MissingExtra: the program is not installed; the message names the Debian package.
    """
    path = shutil.which(name)
    if path is None:
        package = PACKAGES.get(name, name)
        raise MissingExtra(
            f"the device 'linux' needs the program {name!r}, which is not installed; install it with: "
            f"apt-get install {package}"
        )
    return path


def missing_packages() -> tuple[str, ...]:
    """Return the Debian packages whose programs are not installed."""
    path = f"{os.environ.get('PATH', os.defpath)}:{_OTHER_FOLDERS}"
    return tuple(package for name, package in PACKAGES.items() if shutil.which(name, path=path) is None)


class ProcessGroup:
    """Group of processes that are killed together when the group is closed or this process ends."""

    def __init__(self) -> None:
        """Create a group with only a watcher, which ends the group when this process ends."""
        self._watcher = subprocess.Popen(
            ("/bin/sh", "-c", _WATCH_SCRIPT),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            process_group=0,
        )
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        folder: str = "/",
        fds: Sequence[int] = (),
    ) -> subprocess.Popen[bytes]:
        """Start a program in the group, without input and output, that inherits the descriptors `fds`.

        Raises:
            DeviceError: the program cannot be started.
        """
        try:
            process = subprocess.Popen(
                command,
                env=environment,
                cwd=folder,
                pass_fds=tuple(fds),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                process_group=self._watcher.pid,
            )
        except OSError as error:
            raise DeviceError(f"{command[0]!r} cannot be started: {error}") from error
        self._processes.append(process)
        return process

    def start_with_answer(
        self, command: Sequence[str], *, environment: Mapping[str, str], timeout_sec: float
    ) -> str:
        """Start a program that writes one line to a descriptor, and return the line.

        "{fd}" in the command stands for the number of the descriptor.

        Raises:
            DeviceError: the program cannot be started, or writes no line in time.
        """
        read_fd, write_fd = os.pipe()
        try:
            arguments = [each.format(fd=write_fd) for each in command]
            self.start(arguments, environment=environment, fds=(write_fd,))
            os.close(write_fd)
            return _read_line(read_fd, command[0], timeout_sec=timeout_sec)
        finally:
            os.close(read_fd)

    def close(self) -> None:
        """Kill all processes of the group and wait until they have ended; may be called more than once."""
        if self._watcher.stdin is None or self._watcher.stdin.closed:
            return
        self._watcher.stdin.close()
        for process in (self._watcher, *self._processes):
            try:
                process.wait(_GRACE_SEC)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    @property
    def number(self) -> int:
        """Process group id."""
        return self._watcher.pid


def end_group(group: int) -> None:
    """Kill a process group, if it still exists."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _read_line(fd: int, name: str, *, timeout_sec: float) -> str:
    """Read the first line from a descriptor.

    Raises:
        DeviceError: the descriptor is closed first, or no line arrives in time.
    """
    deadline, data = time.monotonic() + timeout_sec, b""
    while b"\n" not in data:
        left_sec = max(0.0, deadline - time.monotonic())
        if not select.select((fd,), (), (), left_sec)[0]:
            raise DeviceError(f"{name!r} did not become ready within {timeout_sec:g} s")
        chunk = os.read(fd, _CHUNK_BYTES)
        if not chunk:
            raise DeviceError(f"{name!r} ended at its start")
        data += chunk
    return data.decode("utf-8", "replace").split("\n")[0].strip()
