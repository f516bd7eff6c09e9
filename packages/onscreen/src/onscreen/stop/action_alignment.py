"""Alignment of the actions of a run with those of a completed run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from rapidfuzz import fuzz

from onscreen.stop.instruction_values import Replacements, fill_values
from onscreen.types import Action, Element
from onscreen.types.action import targets

MIN_NAME_SIMILARITY = 60.0
"""Minimum similarity of the names of two targets that differ only in their data, such as a time."""
SAME_ROLE = 0.3
"""Similarity of two actions of the same kind on elements with the same role and different names."""


class ActionKey(msgspec.Struct, frozen=True):
    """Kind of an action, role and name of its target, and its text, all in lower case."""

    kind: str
    role: str = ""
    name: str = ""
    text: str = ""


def action_key(action: Action, values: Replacements = ()) -> ActionKey:
    """Return the key of an action, with the values of an instruction replaced."""
    target = next((each for each in targets(action) if isinstance(each, Element)), None)
    parts = (getattr(action, name, "") for name in ("text", "keys", "what", "options"))
    text = " ".join(part if isinstance(part, str) else " ".join(part) for part in parts if part)
    return ActionKey(
        type(action).__name__,
        target.role if target else "",
        fill_values(target.name, values).casefold() if target else "",
        fill_values(text, values).casefold(),
    )


def key_similarity(one: ActionKey, other: ActionKey) -> float:
    """Return the similarity of two actions, 0 to 1."""
    if (one.kind, one.role, one.text) != (other.kind, other.role, other.text):
        return 0.0
    if one.name == other.name:
        return 1.0
    ratio = fuzz.ratio(one.name, other.name)
    return ratio / 100 if ratio >= MIN_NAME_SIMILARITY else SAME_ROLE


def alignment(expected: Sequence[ActionKey], performed: Sequence[ActionKey]) -> float:
    """Return the share of the expected actions that were performed in the expected order, 0 to 1.

    Similar actions count in proportion to their similarity. Returns 0 if no action is expected.
    """
    if not expected:
        return 0.0
    best = [0.0] * (len(expected) + 1)
    for action in performed:
        previous = best.copy()
        for index, wanted in enumerate(expected, start=1):
            matched = previous[index - 1] + key_similarity(wanted, action)
            best[index] = max(previous[index], best[index - 1], matched)
    return best[-1] / len(expected)


def coverage_of_keys(
    expected: Sequence[ActionKey], performed: Sequence[ActionKey], *, if_none: float = 0.0
) -> float:
    """Return the share of the expected actions that were performed exactly, 0 to 1.

    Returns `if_none` if no action is expected.
    """
    if not expected:
        return if_none
    wanted, found = Counter(expected), Counter(performed)
    return (wanted & found).total() / len(expected)
