"""Search for the targets of a routine and for the node of an answer on a screen."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onscreen.app_maps.screen_signature import group_key
from onscreen.routines.routine import RoutineTarget
from onscreen.routines.text_template import fill_template
from onscreen.types import Element, Node, Screen, Shot


def find_targets(target: RoutineTarget, screen: Screen, *, values: Mapping[str, str]) -> list[Element]:
    """Find the elements of a screen that fit the description of a target, whatever their states."""
    nodes = screen.shot.nodes
    return [
        each
        for each in screen.elements
        if each.role == target.role
        and _has_name(each, target, values=values)
        and group_key(each, nodes) == target.group
    ]


def contains_words(text: str, words: str) -> bool:
    """Check whether a text contains the words of another one, in this order and as whole words."""
    return bool(re.search(rf"(?<!\w){re.escape(_fold(words))}(?!\w)", _fold(text)))


def node_place(node: Node, shot: Shot) -> RoutineTarget:
    """Return the place of a node on its screen, without its name."""
    return RoutineTarget(node.role, group=group_key(node, shot.nodes))


def nodes_at(place: RoutineTarget, shot: Shot, *, values: Mapping[str, str]) -> list[Node]:
    """Return the nodes of a shot at a place, whatever their names.

    If the place is in a row that `contains` names, only nodes in such rows are returned.
    """
    words = [fill_template(each, values) for each in place.contains]
    return [
        node
        for node in shot.nodes
        if node.role == place.role
        and group_key(node, shot.nodes) == place.group
        and all(is_in_row(node, shot, words=each, levels=place.levels) for each in words)
    ]


def is_in_row(node: Node, shot: Shot, *, words: str, levels: int) -> bool:
    """Check whether the ancestor of a node, `levels` levels up, contains the words in another node."""
    row = _ancestor(node, shot, levels=levels)
    return any(
        other is not node and contains_words(other.value or other.name, words)
        for other in _descendants(row, shot)
    )


def _ancestor(node: Node, shot: Shot, *, levels: int) -> int | None:
    """Return the index of the ancestor of a node; None above the root."""
    index = node.parent
    for _ in range(levels - 1):
        index = shot.nodes[index].parent if index is not None else None
    return index


def _descendants(index: int | None, shot: Shot) -> list[Node]:
    """Return the nodes inside a node, which follow it in pre-order."""
    if index is None:
        return []
    inside = {index}
    for at in range(index + 1, len(shot.nodes)):
        if shot.nodes[at].parent not in inside:
            break
        inside.add(at)
    return [shot.nodes[at] for at in sorted(inside)[1:]]


def _has_name(element: Element, target: RoutineTarget, *, values: Mapping[str, str]) -> bool:
    if target.has_id:
        return True
    if target.contains:
        return all(contains_words(element.name, fill_template(each, values)) for each in target.contains)
    return _fold(element.name) == _fold(fill_template(target.name, values))


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())
