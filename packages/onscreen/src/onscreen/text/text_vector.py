"""Embedding of short texts: hashed character n-grams and word stems.

The vector of a text is fixed: it depends on no model, no vocabulary and no installed package. It uses feature
hashing (Weinberger et al. 2009) of character n-grams, as in fastText (Bojanowski et al. 2017).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

DIMENSIONS = 1024
"""Length of a vector."""
NGRAM_SIZES = (3, 4, 5)
"""Lengths of the character n-grams of a word, whose start and end are marked."""
STEM_CHARS = 6
"""Length of the start of a word that represents its inflected forms."""
_SIGN_BIT = 1 << 16
_WORD = re.compile(r"\w+")


@lru_cache(maxsize=8192)
def embed_text(text: str) -> NDArray[np.float64]:
    """Return the unit vector of a text: the mean of the vectors of its distinct words, regardless of case.

    The vector of a text without words is 0.
    """
    words = dict.fromkeys(_WORD.findall(text.casefold()))
    vector = sum((_embed_word(word) for word in words), np.zeros(DIMENSIONS))
    vector /= np.linalg.norm(vector) or 1.0
    vector.flags.writeable = False
    return vector


@lru_cache(maxsize=8192)
def _embed_word(word: str) -> NDArray[np.float64]:
    """Return the vector of a word: its stem counts as much as all of its n-grams."""
    vector = np.zeros(DIMENSIONS)
    ngrams = tuple(_list_ngrams(word))
    for feature, weight in (
        (f"w:{word[:STEM_CHARS]}", 1.0),
        *((each, len(ngrams) ** -0.5) for each in ngrams),
    ):
        number = zlib.crc32(feature.encode("utf-8", "surrogatepass"))
        vector[number % DIMENSIONS] += weight if number & _SIGN_BIT else -weight
    return vector


def _list_ngrams(word: str) -> Iterator[str]:
    """Yield the character n-grams of a word."""
    marked = f"<{word}>"
    for size in NGRAM_SIZES:
        yield from (marked[at : at + size] for at in range(len(marked) - size + 1))
