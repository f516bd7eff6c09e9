"""Quoted parts of a text."""

from __future__ import annotations

import re

_QUOTED = re.compile(r'"([^"]*)"|“([^”]*)”|(?<!\w)\'([^\']*)\'(?!\w)')
_PLACEHOLDER = "\x00{}\x00"
_PLACEHOLDERS = re.compile("\x00(\\d+)\x00")
_FREE_TEXT = re.compile(
    r"(\b(?:text|description|comment|message|note|content|summary|title|name|by|with|to|as|is|reads?|says?|saying)"
    r"|\b(?:comment|description|message|note|remark)\b[^\".]*\"[^\"]+\"):\s+([^\":]+)$",
    re.IGNORECASE,
)


def quote_free_text(instruction: str) -> str:
    """Quote the text after the last colon of an instruction.

    In "with the text: Ask Ada first" and 'add this note to the task "Roof": Ask Ada first', the text is "Ask
    Ada first". The instruction is not changed if it has quotes after the colon, or another word before it.
    """
    return _FREE_TEXT.sub(r'\1 "\2"', instruction.strip())


def quoted_texts(text: str) -> tuple[str, ...]:
    """Return the quoted texts in a string, in order."""
    return tuple(next(filter(None, groups), "") for groups in _QUOTED.findall(text))


def strip_quotes(text: str) -> str:
    """Replace each quoted part of a string with a space."""
    return _QUOTED.sub(" ", text)


def mask_quotes(text: str) -> tuple[str, tuple[str, ...]]:
    """Replace quoted text with numbered placeholders, and return the text and the quotes."""
    quotes = tuple(match.group(0) for match in _QUOTED.finditer(text))
    count = iter(range(len(quotes)))
    return _QUOTED.sub(lambda _: _PLACEHOLDER.format(next(count)), text), quotes


def unmask_quotes(text: str, quotes: tuple[str, ...]) -> str:
    """Restore the quoted text that `mask_quotes` replaced with placeholders."""
    return _PLACEHOLDERS.sub(lambda m: quotes[int(m.group(1))], text)
