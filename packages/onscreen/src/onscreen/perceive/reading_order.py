"""Reading order of nodes: top to bottom, then left to right, with containers kept together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

from onscreen.perceive.repeated_groups import OVERLAP, OVERLAP_PX, Extent, group_records
from onscreen.perceive.split_rows import join_split_rows
from onscreen.types import Box, Node

DEPTH = 12
"""Recursion limit for cuts into rows and columns; beyond this depth the order of the tree is kept."""

_NOWHERE: Extent = (0.0, 0.0, 0.0, 0.0)


def reading_order(nodes: Sequence[Node]) -> list[int]:
    """Return the indices of nodes in reading order, with parents before their children.

    Siblings are cut at the gaps between them into rows, each row into columns, and so on (the XY-cut of Nagy
    and Seth, 1984), or into columns first if only this keeps the order of the tree. Siblings without a gap
    between them stay in tree order. Siblings that form repeated groups, such as the parts of cards, stay
    together.
    """
    tops, children = _children(nodes)
    join_split_rows(nodes, children)
    extents = _extents(nodes, children)
    found: list[int] = []
    stack = [iter(_read(tops, extents, nodes=nodes))]
    while stack:
        index = next(stack[-1], None)
        if index is None:
            stack.pop()
            continue
        found.append(index)
        if below := children[index]:
            stack.append(iter(_read(below, extents, nodes=nodes)))
    return found


def parents(nodes: Sequence[Node]) -> Iterator[int | None]:
    """Yield the parent index of every node, or None for root nodes.

    A node whose parent does not precede it counts as a root.
    """
    for index, node in enumerate(nodes):
        parent = node.parent
        yield parent if parent is not None and 0 <= parent < index else None


def subtree_ends(above: Sequence[int | None]) -> list[int]:
    """Return for each node the index after its last descendant, given the parents of all nodes."""
    ends = [index + 1 for index in range(len(above))]
    for index in range(len(above) - 1, -1, -1):
        parent = above[index]
        if parent is not None:
            ends[parent] = max(ends[parent], ends[index])
    return ends


def _children(nodes: Sequence[Node]) -> tuple[list[int], list[list[int]]]:
    tops: list[int] = []
    children: list[list[int]] = [[] for _ in nodes]
    for index, parent in enumerate(parents(nodes)):
        (tops if parent is None else children[parent]).append(index)
    return tops, children


def _extents(nodes: Sequence[Node], children: list[list[int]]) -> list[Extent]:
    """Return the box of each node, replaced by the union of its children if empty."""
    extents = [_extent(node.box) for node in nodes]
    for index in range(len(nodes) - 1, -1, -1):
        if not _has_area(extents[index]):
            inside = [extents[c] for c in children[index] if _has_area(extents[c])]
            extents[index] = _union(inside) if inside else _NOWHERE
    return extents


def _extent(box: Box) -> Extent:
    return box.left, box.top, box.right, box.bottom


def _has_area(extent: Extent) -> bool:
    return extent[2] > extent[0] and extent[3] > extent[1]


def _union(extents: list[Extent]) -> Extent:
    lefts, tops, rights, bottoms = zip(*extents, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _read(siblings: list[int], extents: list[Extent], *, nodes: Sequence[Node]) -> list[int]:
    if len(siblings) < 2 or _falls(siblings, extents):  # noqa: PLR2004  one alone needs no order
        return siblings
    records = group_records([nodes[i].role for i in siblings], [extents[i] for i in siblings])
    groups = {siblings[group[0]]: [siblings[place] for place in group] for group in records}
    placed: dict[int, Extent] = {}
    last = next((extents[i] for i in siblings if _has_area(extents[i])), _NOWHERE)
    for index, group in groups.items():  # a sibling without an area is placed with the one before it
        shown = [extents[i] for i in group if _has_area(extents[i])]
        last = _union(shown) if shown else last
        placed[index] = last
    order = _cut(list(groups), placed, axis=1, depth=DEPTH)
    return [i for index in order for i in _in_record(groups[index], extents)]


def _in_record(group: list[int], extents: list[Extent]) -> list[int]:
    if len(group) < 2 or _falls(group, extents) or not all(_has_area(extents[i]) for i in group):  # noqa: PLR2004
        return group
    return _cut(group, {i: extents[i] for i in group}, axis=1, depth=DEPTH)


def _falls(siblings: list[int], extents: list[Extent]) -> bool:
    """Check whether the siblings are already sorted in one column or one row."""
    pairs = list(pairwise(extents[i] for i in siblings))
    if all(a[3] <= b[1] for a, b in pairs):
        return True
    return all(a[2] <= b[0] and a[1] < b[3] and b[1] < a[3] for a, b in pairs)


def _cut(siblings: list[int], placed: dict[int, Extent], *, axis: int, depth: int) -> list[int]:
    """Sort siblings by cutting them along one axis, then each part along the other.

    Axis 1 cuts into rows, axis 0 into columns. If only the other cut keeps the order of the tree, it is made
    first: multi-line parts are then side by side, such as two fields with labels above them.
    """
    parts, others = _parts(siblings, placed, axis=axis), _parts(siblings, placed, axis=1 - axis)
    keeps_order, others_keep_order = (list(chain(*each)) == siblings for each in (parts, others))
    if len(parts) == 1 or (len(others) > 1 and others_keep_order and not keeps_order):
        parts, axis = others, 1 - axis
    if len(parts) == 1 or depth == 0:
        return siblings
    found: list[int] = []
    for part in parts:
        found += _cut(part, placed, axis=1 - axis, depth=depth - 1) if len(part) > 1 else part
    return found


def _parts(siblings: list[int], placed: dict[int, Extent], *, axis: int) -> list[list[int]]:
    """Group siblings by the gaps along `axis`, keeping tree order within a group."""
    spans = []
    for place, index in enumerate(siblings):
        low, high = placed[index][axis], placed[index][axis + 2]
        slack = min((high - low) * OVERLAP, OVERLAP_PX)
        spans.append((low + slack, high - slack, place))
    spans.sort()
    groups: list[list[int]] = []
    reach = float("-inf")
    for low, high, place in spans:
        if low >= reach:
            groups.append([])
        groups[-1].append(place)
        reach = max(reach, high)
    return [[siblings[place] for place in sorted(group)] for group in groups]
