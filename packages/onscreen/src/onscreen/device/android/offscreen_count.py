"""Lower bounds on the number of elements that are scrolled out of view.

`uiautomator dump` contains neither the rows that are scrolled out of view nor their number. Three facts in
the dump nevertheless prove that there are more elements: views with bounds outside the container (some
applications report them), gaps in the `index` attribute (uiautomator skips invisible children but counts
them), and a row at the edge of the container that is cut off.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from onscreen.device.android.view_hierarchy import Bounds
from onscreen.device.android.view_table import ViewTable, has_area
from onscreen.types import OffscreenCounts

_LEFT, _TOP, _RIGHT, _BOTTOM = 0, 1, 2, 3
_TOLERANCE_PX = 1.0
_MIN_ROWS = 2
_MAX_TEMPLATES = 5
_NO_CONTAINER = -1


def count_offscreen(table: ViewTable, screen: Bounds) -> OffscreenCounts:
    """Compute lower bounds on the number of elements out of view in each direction.

    Counts are summed over all scroll containers. A row that is cut off counts as one more element in its
    direction if nothing else is known.
    """
    totals = [0, 0, 0, 0]
    reported = _count_reported(table, screen)
    for index, view in enumerate(table.views):
        if view.has("scrollable") and has_area(table.visible[index]):
            inferred = _infer_hidden(table, index)
            known = reported.pop(index, (0, 0, 0, 0))
            reported[index] = tuple(max(pair) for pair in zip(known, inferred, strict=True))
    for counts in reported.values():
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
    left, above, right, below = totals
    return OffscreenCounts(above=above, below=below, left=left, right=right, is_lower_bound=True)


def _count_reported(table: ViewTable, screen: Bounds) -> dict[int, tuple[int, ...]]:
    """Count touch targets with bounds outside the view, by scroll container (-1: none) and side."""
    containers: list[int] = []
    counts: dict[int, tuple[int, ...]] = {}
    for index, view in enumerate(table.views):
        parent = view.parent
        container = containers[parent] if parent >= 0 else _NO_CONTAINER
        containers.append(index if view.has("scrollable") else container)
        is_hidden = has_area(view.bounds) and not has_area(table.visible[index])
        if not table.is_touch_target[index] or not is_hidden:
            continue
        side = _hidden_side(view.bounds, table.clip[parent] if parent >= 0 else screen)
        known = counts.get(container, (0, 0, 0, 0))
        counts[container] = (*known[:side], known[side] + 1, *known[side + 1 :])
    return counts


def _hidden_side(bounds: Bounds, clip: Bounds) -> int:
    """Return the side of a clipping rectangle on which the bounds lie, by default below."""
    left, top, right, bottom = bounds
    if bottom <= clip[_TOP]:
        return _TOP
    if top >= clip[_BOTTOM]:
        return _BOTTOM
    return _LEFT if right <= clip[_LEFT] else _RIGHT if left >= clip[_RIGHT] else _BOTTOM


def _infer_hidden(table: ViewTable, container: int) -> tuple[int, ...]:
    """Return lower bounds on the rows hidden left, above, right and below of a container."""
    rows = _find_rows(table, container)
    axis = _scroll_axis(table, rows)
    hidden = [0, 0, 0, 0]
    if axis is None:
        return tuple(hidden)
    start, end = axis
    clip = table.clip[container]
    if table.visible[rows[0]][start] <= clip[start] + _TOLERANCE_PX:
        hidden[start] = table.views[rows[0]].child_index
    for side in (start, end):
        if not hidden[side] and _has_cut_row(table, rows, clip=clip, side=side):
            hidden[side] = 1
    return tuple(hidden)


def _find_rows(table: ViewTable, container: int) -> list[int]:
    """Return the visible rows: the children of the container, or of the only view that it contains."""
    current = container
    while True:
        rows = [child for child in table.children[current] if has_area(table.visible[child])]
        if len(rows) != 1 or table.views[rows[0]].has("scrollable") or table.is_touch_target[rows[0]]:
            return rows
        current = rows[0]


def _scroll_axis(table: ViewTable, rows: Sequence[int]) -> tuple[int, int] | None:
    """Return the sides at which the content starts and ends: top and bottom, or left and right.

    A grid counts as vertical. Returns None if the rows are not laid out in reading order.
    """
    if len(rows) < _MIN_ROWS:
        return None
    bounds = [table.visible[row] for row in rows]
    for start, end in ((_TOP, _BOTTOM), (_LEFT, _RIGHT)):
        is_ordered = all(after[start] >= before[start] for before, after in pairwise(bounds))
        if is_ordered and bounds[-1][start] >= bounds[0][end] - _TOLERANCE_PX:
            return start, end
    return None


def _has_cut_row(table: ViewTable, rows: Sequence[int], *, clip: Bounds, side: int) -> bool:
    """Return whether the first or last row is cut off by the edge of its container.

    If the dump contains clipped bounds, a row counts as cut off if it ends at the edge, is shorter than all
    complete rows of the same class and resource id, and its content also ends at the edge. The content of
    complete rows must end before their own edges.
    """
    row = rows[0] if side in (_LEFT, _TOP) else rows[-1]
    sign = -1 if side in (_LEFT, _TOP) else 1
    if sign * (table.views[row].bounds[side] - clip[side]) > _TOLERANCE_PX:
        return True
    if abs(table.visible[row][side] - clip[side]) > _TOLERANCE_PX:
        return False
    complete = _complete_rows(table, rows, like=row, clip=clip, side=side)
    lengths = [_length(table.visible[each], side) for each in complete]
    shortest = min(lengths, default=0.0)
    if len(complete) < _MIN_ROWS or _length(table.visible[row], side) >= shortest - 2 * _TOLERANCE_PX:
        return False
    has_content = [bool(_visible_leaves(table, each)) for each in complete]
    if not any(has_content):
        return max(lengths) - shortest <= 2 * _TOLERANCE_PX
    if not _visible_leaves(table, row):
        return all(has_content)
    reaches_end = [_content_reaches(table, each, side=side) for each in complete]
    return _content_reaches(table, row, side=side) and not any(reaches_end)


def _complete_rows(table: ViewTable, rows: Sequence[int], *, like: int, clip: Bounds, side: int) -> list[int]:
    """Return up to five complete rows of the same kind, away from the container's edges."""
    view = table.views[like]
    edges = (_TOP, _BOTTOM) if side in (_TOP, _BOTTOM) else (_LEFT, _RIGHT)
    complete = [
        row
        for row in rows
        if row != like
        and (table.views[row].class_name, table.views[row].resource_id) == (view.class_name, view.resource_id)
        and all(abs(table.visible[row][edge] - clip[edge]) > _TOLERANCE_PX for edge in edges)
    ]
    return complete[:_MAX_TEMPLATES]


def _length(bounds: Bounds, side: int) -> float:
    """Return the height for the upper or lower side, the width for the left or right side."""
    return bounds[_BOTTOM] - bounds[_TOP] if side in (_TOP, _BOTTOM) else bounds[_RIGHT] - bounds[_LEFT]


def _visible_leaves(table: ViewTable, index: int) -> list[int]:
    """Return the visible descendants that have no visible children; empty for a leaf."""
    leaves: list[int] = []
    pending = [child for child in table.children[index] if has_area(table.visible[child])]
    while pending:
        current = pending.pop()
        children = [child for child in table.children[current] if has_area(table.visible[child])]
        pending += children
        if not children:
            leaves.append(current)
    return leaves


def _content_reaches(table: ViewTable, row: int, *, side: int) -> bool:
    """Return whether a leaf of the row ends where the row ends."""
    edge = table.visible[row][side]
    return any(abs(table.visible[leaf][side] - edge) <= _TOLERANCE_PX for leaf in _visible_leaves(table, row))
