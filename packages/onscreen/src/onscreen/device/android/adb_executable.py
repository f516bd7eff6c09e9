"""Which adb to use, and starting its server."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

from onscreen.types.errors import DeviceError, MissingExtra

_START_CAP_SEC = 30.0
_PROBE_CAP_SEC = 2.0
USUAL_PORT = 5037
REMEDY = 'install it with: apt install adb   (or: pip install "onscreen[android]", which brings one along)'


def adb_program(wanted: str = "") -> str:
    """Return the path of the adb program: the one wanted, the system's, the SDK's, or adbutils' own.

    Raises:
        MissingExtra: there is none; the message holds the command that installs it.
    """
    if wanted:
        found = shutil.which(wanted)
        if not found:
            raise MissingExtra(f"the adb program {wanted!r} is not there or cannot be run; {REMEDY}")
        return found
    for candidate in _candidates():
        return candidate
    raise MissingExtra(f"no adb was found on the PATH, in ANDROID_HOME or with adbutils; {REMEDY}")


def server_place(host: str = "", port: int = 0) -> tuple[str, int]:
    """Return where the adb server listens, as it was set or as adb's own variables say.

    Raises:
        DeviceError: the variable for the port holds no number.
    """
    said = os.environ.get("ANDROID_ADB_SERVER_PORT", "")
    if not port and said and not said.isdecimal():
        raise DeviceError(f"ANDROID_ADB_SERVER_PORT must be a number; found {said!r}")
    usual_host = os.environ.get("ANDROID_ADB_SERVER_ADDRESS", "127.0.0.1")
    return host or usual_host, port or int(said or USUAL_PORT)


def is_listening(host: str, port: int) -> bool:
    """Whether something listens there."""
    try:
        socket.create_connection((host, port), _PROBE_CAP_SEC).close()
    except OSError:
        return False
    return True


def start_server(program: str, port: int) -> None:
    """Start the adb server on this machine; it goes on running, as adb's server does.

    Raises:
        DeviceError: it does not start.
    """
    command = [program, "-P", str(port), "start-server"]
    try:
        ran = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_START_CAP_SEC,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise DeviceError(f"the adb server cannot be started: {error}") from error
    if ran.returncode:
        said = " ".join((ran.stderr or ran.stdout).split())[-300:]
        raise DeviceError(
            f"the adb server cannot be started on port {port}: {said or 'it said nothing'}; another program "
            f"may hold the port: try `{program} -P {port} start-server` by hand, or set server_port"
        )


def _candidates() -> Iterator[str]:
    if set_by_hand := os.environ.get("ADBUTILS_ADB_PATH"):
        yield set_by_hand
    if found := shutil.which("adb"):
        yield found
    for variable in ("ANDROID_HOME", "ANDROID_SDK_ROOT"):
        beside = Path(os.environ.get(variable) or "/nowhere") / "platform-tools" / "adb"
        if os.access(beside, os.X_OK):
            yield str(beside)
    if bundled := _bundled():
        yield bundled


def _bundled() -> str:
    """Return the adb that comes with adbutils, "" where this system has none."""
    spec = importlib.util.find_spec("adbutils")
    for folder in (spec and spec.submodule_search_locations) or ():
        path = Path(folder) / "binaries" / "adb"
        if os.access(path, os.X_OK):
            return str(path)
    return ""
