"""Location of the adb executable and startup of the adb server."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

from onscreen.device.child_environment import child_environment
from onscreen.types.errors import DeviceError, MissingExtra

_START_TIMEOUT_SEC = 30.0
_PROBE_TIMEOUT_SEC = 2.0
DEFAULT_PORT = 5037
INSTALL_HINT = 'install it with: apt install adb   (or: pip install "onscreen[android]", which includes it)'


def find_adb(configured: str = "") -> str:
    """Find the adb executable and return its path.

    Without a `configured` program, the candidates in order are: ADBUTILS_ADB_PATH, the PATH, the Android
    SDK, and the binary bundled with adbutils.

    Raises:
        MissingExtra: adb is not installed; the message contains the command to install it.
    """
    if configured:
        path = shutil.which(configured)
        if not path:
            raise MissingExtra(
                f"the adb program {configured!r} does not exist or is not executable; {INSTALL_HINT}"
            )
        return path
    for candidate in _adb_candidates():
        return candidate
    raise MissingExtra(f"no adb was found on the PATH, in ANDROID_HOME or in adbutils; {INSTALL_HINT}")


def server_address(host: str = "", port: int = 0) -> tuple[str, int]:
    """Return the host and port of the adb server.

    An empty `host` or a `port` of 0 is taken from adb's own environment variables, or else from its defaults.

    Raises:
        DeviceError: ANDROID_ADB_SERVER_PORT is not a number.
    """
    env_port = os.environ.get("ANDROID_ADB_SERVER_PORT", "")
    if not port and env_port and not env_port.isdecimal():
        raise DeviceError(f"ANDROID_ADB_SERVER_PORT must be a number; found {env_port!r}")
    default_host = os.environ.get("ANDROID_ADB_SERVER_ADDRESS", "127.0.0.1")
    return host or default_host, port or int(env_port or DEFAULT_PORT)


def is_listening(host: str, port: int) -> bool:
    """Check whether a server accepts TCP connections at a host and port."""
    try:
        socket.create_connection((host, port), _PROBE_TIMEOUT_SEC).close()
    except OSError:
        return False
    return True


def start_server(program: str, port: int) -> None:
    """Start a local adb server that keeps running in the background.

    Raises:
        DeviceError: the server does not start.
    """
    command = [program, "-P", str(port), "start-server"]
    try:
        completed = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_START_TIMEOUT_SEC,
            env=child_environment(),
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise DeviceError(f"the adb server cannot be started: {error}") from error
    if completed.returncode:
        output = " ".join((completed.stderr or completed.stdout).split())[-300:]
        raise DeviceError(
            f"the adb server cannot be started on port {port}: {output or 'no output'}; another program "
            f"may be using the port: run `{program} -P {port} start-server` by hand, or set server_port"
        )


def _adb_candidates() -> Iterator[str]:
    if from_environment := os.environ.get("ADBUTILS_ADB_PATH"):
        yield from_environment
    if on_path := shutil.which("adb"):
        yield on_path
    for variable in ("ANDROID_HOME", "ANDROID_SDK_ROOT"):
        in_sdk = Path(os.environ.get(variable) or "/nowhere") / "platform-tools" / "adb"
        if os.access(in_sdk, os.X_OK):
            yield str(in_sdk)
    if bundled := _bundled_adb():
        yield bundled


def _bundled_adb() -> str:
    """Return the path of the adb bundled with adbutils, or "" if this platform has no such binary."""
    spec = importlib.util.find_spec("adbutils")
    for folder in (spec and spec.submodule_search_locations) or ():
        path = Path(folder) / "binaries" / "adb"
        if os.access(path, os.X_OK):
            return str(path)
    return ""
