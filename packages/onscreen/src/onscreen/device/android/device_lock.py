"""One run at a time: a phone is held by a lock that ends with the program that took it."""

from __future__ import annotations

import fcntl
import hashlib
import os
import tempfile
from pathlib import Path
from typing import IO

from onscreen.types.errors import DeviceError


class Hold:
    """Holds one phone until it is let go or the program ends."""

    def __init__(self, serial: str, *, server: str) -> None:
        """Take the phone of this serial at this adb server.

        Raises:
            DeviceError: another run holds it.
        """
        digest = hashlib.sha256(f"{server} {serial}".encode()).hexdigest()[:16]
        path = Path(tempfile.gettempdir()) / f"onscreen-phone-{os.getuid()}-{digest}.lock"
        self.serial = serial
        self._file: IO[str] | None = path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.seek(0)
            holder = self._file.read().strip() or "unknown"
            self.let_go()
            raise DeviceError(
                f"the phone {serial} is in use by another run (process {holder}); two at once would disturb "
                "each other: wait for it to end, or choose another phone with the setting serial=..."
            ) from error
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()

    def let_go(self) -> None:
        """Let others use the phone; may be called more than once."""
        if self._file is not None:
            self._file.close()
            self._file = None
