"""Environment variables for programs started by a device, such as the browser or the adb server."""

from __future__ import annotations

import os

NAMES = frozenset(
    (
        "ALL_PROXY", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "HOME", "HTTPS_PROXY", "HTTP_PROXY", "LANG",
        "LANGUAGE", "LOGNAME", "NO_PROXY", "PATH", "PLAYWRIGHT_BROWSERS_PATH", "PULSE_SERVER", "SHELL",
        "SSL_CERT_DIR", "SSL_CERT_FILE", "SYSTEMROOT", "TEMP", "TERM", "TMP", "TMPDIR", "TZ", "USER",
        "WAYLAND_DISPLAY", "XAUTHORITY",
    )
)  # fmt: skip
"""Names of variables that are passed on, in upper case: system variables without secrets."""

PREFIXES = (
    "ADB_",
    "ANDROID_",
    "DYLD_",
    "FONTCONFIG_",
    "GTK_",
    "LC_",
    "LD_",
    "ONSCREEN_",
    "PYTHON",
    "QT_",
    "XDG_",
)
"""Prefixes of the names of other variables that are passed on."""


def child_environment() -> dict[str, str]:
    """Return the environment for a program, without API keys and secrets of a task.

    Only the variables in `NAMES` and those that begin with one of `PREFIXES` are passed on.
    """
    return {name: value for name, value in os.environ.items() if _is_passed_on(name.upper())}


def _is_passed_on(name: str) -> bool:
    return name in NAMES or name.startswith(PREFIXES)
