"""Shot -> Screen: a chain of senses, then the nodes worth naming, numbered in reading order."""

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
"""Roles kept without a name: what they show cannot be read off the tree, or their being there tells much."""

TELLING_STATES = frozenset({"focused", "expanded", "collapsed", "selected", "checked", "scrollable"})
"""States that make a node without a name worth keeping."""

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
"""Roles, besides those of actions, whose name is the text inside them (ARIA: name from content)."""


def build_screen(shot: Shot, senses: Sequence[Sense] = ()) -> Screen:
    """Return the screen of a shot: each sense adds what it sees, then elements are marked from 1.

    Everything that can be acted on is kept. Left out are nodes that say nothing (no name, value or telling
    state), that show nothing (no area, covered), texts that repeat what they stand in, and what stands
    nowhere (a box that is not of finite numbers).
    """
    for sense in senses:
        shot = sense(shot)
    kept = _kept(shot.nodes)
    found: list[Element] = []
    for index in reading_order(shot.nodes):
        if kept[index]:
            found.append(Element.of(shot.nodes[index], len(found) + 1, index=index))
    return Screen(shot, tuple(found))


def _kept(nodes: Sequence[Node]) -> list[bool]:
    kept: list[bool] = []
    around: list[tuple[str, bool]] = []  # of the nearest kept node at or above each: name, is it its text
    above_of = list(parents(nodes))
    holders = set(above_of)
    for index, (node, parent) in enumerate(zip(nodes, above_of, strict=True)):
        above, told = around[parent] if parent is not None else ("", False)
        kind = kind_of(node)
        name = " ".join(node.name.split())
        shown = _shows(node, leaf=index not in holders)
        keep = kind != "information" or (shown and not _repeats(node, name, above=above, told=told))
        keep = keep and _stands(node)
        kept.append(keep)
        from_text = kind == "action" or node.role in TEXT_NAMED_ROLES
        around.append((name, from_text) if keep and name else (above, told))
    return kept


def _stands(node: Node) -> bool:
    """Whether the node's place is told in numbers; a device may report what it could not measure."""
    box = node.box
    return math.isfinite(box.left + box.top + box.right + box.bottom)


def _shows(node: Node, *, leaf: bool) -> bool:
    """Whether it can be seen and says something; a leaf without a name does by its looks, the clue."""
    box = node.box
    if box.right <= box.left or box.bottom <= box.top or "covered" in node.states:
        return False
    named = bool(node.name.strip() or node.value.strip() or (leaf and node.clue))
    return named or node.role in SEEN_ROLES or not TELLING_STATES.isdisjoint(node.states)


def _repeats(node: Node, name: str, *, above: str, told: bool) -> bool:
    """Whether the node only says again what the name `above` says, which is its text where `told`."""
    if not name or node.value:
        return False
    return name == above or (told and node.role == "text" and f" {name} " in f" {above} ")
