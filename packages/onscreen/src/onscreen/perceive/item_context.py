"""Texts around an element that distinguish it from others with the same role and name."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict

from onscreen.perceive.element_kinds import CELL_ROLES, kind_of
from onscreen.perceive.reading_order import parents, subtree_ends
from onscreen.perceive.shot_cache import ShotCache
from onscreen.types import Node, Shot

AROUND_TEXTS = 2
"""Number of texts before and of texts after an item by which its place is recognized."""

MAX_TEXTS = 40
"""Maximum number of texts of a table row, card or section; a container with more is a part of the page."""


class ItemContexts:
    """Contexts of the elements of one screen.

    The context of an element consists of the texts of the smallest container that has any, such as its table
    row or section. In a container with several controls of the same role and name, the context consists of
    the texts between the previous one and the element, if there are any. Texts without letters are left out,
    so that the context stays the same if only a number changes.
    """

    def __init__(self, shot: Shot) -> None:
        """Index the texts and the controls of a screen."""
        self._nodes = shot.nodes
        self._parents = list(parents(shot.nodes))
        self._ends = subtree_ends(self._parents)
        self._texts = [index for index, node in enumerate(shot.nodes) if _is_text(node)]
        self._alike: dict[tuple[str, str, str], list[int]] = defaultdict(list)
        for index, node in enumerate(shot.nodes):
            self._alike[_key(node)].append(index)

    def has_several(self, node: Node) -> bool:
        """Check whether several nodes of the screen have the role and name of the given node.

        Nodes without a name are compared by their clues.
        """
        return len(self._alike.get(_key(node), ())) > 1

    def of(self, index: int) -> tuple[str, ...]:
        """Return the context of the node with this index, () if it has none."""
        holder = self._holder_of(index)
        if holder is None:
            return ()
        found = self._between(holder, self._ends[holder], index=index)
        own = self._since_namesake(holder, index) if self._has_namesake(holder, index) else ()
        return own or (found if len(found) <= MAX_TEXTS else ())

    def inside(self, index: int) -> tuple[str, ...]:
        """Return the texts in a node."""
        first, last = bisect_left(self._texts, index + 1), bisect_left(self._texts, self._ends[index])
        return tuple(self._nodes[text].name.casefold() for text in self._texts[first:last])

    def around(self, index: int, *, is_item: bool = False) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the last texts before and the first texts after the item that a node is, or is in."""
        holder = index if is_item else self._holder_of(index)
        if holder is None:
            return (), ()
        first, end = bisect_left(self._texts, holder), bisect_left(self._texts, self._ends[holder])
        before, after = self._texts[:first][-AROUND_TEXTS:], self._texts[end : end + AROUND_TEXTS]
        return tuple(self._nodes[i].name for i in before), tuple(self._nodes[i].name for i in after)

    def _holder_of(self, index: int) -> int | None:
        """Return the smallest container with texts around a node, or None."""
        holder = self._parents[index]
        while holder is not None and not self._between(holder, self._ends[holder], index=index):
            holder = self._parents[holder]
        return holder

    def _alike_of(self, index: int) -> list[int]:
        return self._alike[_key(self._nodes[index])]

    def _has_namesake(self, holder: int, index: int) -> bool:
        """Check whether a container has another node with the role and name of a node."""
        alike = self._alike_of(index)
        return bisect_left(alike, self._ends[holder]) - bisect_left(alike, holder) > 1

    def _since_namesake(self, holder: int, index: int) -> tuple[str, ...]:
        alike = self._alike_of(index)
        place = bisect_left(alike, index)
        start = max(holder, alike[place - 1] if place else holder)
        return self._between(start, index, index=index)[-MAX_TEXTS:]

    def _between(self, start: int, end: int, *, index: int) -> tuple[str, ...]:
        """Return the texts from one node up to another, without the element's own texts."""
        first, last = bisect_left(self._texts, start), bisect_left(self._texts, end)
        inside = range(index, self._ends[index])
        own = self._nodes[index].name
        names = (self._nodes[text].name for text in self._texts[first:last] if text not in inside)
        return tuple(name.casefold() for name in names if name != own)


def _key(node: Node) -> tuple[str, str, str]:
    return node.role, node.name, "" if node.name else node.clue


def _is_text(node: Node) -> bool:
    is_text = node.role == "link" or node.role in CELL_ROLES or kind_of(node) == "information"
    return is_text and any(character.isalpha() for character in node.name)


contexts_of = ShotCache(ItemContexts)
"""The contexts of a screen's elements, indexed once per screen."""
