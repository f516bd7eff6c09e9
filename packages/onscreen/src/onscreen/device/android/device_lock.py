"""Lock that prevents two runs from using the same phone at once."""

from __future__ import annotations

import fcntl
import hashlib
import os
import tempfile
from pathlib import Path
from typing import IO

from onscreen.types.errors import DeviceError


class DeviceLock:
    """Exclusive lock on a phone, held until `release` is called or the process ends."""

    def __init__(self, serial: str, *, server: str) -> None:
        """Acquire the lock on the phone with the given serial at the given adb server.

        Raises:
            DeviceError: another run holds the lock.
        """
        digest = hashlib.sha256(f"{server} {serial}".encode()).hexdigest()[:16]
        path = Path(tempfile.gettempdir()) / f"onscreen-phone-{os.getuid()}-{digest}.lock"
        self.serial = serial
        self._file: IO[str] | None = path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.seek(0)
            owner = self._file.read().strip() or "unknown"
            self.release()
            raise DeviceError(
                f"the phone {serial} is in use by another run (process {owner}), and two runs would disturb "
                "each other: wait for it to finish, or choose another phone with the setting serial=..."
            ) from error
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()

    def release(self) -> None:
        """Release the lock if it is still held."""
        if self._file is not None:
            self._file.close()
            self._file = None
