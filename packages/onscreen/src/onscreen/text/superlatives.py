"""Superlatives in a text, such as "cheapest"."""

from __future__ import annotations

import re
from functools import lru_cache

from onscreen.text.words import split_words

_SUPERLATIVE = re.compile(r"[a-z]{3,}est")
_NO_SUPERLATIVES = frozenset(
    ("request", "interest", "guest", "suggest", "contest", "digest", "harvest", "forest", "invest", "protest",
     "arrest", "conquest", "honest", "modest", "quest", "manifest", "pinterest", "latest")
)  # fmt: skip
"""Words ending in "est" that are not treated as superlatives."""


@lru_cache(maxsize=4096)
def find_superlatives(text: str) -> tuple[str, ...]:
    """Return the distinct superlatives in a text, in lower case."""
    words = dict.fromkeys(split_words(text))
    return tuple(word for word in words if _SUPERLATIVE.fullmatch(word) and word not in _NO_SUPERLATIVES)
