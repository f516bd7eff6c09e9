"""Words of a text, in lower case and without punctuation."""

from __future__ import annotations

import re
from functools import lru_cache

STOP_WORDS = frozenset(
    (
        "a", "an", "the", "on", "in", "into", "of", "to", "from", "for", "with", "by", "and", "or", "then",
        "that", "this", "it", "its", "them", "their", "your", "my", "at", "as", "is", "are", "be", "below",
        "above", "please", "so", "labeled", "labelled", "named", "called", "correct",
    )
)  # fmt: skip
_REFERENCES = frozenset(
    ("this", "that", "these", "those", "it", "its", "them", "their", "one", "both", "all", "the", "same")
)
"""Words of a reference to something mentioned before, such as "this" or "all of them"."""
_WORD = re.compile(r"[\w@#'$%.:/-]+|[^\w\s]", re.UNICODE)


@lru_cache(maxsize=16384)
def normalize(text: str) -> str:
    """Convert text to lower case, with single spaces and without surrounding punctuation."""
    return " ".join(text.casefold().split()).strip(" .,:;!?*\"'")


@lru_cache(maxsize=16384)
def split_words(text: str) -> tuple[str, ...]:
    """Split text into lower-case words without surrounding punctuation."""
    return tuple(word for word in (normalize(word) for word in _WORD.findall(text)) if word)


def content_words(text: str) -> tuple[str, ...]:
    """Split text into words and remove stop words."""
    return tuple(word for word in split_words(text) if word not in STOP_WORDS)


def is_reference(text: str) -> bool:
    """Check whether a text only refers to something mentioned before, such as "all of them"."""
    words = split_words(text)
    return bool(words) and all(word in _REFERENCES or word == "of" for word in words)
