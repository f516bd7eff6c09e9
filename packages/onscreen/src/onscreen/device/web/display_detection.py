"""Detection of a display on which a browser can show its window."""

from __future__ import annotations

import os
import sys

NO_DISPLAY = (
    "this machine has no display to show the browser on. Start a browser on it with "
    "--remote-debugging-port=9222 and a --user-data-dir of its own, open the session with --set attach=9222, "
    "forward the port (ssh -L 9222:localhost:9222 MACHINE), and operate the page in chrome://inspect on your "
    "own machine"
)
"""Message that explains how to reach a page without a display."""


def has_display() -> bool:
    """Check whether programs can show windows: by X11, Wayland, or the desktop of macOS."""
    return sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
