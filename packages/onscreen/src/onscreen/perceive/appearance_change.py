"""Comparison of the visible appearance of a node before and after an action."""

from __future__ import annotations

from collections import Counter

from onscreen.types import Node

MAX_GENERATED_LETTERS = 2
"""Words of an id or class up to this length, as in ":r1m:", are assumed to be generated."""


def shown_value(node: Node) -> str:
    """Return the value of a node that a user sees.

    Returns "" for a link, whose value is its address.
    """
    return "" if node.role == "link" else node.value


def looks_different(before: Node, after: Node) -> bool:
    """Check whether the clue of a node changed, apart from generated ids and class names."""
    if before.clue == after.clue:
        return False
    own = _changed_words(before.attributes, after.attributes)
    return any(word not in own or not _is_generated(word) for word in _changed_words(before.clue, after.clue))


def looks_changed(before: Node, after: Node) -> bool:
    """Check whether the clue of a node changed beyond id and class names, such as in its color."""
    own = _changed_words(before.attributes, after.attributes)
    return any(word not in own for word in _changed_words(before.clue, after.clue))


def _changed_words(before: str, after: str) -> Counter[str]:
    old, new = Counter(before.split()), Counter(after.split())
    return (old - new) + (new - old)


def _is_generated(word: str) -> bool:
    """Check whether a word of an id or class was probably generated.

    Such words are very short or contain a digit.
    """
    return len(word) <= MAX_GENERATED_LETTERS or any(character.isdigit() for character in word)
