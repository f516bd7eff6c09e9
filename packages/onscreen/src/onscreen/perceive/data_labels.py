"""Recognition of labels that are data, such as values of a table, rather than commands."""

from __future__ import annotations

from collections.abc import Sequence

from onscreen.perceive.element_kinds import CELL_ROLES
from onscreen.perceive.irreversible_words import find_irreversible, plain_letters
from onscreen.types import Action, Drag, Node, Target, targets

MIN_VALUES = 3
"""Minimum number of different texts in a column of values."""
MAX_SHIFT_PX = 2.0
"""Maximum difference between the left edges of the cells of a column."""

SLIDING_ROLES = frozenset({"button", "link", "slider", "switch"})
SLIDING_VERBS = frozenset({"drag", "move", "pull", "slide", "swipe"})
"""First words of the names of controls, such as "Slide to pay", that act when they are dragged."""


def is_table_value(node: Node, nodes: Sequence[Node]) -> bool:
    """Check whether a node is a cell in a column of different texts, at least half of which name no action.

    A column of commands has the same text in each row, such as "Delete".
    """
    if node.role not in CELL_ROLES:
        return False
    column = (
        each.name.strip()
        for each in nodes
        if each.role == node.role and abs(each.box.left - node.box.left) <= MAX_SHIFT_PX
    )
    texts = set(filter(None, column))
    harmless = [text for text in texts if find_irreversible(text) is None]
    return len(texts) >= MIN_VALUES and 2 * len(harmless) >= len(texts)


def activated_targets(action: Action) -> tuple[Target, ...]:
    """Return the targets of an action, without what a drag only moves, such as an event of a calendar."""
    found = tuple(targets(action))
    return found[1:] if isinstance(action, Drag) and _is_moved(action.source) else found


def _is_moved(source: Target) -> bool:
    if not isinstance(source, Node) or not source.has("draggable") or source.role in SLIDING_ROLES:
        return False
    return plain_letters(source.name).partition(" ")[0] not in SLIDING_VERBS
