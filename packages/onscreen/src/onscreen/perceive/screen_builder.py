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

    Every actionable node is kept. Left out are information without a name, value or informative state,
    invisible or covered information, texts that repeat the enclosing element, and nodes whose box is not
    finite.
    """
    kept = _kept(shot.nodes)
    found: list[Element] = []
    for index in reading_order(shot.nodes):
        if kept[index]:
            found.append(Element.of(shot.nodes[index], len(found) + 1, index=index))
    return Screen(shot, tuple(found))


def _kept(nodes: Sequence[Node]) -> list[bool]:
    kept: list[bool] = []
    around: list[
        tuple[str, bool]
    ] = []  # nearest kept node at or above each node: its name, and whether the name is its text
    above_of = list(parents(nodes))
    holders = set(above_of)
    for index, (node, parent) in enumerate(zip(nodes, above_of, strict=True)):
        above, is_content = around[parent] if parent is not None else ("", False)
        kind = kind_of(node)
        name = " ".join(node.name.split())
        shown = _shows(node, leaf=index not in holders)
        keep = kind != "information" or (
            shown and not _repeats(node, name, above=above, is_content=is_content)
        )
        keep = keep and _stands(node)
        kept.append(keep)
        from_text = kind == "action" or node.role in TEXT_NAMED_ROLES
        around.append((name, from_text) if keep and name else (above, is_content))
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


def _repeats(node: Node, name: str, *, above: str, is_content: bool) -> bool:
    """Check whether a node repeats the name `above`, or with `is_content`, a part of it."""
    if not name or node.value:
        return False
    return name == above or (is_content and node.role == "text" and f" {name} " in f" {above} ")
