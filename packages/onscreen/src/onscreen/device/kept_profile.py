"""Persistent profile folders, each used by one browser at a time."""

from __future__ import annotations

import os
from pathlib import Path

from onscreen.device.temporary_profile import LOCK_NAME, lock_file
from onscreen.types.errors import DeviceError

_CHROMIUM_LOCK_NAME = "SingletonLock"
"""Symbolic link in the profile of a running Chromium with a window; its target is HOST-PID."""


class KeptProfile:
    """Persistent profile folder, locked by this process until `release` is called.

    Two browsers on one profile would lose each other's logins, which a headless shell does not prevent.
    `path` is the folder.
    """

    def __init__(self, folder: str) -> None:
        """Create the folder if it is missing, and lock it.

        Raises:
            DeviceError: another browser uses the folder, or it cannot be created.
        """
        self.path = Path(folder)
        in_use = f"the profile {folder} is used by another browser; close that, or choose another profile"
        if _is_used_by_chromium(self.path):
            raise DeviceError(in_use)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock_fd = lock_file(self.path / LOCK_NAME, os.O_RDWR | os.O_CREAT)
        except BlockingIOError:
            raise DeviceError(in_use) from None
        except OSError as error:
            raise DeviceError(f"the profile {folder} cannot be used: {error}") from error

    def release(self) -> None:
        """Release the lock on the folder without deleting it; may be called more than once."""
        if self._lock_fd >= 0:
            os.close(self._lock_fd)
            self._lock_fd = -1


def _is_used_by_chromium(folder: Path) -> bool:
    """Check whether a running Chromium of this machine has locked the profile."""
    try:
        pid = str((folder / _CHROMIUM_LOCK_NAME).readlink()).rpartition("-")[2]
    except OSError:
        return False
    return pid.isdigit() and Path("/proc", pid).exists()
