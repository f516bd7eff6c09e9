"""Insertion of perceived nodes into the tree of a shot."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from onscreen.perceive.reading_order import parents
from onscreen.types import Box, Node

TEXT_ROLES = frozenset({"text", "heading", "label", "paragraph"})
"""Roles that contain no other nodes, so that perceived nodes are not inserted into them."""


def insert_nodes(nodes: Sequence[Node], new: Sequence[Node]) -> tuple[Node, ...]:
    """Insert nodes after the last descendant of the smallest node around each of them.

    The nodes stay in pre-order; the parents of all nodes refer to the new indices. `parent` of the new nodes
    is ignored. A new node outside all other nodes becomes a root.
    """
    ends, depths = _subtrees(nodes)
    places = []
    for node in new:
        parent = smallest_around(nodes, node.box)
        places.append((len(nodes), 0, None) if parent is None else (ends[parent], -depths[parent], parent))
    order = sorted(range(len(new)), key=lambda i: places[i][:2])
    new_index = [index + sum(places[i][0] <= index for i in order) for index in range(len(nodes))]
    merged: list[Node] = []
    pending = list(order)
    for index in range(len(nodes) + 1):
        while pending and places[pending[0]][0] == index:
            place = pending.pop(0)
            parent = places[place][2]
            moved = None if parent is None else new_index[parent]
            merged.append(msgspec.structs.replace(new[place], parent=moved))
        if index < len(nodes):
            merged.append(_with_parent(nodes[index], new_index))
    return tuple(merged)


def can_hold_others(node: Node) -> bool:
    """Check whether perceived nodes may be inserted into a node."""
    return node.role not in TEXT_ROLES


def smallest_around(
    nodes: Sequence[Node], box: Box, *, accept: Callable[[Node], bool] = can_hold_others
) -> int | None:
    """Return the index of the smallest accepted node that contains the center of a box.

    Returns None if no node contains it.
    """
    around = [
        index
        for index, node in enumerate(nodes)
        if node.box.area > box.area and node.box.contains(box.center) and accept(node)
    ]
    return min(around, key=lambda index: (nodes[index].box.area, -index), default=None)


def _with_parent(node: Node, new_index: list[int]) -> Node:
    parent = node.parent
    if parent is None or not 0 <= parent < len(new_index) or new_index[parent] == parent:
        return node
    return msgspec.structs.replace(node, parent=new_index[parent])


def _subtrees(nodes: Sequence[Node]) -> tuple[list[int], list[int]]:
    """Return the index after the last descendant of every node, and the depth of every node."""
    above_of = list(parents(nodes))
    ends = [index + 1 for index in range(len(nodes))]
    depths = [0] * len(nodes)
    for index, parent in enumerate(above_of):
        depths[index] = 0 if parent is None else depths[parent] + 1
    for index in range(len(nodes) - 1, -1, -1):
        parent = above_of[index]
        if parent is not None:
            ends[parent] = max(ends[parent], ends[index])
    return ends, depths
