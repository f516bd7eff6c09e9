"""Features of a label for recognizing irreversible actions: words, word beginnings and word pairs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

_RUN = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]+|[\uac00-\ud7af]+|[\u0900-\u097f]+|[^\W_]+")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_STEM_LENGTHS = (3, 4, 5, 6, 7, 8)
_PAIRED_LETTERS = 5
_LONG_WORD = 9
_INNER_LETTERS = 5
_GRAM_LENGTHS = (1, 2, 3, 4)
MAX_WORDS = 24
"""Number of words of a label that are examined."""


def split_label(plain: str) -> list[str]:
    """Split a label in lower case into words; a run of characters without spaces is one word."""
    return _RUN.findall(plain)[:MAX_WORDS]


def extract_features(plain: str) -> set[str]:
    """Return the features of a label in lower case.

    `=word` is a word, `word*` a word beginning, `*part*` a part, `<word` the first and `word>` the last word,
    `one two` a pair of words.
    """
    words = split_label(plain)
    features: set[str] = set()
    for word in words:
        features.update(word_features(word))
    if words:
        features.update((f"<{words[0]}", f"{words[-1]}>", f"<{words[0][:_PAIRED_LETTERS]}*"))
        if len(words) == 1:
            features.add(f"<{words[0]}>")
    for one, two in pairwise(words):
        features.update((f"{one} {two}", f"{one[:_PAIRED_LETTERS]}* {two[:_PAIRED_LETTERS]}*"))
    return features


def word_features(word: str) -> Iterator[str]:
    """Yield the features of a word regardless of its position."""
    yield f"={word}"
    if _UNSPACED.match(word):
        for length in _GRAM_LENGTHS:
            for start in range(len(word) - length + 1):
                yield f"*{word[start : start + length]}*"
        yield from (f"{word[-length:]}$" for length in (1, 2, 3) if len(word) > length)
        return
    yield from (f"{word[:length]}*" for length in _STEM_LENGTHS if len(word) > length)
    if len(word) >= _LONG_WORD:
        for start in range(1, len(word) - _INNER_LETTERS + 1):
            yield f"*{word[start : start + _INNER_LETTERS]}*"
