"""Values in which two instructions differ, and their replacement in texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import TypeAlias

import msgspec

Replacements: TypeAlias = tuple[tuple[str, str], ...]
"""Pairs of a value in the instruction of a reference and the value in its place in another instruction."""

_QUOTED = r"\"(?P<double>[^\"]+)\"|\u201c(?P<curly>[^\u201d]+)\u201d|(?<!\w)'(?P<single>[^']+)'(?!\w)"
_WORD = r"[^\s,;:.!?\"'\u201c\u201d()]+(?:[.:,'\u2019/@-][^\s,;:.!?\"'\u201c\u201d()]+)*"
_TOKEN = re.compile(rf"{_QUOTED}|{_WORD}")


class _Token(msgspec.Struct, frozen=True):
    """A word or a quoted text of an instruction, without its quotation marks."""

    text: str
    start: int
    end: int
    is_quoted: bool

    @property
    def key(self) -> tuple[str, bool]:
        return self.text.casefold(), self.is_quoted


def map_values(reference: str, instruction: str) -> Replacements:
    """Find the values of a reference's instruction that differ in another instruction.

    In "Call Ada at 5" and "Call Bo at 7", "Ada" is replaced by "Bo" and "5" by "7". A quoted text is
    one value.
    """
    old, new = tuple(_tokens(reference)), tuple(_tokens(instruction))
    matcher = SequenceMatcher(
        None, [token.key for token in old], [token.key for token in new], autojunk=False
    )
    pairs: list[tuple[str, str]] = []
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind != "replace":
            continue
        before, after = old[start:end], new[new_start:new_end]
        if len(before) == 1 or not any(token.is_quoted for token in before + after):
            pairs.append((_span(reference, before), _span(instruction, after)))
        if len(before) == len(after):
            pairs.extend((one.text, other.text) for one, other in zip(before, after, strict=True))
    return tuple(dict.fromkeys(sorted(pairs, key=lambda pair: -len(pair[0]))))


def fill_values(text: str, values: Replacements) -> str:
    """Replace the reference's values in a text, as whole words and ignoring case."""
    if not values or not text:
        return text
    by_old = {old.casefold(): new for old, new in reversed(values)}
    pattern = "|".join(re.escape(old) for old, _ in values)
    return re.sub(
        rf"(?<!\w)(?:{pattern})(?!\w)",
        lambda match: by_old[match.group().casefold()],
        text,
        flags=re.IGNORECASE,
    )


def _tokens(instruction: str) -> Iterator[_Token]:
    for match in _TOKEN.finditer(instruction):
        quoted = next((each for each in match.groups() if each is not None), "")
        yield _Token(quoted or match.group(), match.start(), match.end(), bool(quoted))


def _span(text: str, tokens: tuple[_Token, ...]) -> str:
    """Return the text from the first to the last token; a single token without quotation marks."""
    return tokens[0].text if len(tokens) == 1 else text[tokens[0].start : tokens[-1].end]
