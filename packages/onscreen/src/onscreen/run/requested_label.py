"""Comparison of the label of an irreversible control with the words of an instruction."""

from __future__ import annotations

import re

from onscreen.perceive.irreversible_words import find_irreversible, plain_letters

QUESTION_WORDS = frozenset((
    "a", "an", "are", "be", "do", "is", "ok", "okay", "please", "really", "sure", "that", "the", "this", "to",
    "want", "wish", "would", "yes", "you",
))  # fmt: skip
"""Words of a label, such as "Are you sure you want to", that need not be in the instruction."""
MILDER_VERBS = {"delete": "remove", "erase": "remove"}
"""Verbs of an instruction, and the milder verb of a label that they ask for as well."""


def is_named(name: str, address: str, *, instruction: str) -> bool:
    """Check whether an instruction contains every word of the name of a control.

    `address` is where a link leads, "" for other controls. It may have other words if the name has several
    and none of them looks irreversible.
    """
    asked = set(re.findall(r"\w+", plain_letters(instruction)))
    asked |= {MILDER_VERBS[verb] for verb in asked if verb in MILDER_VERBS}
    words = _words(name)
    named = [word for word in words if word not in QUESTION_WORDS] or words
    place, _, query = address.partition("?")
    others = [*_words(place), *(word for word in _words(query) if word not in named)]
    suspicious = len(named) == 1 or any(find_irreversible(word) for word in (" ".join(others), *others))
    return set(named) <= asked and (not suspicious or set(others) <= asked)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", plain_letters(text))
