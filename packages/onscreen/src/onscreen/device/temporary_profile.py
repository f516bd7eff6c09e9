"""Temporary browser profile folders, which are removed even if their process was killed.

A process holds a lock in the folder of its browser. The operating system releases the lock when the process
ends for any reason, so that the next start finds and removes the folder.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from pathlib import Path

PREFIX = "onscreen-browser-"
LOCK_NAME = "onscreen.lock"
"""Name of the file in a profile folder that is locked by the process of its browser."""

_NEW_PREFIX = "onscreen-new-browser-"
_POLL_SEC, _MAX_REMOVALS = 0.01, 100


class TemporaryProfile:
    """A temporary profile folder, locked by this process until `release` is called.

    `path` is the folder.
    """

    def __init__(self) -> None:
        """Create the folder, and remove the folders of ended processes."""
        remove_abandoned()
        new = Path(tempfile.mkdtemp(prefix=_NEW_PREFIX))
        # Another process sees the folder under its final name only when it is locked.
        self._lock_fd = lock_file(new / LOCK_NAME, os.O_RDWR | os.O_CREAT)
        self.path = new.with_name(PREFIX + new.name.removeprefix(_NEW_PREFIX))
        new.rename(self.path)

    def release(self) -> None:
        """Remove the folder, retrying while exiting processes still write to it.

        May be called more than once.
        """
        if self._lock_fd < 0:
            return
        for _ in range(_MAX_REMOVALS):
            shutil.rmtree(self.path, ignore_errors=True)
            if not self.path.exists():
                break
            time.sleep(_POLL_SEC)
        os.close(self._lock_fd)
        self._lock_fd = -1


def remove_abandoned() -> None:
    """Remove the temporary profiles of this user that are not locked by a living process.

    A folder without a lock file is kept, because a process may be using it.
    """
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
                continue
            lock_fd = lock_file(folder / LOCK_NAME, os.O_RDWR)
            try:
                _remove_content(folder)
            finally:
                os.close(lock_fd)


def _remove_content(folder: Path) -> None:
    """Remove a folder; keep the lock for the next attempt if the exiting browser may still write to it."""
    is_in_use = _is_in_use(folder)
    shutil.rmtree(folder, ignore_errors=True)
    if is_in_use or folder.exists():
        folder.mkdir(mode=0o700, exist_ok=True)
        (folder / LOCK_NAME).touch()


def _is_in_use(folder: Path) -> bool:
    """Check whether a process has a folder in its command line; False where processes cannot be listed."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if os.fsencode(folder) in path.read_bytes():
                return True
    return False


def lock_file(path: Path, flags: int) -> int:
    """Open and lock a file; return its descriptor, which child processes do not inherit.

    Raises:
        OSError: the file cannot be opened, or another process holds the lock.
    """
    descriptor = os.open(path, flags | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor
