"""Texts as words with their places, and the pieces of words the net knows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

_WORD = re.compile(r"\w+(?:['\u2019]\w+)*|[^\w\s]")
_QUOTE = re.compile(r'"([^"]*)"|“([^”]*)”')
_NUMBER = re.compile(r"^[-−+]?[$€£#]?\s*(\d[\d,]*(?:\.\d+)?)\s*%?$")
_CLOCK = re.compile(r"^(\d{1,2})(?::(\d{2}))? ?([ap])\.?m\.?$", re.IGNORECASE)
_NOON = 12
_ORDINAL = re.compile(r"^(\d+)(?:st|nd|rd|th)$")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
PIECES_OF_A_WORD = 4
MOST_CHARS = 400
"""A text is read so far."""
MOST_KNOWN = 200_000
"""How many texts are remembered, so that a long run keeps its size."""


class Word(msgspec.Struct, frozen=True):
    """A word of a text with the place it stands at, `start` to `end` in characters."""

    text: str
    start: int
    end: int
    quote: int = 0

    @property
    def folded(self) -> str:
        """The word without letter case."""
        return self.text.casefold()


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[Word, ...]:
    """Return the words and signs of a text; `quote` numbers the quotation a word stands in, from 1."""
    spans = [match.span() for match in _QUOTE.finditer(text)]
    found = []
    for match in _WORD.finditer(text):
        inside = (n for n, (start, end) in enumerate(spans, 1) if start < match.start() and match.end() < end)
        found.append(Word(match.group(), match.start(), match.end(), next(inside, 0)))
    return tuple(found)


@lru_cache(maxsize=16384)
def folded(text: str) -> tuple[str, ...]:
    """Return the words of a text without letter case and signs."""
    return tuple(word.folded for word in words_of(text) if word.text[0].isalnum() or word.text[0] == "_")


@lru_cache(maxsize=16384)
def number_of(text: str) -> float | None:
    """Return the number a text is, None when it is none."""
    match = _NUMBER.match(text.strip())
    if match is None:
        return None
    value = float(match.group(1).replace(",", ""))
    return -value if text.strip()[0] in "-−" else value


@lru_cache(maxsize=16384)
def clock_of(text: str) -> float | None:
    """Return the time of day a text is ("8AM", "4:30 pm") in minutes, None when it is none."""
    match = _CLOCK.match(text.strip())
    if match is None or int(match.group(1)) > _NOON:
        return None
    hour = int(match.group(1)) % _NOON + (_NOON if match.group(3).casefold() == "p" else 0)
    return float(hour * 60 + int(match.group(2) or 0))


def ordinal_of(text: str) -> int | None:
    """Return the number an ordinal means ("2nd", "second"), None for any other word."""
    match = _ORDINAL.match(text.casefold())
    if match:
        return int(match.group(1))
    return _ORDINALS.index(text.casefold()) + 1 if text.casefold() in _ORDINALS else None


class Pieces:
    """The pieces of words (Wu et al. 2016) by their numbers in the vocabulary."""

    def __init__(self, path: Path) -> None:
        """Read the vocabulary from a `tokenizer.json`."""
        self._tokenizer = Tokenizer.from_file(str(path))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._known: dict[str, tuple[int, ...]] = {}

    def __len__(self) -> int:
        """Return how many pieces there are."""
        return self._tokenizer.get_vocab_size()

    def of(self, text: str) -> tuple[int, ...]:
        """Return the numbers of a text's pieces."""
        found = self._known.get(text)
        if found is None:
            found = tuple(self._tokenizer.encode(text[:MOST_CHARS], add_special_tokens=False).ids)
            if len(self._known) < MOST_KNOWN:
                self._known[text] = found
        return found

    def table(self, texts: Sequence[str], width: int) -> NDArray[np.int32]:
        """Return (len(texts), width) numbers, -1 where a text has no more pieces."""
        table = np.full((len(texts), width), -1, np.int32)
        for row, text in enumerate(texts):
            ids = self.of(text)[:width] if text else ()
            table[row, : len(ids)] = ids
        return table
