"""The one place where words become a command line of the phone's shell."""

from __future__ import annotations

import shlex

from onscreen.types.errors import NotSupported

MOST_BYTES = 60_000
"""How long a command line may be: adb writes its length in four hexadecimal digits."""


def line(*words: str | float) -> str:
    """Return a command line of which the shell makes these very words, whatever they hold.

    Raises:
        NotSupported: a word holds what no command line can: a NUL, or half a character.
    """
    quoted = " ".join(shlex.quote(_plain(word)) for word in words)
    if "\0" in quoted:
        raise NotSupported("the text holds a NUL character, which no command of a phone can take")
    try:
        quoted.encode()
    except UnicodeEncodeError as error:
        raise NotSupported(f"the text is no whole Unicode: {error}") from error
    return quoted


def _plain(word: str | float) -> str:
    return word if isinstance(word, str) else f"{word:.0f}"
