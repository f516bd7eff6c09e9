"""Argument quoting for shell commands that run on the phone.

No other module builds command lines from data.
"""

from __future__ import annotations

import shlex

from onscreen.types.errors import NotSupported

MAX_COMMAND_BYTES = 60_000
"""Maximum length of a command line: adb encodes the length in four hexadecimal digits."""


def shell_command(*arguments: str | float) -> str:
    """Quote arguments and join them into a shell command line.

    The shell splits the command line into exactly these arguments. Numbers are rounded.

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
