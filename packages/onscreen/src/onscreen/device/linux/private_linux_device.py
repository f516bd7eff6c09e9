"""Private Linux desktop as a device with restorable initial state and readable files."""

from __future__ import annotations

import shlex
from functools import cache
from pathlib import Path

from onscreen.device.linux.desktop_session import sandbox_command
from onscreen.device.linux.linux_device import LinuxDevice
from onscreen.device.linux.linux_settings import LinuxSettings
from onscreen.types import Start
from onscreen.types.errors import DeviceError

READ_FILES = """
import hashlib, json, os
files = {}
for folder, folders, names in os.walk("."):
    folders[:] = sorted(set(folders) - {".cache", ".runtime", ".dbus"})
    for path in sorted(os.path.relpath(os.path.join(folder, name)) for name in names):
        if not os.path.isfile(path) or os.path.getsize(path) > 100_000:
            continue
        with open(path, "rb") as file:
            content = file.read()
        try:
            files[path] = {"name": path, "lines": content.decode().splitlines()}
        except UnicodeDecodeError:
            if not path.startswith("."):
                files[path] = {"name": path, "sha256": hashlib.sha256(content).hexdigest()}
print(json.dumps({"files": files}))
"""
"""Python program that prints the files below the working folder: the lines of texts, the hashes of others.

Left out are caches, files above 100 kB, and hidden files that are not text.
"""


class PrivateLinuxDevice(LinuxDevice):
    """Linux desktop that is recreated by each start, with the files of the setting `home`.

    Its stored state consists of the files in the home folder; other effects are visible only in controls.
    """

    def __init__(self, settings: LinuxSettings) -> None:
        """Store the settings without starting a desktop."""
        super().__init__(settings)
        self.state_expression = shlex.join(("python3", "-c", READ_FILES))
        self.state_is_complete = False

    def initial_start(self, app: str, *, seed: int) -> Start:
        """Return a start that opens an application on a new desktop; the files are the same for every seed.

        Raises:
            DeviceError: programs could change files outside the home folder, which are not restored by a
                start.
        """
        if not is_sandboxed():
            raise DeviceError(
                "programs on a private desktop can change files outside its home folder, which are not "
                "restored; install bubblewrap: apt-get install bubblewrap"
            )
        return Start(app, seed=seed)


@cache
def is_sandboxed() -> bool:
    """Check whether programs on a private desktop can write only to its home folder."""
    return bool(sandbox_command(Path.home()))
