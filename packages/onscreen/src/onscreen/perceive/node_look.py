"""Comparison of two observations of one node: which differences a user would notice."""

from __future__ import annotations

from collections import Counter

from onscreen.types import Node

MAX_GENERATED_LETTERS = 2
"""Longest word of an id or a class that is taken for a part of a generated one, such as ":r1m:"."""


def shown_value(node: Node) -> str:
    """Return the value that a user sees; the value of a link is its target, which is not shown."""
    return "" if node.role == "link" else node.value


def looks_different(before: Node, after: Node) -> bool:
    """Check whether the clue of a node changed by more than generated ids and class names."""
    if before.clue == after.clue:
        return False
    own = _changed_words(before.attributes, after.attributes)
    return any(word not in own or not _is_generated(word) for word in _changed_words(before.clue, after.clue))


def _changed_words(before: str, after: str) -> Counter[str]:
    old, new = Counter(before.split()), Counter(after.split())
    return (old - new) + (new - old)


def _is_generated(word: str) -> bool:
    """Whether a word of an id or a class was probably generated: very short, or with a digit in it."""
    return len(word) <= MAX_GENERATED_LETTERS or any(character.isdigit() for character in word)
