"""Quoting of arguments for the phone's shell; no other module builds command lines from data."""

from __future__ import annotations

import shlex

from onscreen.types.errors import NotSupported

MAX_COMMAND_BYTES = 60_000
"""Maximum length of a command line: adb encodes the length in four hexadecimal digits."""


def shell_command(*arguments: str | float) -> str:
    """Return a command line that the shell splits into exactly these arguments; numbers are rounded.

    Raises:
        NotSupported: an argument contains a NUL character or a lone surrogate.
    """
    quoted = " ".join(shlex.quote(_to_text(argument)) for argument in arguments)
    if "\0" in quoted:
        raise NotSupported("the text contains a NUL character, which a shell command cannot contain")
    try:
        quoted.encode()
    except UnicodeEncodeError as error:
        raise NotSupported(f"the text is not valid Unicode: {error}") from error
    return quoted


def _to_text(argument: str | float) -> str:
    return argument if isinstance(argument, str) else f"{argument:.0f}"
