"""Nodes that show another thing after a change, such as the rows of a list after one of them was deleted.

A device identifies nodes by their position in the page, so a row that moved up takes the place of the deleted
one. Such nodes are added and removed ones, not renamed ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from onscreen.perceive.element_kinds import kind_of
from onscreen.text.words import split_words
from onscreen.types import Node, NodeChange, ScreenChange

MIN_EXCHANGED = 10
"""Fewest added and removed nodes with a name on a screen that shows something else."""

ITEM_ROLES = frozenset({"gridcell", "listitem", "option", "row", "treeitem"})
"""Roles of items in a list, which are other items if no word of their names is the same."""


def separate_reused_nodes(change: ScreenChange) -> ScreenChange:
    """Convert the renamed nodes of a change that show another thing into added and removed nodes.

    These are nodes whose new name another node had before, or whose old name another node has now; nodes
    beside them in their row; and nodes without a common word of both names that are list items, or on a
    screen with many other changes. Nodes of the same role and name that are both added and removed cancel
    out.
    """
    renamed = [pair for pair in change.altered if _is_renamed(pair)]
    if not renamed:
        return change
    shifted = _shifted(renamed, change)
    others = [pair for pair in renamed if _is_other(pair, change)]
    rows = [pair.before for pair in shifted if _has_letters(pair.after)]
    rows += [pair.before for pair in others if pair.before.role in ITEM_ROLES]
    apart = [p for p in renamed if p in shifted or p in others or any(_is_beside(p.before, r) for r in rows)]
    if not apart:
        return change
    old, new = _without_common(
        (*(pair.before for pair in apart), *change.removed), (*(pair.after for pair in apart), *change.added)
    )
    names = {_key(node) for pair in apart for node in (pair.before, pair.after)}
    return msgspec.structs.replace(
        change,
        altered=tuple(pair for pair in change.altered if pair not in apart),
        removed=old,
        added=new,
        moved=tuple(node for node in change.moved if not (shifted and _key(node) in names)),
    )


def _key(node: Node) -> tuple[str, str]:
    return node.role, node.name


def _is_renamed(pair: NodeChange) -> bool:
    return bool(pair.before.name and pair.after.name and pair.before.name != pair.after.name)


def _shifted(renamed: Sequence[NodeChange], change: ScreenChange) -> list[NodeChange]:
    """Return the renamed nodes whose new name another node had, or whose old name another node has.

    Numbers do not count, because equal ones are frequent.
    """
    earlier = {_key(node) for node in (*(pair.before for pair in renamed), *change.removed)}
    later = {_key(node) for node in (*(pair.after for pair in renamed), *change.added)}
    return [
        pair
        for pair in renamed
        if (_key(pair.after) in earlier and _has_letters(pair.after))
        or (_key(pair.before) in later and _has_letters(pair.before))
    ]


def _has_letters(node: Node) -> bool:
    return any(character.isalpha() for character in node.name)


def _is_other(pair: NodeChange, change: ScreenChange) -> bool:
    """Check whether the two names of a node without a common word are those of different things."""
    if not set(split_words(pair.before.name)).isdisjoint(split_words(pair.after.name)):
        return False
    exchanged = sum(bool(node.name) for node in (*change.added, *change.removed))
    is_item = pair.after.role in ITEM_ROLES and kind_of(pair.after) == "action"
    return is_item or bool(change.address) or exchanged >= MIN_EXCHANGED


def _is_beside(node: Node, row: Node) -> bool:
    """Check whether the middle of a node is at the height of another one."""
    return row.box.top <= node.box.center.y <= row.box.bottom


def _without_common(old: Iterable[Node], new: Iterable[Node]) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """Leave out as many nodes of each role and name as occur in both sequences."""
    old, new = tuple(old), tuple(new)
    common = Counter(map(_key, old)) & Counter(map(_key, new))
    return _without(old, common), _without(new, common)


def _without(nodes: Iterable[Node], names: Counter[tuple[str, str]]) -> tuple[Node, ...]:
    left = names.copy()
    kept: list[Node] = []
    for node in nodes:
        if left[_key(node)] > 0:
            left[_key(node)] -= 1
        else:
            kept.append(node)
    return tuple(kept)
