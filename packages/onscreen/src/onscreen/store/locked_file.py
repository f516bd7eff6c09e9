"""File of lines with a lock, so that only one process at a time appends to it."""

from __future__ import annotations

import fcntl
import os
import weakref
from pathlib import Path

from onscreen.types.errors import CannotWrite


class LockedFile:
    """A file opened for appending that no other run can open at the same time.

    Each line is flushed to disk. `size` is the size of the complete lines in bytes. The lock is released by
    `close` or at the end of the process.
    """

    def __init__(self, path: Path) -> None:
        """Open or create the file, and remove an incomplete last line.

        Raises:
            CannotWrite: another run has opened the file.
            OSError: the file cannot be opened.
        """
        self._path = path
        self._descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        self.close = weakref.finalize(self, os.close, self._descriptor)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise CannotWrite(
                f"another run is writing to {path.parent}; wait until it ends, or choose another folder"
            ) from None
        self.size = os.fstat(self._descriptor).st_size
        self.size = self._attempted_size = os.pread(self._descriptor, self.size, 0).rfind(b"\n") + 1
        self._truncate(self.size)

    def append(self, line: bytes, *, at: int) -> int:
        """Append a line after the first `at` bytes, flush it to disk and return the new size.

        Anything that an interrupted call wrote after `at` is removed first.

        Raises:
            CannotWrite: another program removed or changed the file.
            OSError: the line cannot be written.
        """
        status = os.fstat(self._descriptor)
        if status.st_nlink == 0 or not at <= status.st_size <= max(at, self._attempted_size):
            raise CannotWrite(f"another program changed or removed {self._path} during the run")
        self._truncate(at)
        self._attempted_size = at + len(line) + 1
        rest = memoryview(line + b"\n")
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]
        os.fsync(self._descriptor)
        self.size = self._attempted_size
        return self.size

    def _truncate(self, size: int) -> None:
        if os.fstat(self._descriptor).st_size > size:
            os.ftruncate(self._descriptor, size)
