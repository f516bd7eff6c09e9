"""Text processing: word splitting, number parsing and word-piece tokenization."""

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
_CLOCK_TIME = re.compile(r"^(\d{1,2})(?::(\d{2}))? ?([ap])\.?m\.?$", re.IGNORECASE)
_NOON = 12
_ORDINAL = re.compile(r"^(\d+)(?:st|nd|rd|th)$")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
PIECES_PER_WORD = 4
"""Maximum number of word pieces per word that the network reads."""
MAX_CHARS = 400
"""Texts are truncated to this length before they are encoded."""
MAX_CACHED = 200_000
"""Maximum number of texts whose encodings are cached, to bound the memory of a long run."""


class Word(msgspec.Struct, frozen=True):
    """A word or symbol in a text, with its character positions.

    The word extends from `start` to `end`, end excluded. `quote` is the 1-based number of the quotation that
    contains the word, 0 outside of quotations.
    """

    text: str
    start: int
    end: int
    quote: int = 0

    @property
    def folded(self) -> str:
        """The case-folded word."""
        return self.text.casefold()


@lru_cache(maxsize=4096)
def split_words(text: str) -> tuple[Word, ...]:
    """Split a text into words and punctuation marks."""
    spans = [match.span() for match in _QUOTE.finditer(text)]
    words = []
    for match in _WORD.finditer(text):
        quotes = (n for n, (start, end) in enumerate(spans, 1) if start < match.start() and match.end() < end)
        words.append(Word(match.group(), match.start(), match.end(), next(quotes, 0)))
    return tuple(words)


@lru_cache(maxsize=16384)
def fold_words(text: str) -> tuple[str, ...]:
    """Split a text into case-folded words, without punctuation marks."""
    return tuple(word.folded for word in split_words(text) if word.text[0].isalnum() or word.text[0] == "_")


@lru_cache(maxsize=16384)
def parse_number(text: str) -> float | None:
    """Parse a number such as "-5", "$1,200" or "30 %" from a text.

    Returns None if the text is not a number.
    """
    match = _NUMBER.match(text.strip())
    if match is None:
        return None
    value = float(match.group(1).replace(",", ""))
    return -value if text.strip()[0] in "-−" else value


@lru_cache(maxsize=16384)
def parse_clock_time(text: str) -> float | None:
    """Parse a 12-hour time such as "8AM" or "4:30 pm" into minutes since midnight.

    Returns None if the text is not a 12-hour time.
    """
    match = _CLOCK_TIME.match(text.strip())
    if match is None or int(match.group(1)) > _NOON:
        return None
    hour = int(match.group(1)) % _NOON + (_NOON if match.group(3).casefold() == "p" else 0)
    return float(hour * 60 + int(match.group(2) or 0))


def parse_ordinal(text: str) -> int | None:
    """Parse an ordinal such as "2nd" or "second" into an integer.

    Ordinals in words are supported up to "tenth". Returns None for any other text.
    """
    match = _ORDINAL.match(text.casefold())
    if match:
        return int(match.group(1))
    return _ORDINALS.index(text.casefold()) + 1 if text.casefold() in _ORDINALS else None


class WordPieces:
    """Word-piece tokenizer of the network (Wu et al. 2016)."""

    def __init__(self, path: Path) -> None:
        """Load the vocabulary from a `tokenizer.json` file."""
        self._tokenizer = Tokenizer.from_file(str(path))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._cache: dict[str, tuple[int, ...]] = {}

    def __len__(self) -> int:
        """Return the size of the vocabulary."""
        return self._tokenizer.get_vocab_size()

    def encode(self, text: str) -> tuple[int, ...]:
        """Convert a text into the vocabulary indices of its word pieces."""
        ids = self._cache.get(text)
        if ids is None:
            ids = tuple(self._tokenizer.encode(text[:MAX_CHARS], add_special_tokens=False).ids)
            if len(self._cache) < MAX_CACHED:
                self._cache[text] = ids
        return ids

    def encode_table(self, texts: Sequence[str], width: int) -> NDArray[np.int32]:
        """Encode several texts as an array of vocabulary indices, one row per text.

        The shape is (len(texts), width). Rows are truncated or padded with -1.
        """
        table = np.full((len(texts), width), -1, np.int32)
        for row, text in enumerate(texts):
            ids = self.encode(text)[:width] if text else ()
            table[row, : len(ids)] = ids
        return table
