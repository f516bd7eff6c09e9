"""Similarity of words: common stems, endings and synonyms."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from onscreen.text.words import STOP_WORDS, normalize, split_words

SHORT = 3
"""Words up to this length are compared as a whole, because they have no meaningful stems."""

_SYNONYMS = (
    {"delete", "remove", "trash", "bin", "discard", "clear", "forget", "erase", "take", "\u274c"},
    {"favorite", "favourite", "favorites", "favourites"},
    {"restore", "undelete", "unarchive", "get", "recover"},
    {"buy", "order", "purchase"},
    {"photo", "picture"},
    {"put", "add", "save", "\u2795"},
    {"call", "ring", "dial"},
    {"answer", "reply"},
    {"edit", "change", "rename", "modify", "update", "correct", "replace", "\u270f"},
)


def contains_words(phrase: str, name: str) -> bool:
    """Check whether a name contains all words of a phrase, ignoring stop words."""
    wanted = [word for word in split_words(phrase) if word not in STOP_WORDS]
    if not wanted:
        return normalize(phrase) == normalize(name)
    have = split_words(name)
    return all(any(is_same_word(word, other) for other in have) for word in wanted)


def shares_phrase(wanted: Sequence[str], name: Sequence[str]) -> bool:
    """Check whether two consecutive words of one sequence are also consecutive in the other."""
    phrases = set(pairwise(wanted))
    return any(pair in phrases for pair in pairwise(name))


def is_same_verb(verb: str, word: str) -> bool:
    """Check whether a word on a button matches the verb of a goal.

    The word must be the verb, with or without a final s, or a listed synonym.
    """
    return verb.rstrip("s") == word.rstrip("s") or _are_synonyms(verb, word)


def is_same_word(one: str, other: str) -> bool:
    """Check whether two words are synonyms, share a stem, or differ in a final s."""
    if one.rstrip("s") == other.rstrip("s"):
        return bool(one.rstrip("s"))
    if one.isalpha() and other.isalpha() and shares_stem(one, other):
        return True
    return _are_synonyms(one, other)


def _are_synonyms(one: str, other: str) -> bool:
    return any(one in group and other in group for group in _SYNONYMS)


def shares_stem(one: str, other: str) -> bool:
    """Check whether two words share a stem, such as "directed" and "director"."""
    short, long = sorted((one, other), key=len)
    return len(short) > SHORT and long.startswith(short[: max(4, len(short) - 2)])
