"""Construction of a screen: selection of informative nodes and numbering in reading order."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.reading_order import parents, reading_order
from onscreen.types import Element, Node, Screen, Shot

Sense: TypeAlias = Callable[[Shot], Shot]

SEEN_ROLES = frozenset(
    {
        "alertdialog",
        "audio",
        "canvas",
        "dialog",
        "figure",
        "graphics-symbol",
        "iframe",
        "image",
        "img",
        "meter",
        "progressbar",
        "scrollbar",
        "video",
    }
)
"""Roles kept even without a name, because their content is not in the accessibility tree."""

TELLING_STATES = frozenset({"focused", "expanded", "collapsed", "selected", "checked", "scrollable"})
"""States for which a node is kept even without a name."""

TEXT_NAMED_ROLES = frozenset(
    {
        "cell",
        "columnheader",
        "gridcell",
        "heading",
        "label",
        "listitem",
        "paragraph",
        "row",
        "rowheader",
        "text",
    }
)
"""Roles of information whose name is computed from the content (ARIA)."""


def build_screen(shot: Shot) -> Screen:
    """Build a screen from a shot, with elements numbered from 1 in reading order.

    Every actionable node is kept. Omitted are information without a name, value or informative state,
    invisible or covered information, texts that repeat the enclosing element, and nodes whose box is not
    finite.
    """
    kept = _kept(shot.nodes)
    found: list[Element] = []
    for index in reading_order(shot.nodes):
        if kept[index]:
            found.append(Element.of(shot.nodes[index], len(found) + 1, index=index))
    return Screen(shot, tuple(found))


class _Enclosing:
    """Name of the nearest kept ancestor, and the part of the name already repeated by texts below it."""

    __slots__ = ("_end", "_is_content", "name")

    def __init__(self, name: str, *, is_content: bool) -> None:
        self.name = name
        self._is_content = is_content
        self._end = 0

    def takes(self, name: str) -> bool:
        """Check whether a name computed from content contains this part after the parts already found.

        A name computed from content lists the parts in order. A part that is out of order is a separate text
        that merely shares words with the name.
        """
        if not self._is_content:
            return False
        found = f" {self.name} ".find(f" {name} ", self._end)
        if found >= 0:
            self._end = found + 1 + len(name)
        return found >= 0


def _kept(nodes: Sequence[Node]) -> list[bool]:
    kept: list[bool] = []
    around: list[_Enclosing] = []
    outside = _Enclosing("", is_content=False)
    above_of = list(parents(nodes))
    holders = set(above_of)
    for index, (node, parent) in enumerate(zip(nodes, above_of, strict=True)):
        above = around[parent] if parent is not None else outside
        kind = kind_of(node)
        name = " ".join(node.name.split())
        shown = kind != "information" or _shows(node, leaf=index not in holders)
        repeats = shown and _repeats(node, name, above=above)
        keep = shown and _stands(node) and not (repeats and kind == "information")
        kept.append(keep)
        is_content = kind == "action" or node.role in TEXT_NAMED_ROLES
        is_own = bool(name) and (keep or (repeats and name != above.name))
        around.append(_Enclosing(name, is_content=is_content) if is_own else above)
    return kept


def _stands(node: Node) -> bool:
    """Check whether the coordinates of a node's box are finite numbers."""
    box = node.box
    return math.isfinite(box.left + box.top + box.right + box.bottom)


def _shows(node: Node, *, leaf: bool) -> bool:
    """Check whether the node is visible and informative.

    A leaf without a name is informative if it has a clue.
    """
    box = node.box
    if box.right <= box.left or box.bottom <= box.top or "covered" in node.states:
        return False
    named = bool(node.name.strip() or node.value.strip() or (leaf and node.clue))
    return named or node.role in SEEN_ROLES or not TELLING_STATES.isdisjoint(node.states)


def _repeats(node: Node, name: str, *, above: _Enclosing) -> bool:
    """Check whether a node repeats the enclosing name or is a text within this name."""
    if not name:
        return False
    is_part = name != above.name and above.takes(name)
    return not node.value and (name == above.name or (is_part and node.role == "text"))
