"""Clipboard of an X display, accessed with the program xclip."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping

from onscreen.device.linux.process_group import find_program
from onscreen.types.errors import ActionFailed

SET_TIMEOUT_SEC = 5.0
READ_TIMEOUT_SEC = 1.0
"""Timeout for the program that owns the clipboard to answer."""


def write_clipboard(text: str, *, environment: Mapping[str, str]) -> None:
    """Put a text on the clipboard, and wait until other programs can read it.

    The program xclip returns before it owns the clipboard, so keys pressed immediately would paste the
    previous text.

    Raises:
        MissingExtra: xclip is not installed.
        ActionFailed: the clipboard cannot be set.
    """
    deadline = time.monotonic() + SET_TIMEOUT_SEC
    try:
        subprocess.run(
            (find_program("xclip"), "-selection", "clipboard", "-in"),
            input=text.encode(),
            env=environment,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=SET_TIMEOUT_SEC,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ActionFailed(f"the text cannot be put on the clipboard: {error}") from error
    while _read("UTF8_STRING", environment) != text.encode():
        if time.monotonic() >= deadline:
            raise ActionFailed(
                "the text cannot be put on the clipboard: another program replaces it, or xclip has ended"
            )


def read_clipboard(*, environment: Mapping[str, str]) -> str:
    """Return the text on the clipboard; "" if it is empty or contains no text.

    Raises:
        MissingExtra: xclip is not installed.
    """
    return _read("UTF8_STRING", environment).decode("utf-8", "replace")


def clipboard_time(*, environment: Mapping[str, str]) -> bytes:
    """Return the X time at which the clipboard was set, which changes with each copy; b"" if unknown.

    Raises:
        MissingExtra: xclip is not installed.
    """
    return _read("TIMESTAMP", environment)


def _read(target: str, environment: Mapping[str, str]) -> bytes:
    command = (find_program("xclip"), "-selection", "clipboard", "-out", "-target", target)
    try:
        result = subprocess.run(
            command, env=environment, check=False, capture_output=True, timeout=READ_TIMEOUT_SEC
        )
    except (OSError, subprocess.SubprocessError):
        return b""
    return b"" if result.returncode else result.stdout
