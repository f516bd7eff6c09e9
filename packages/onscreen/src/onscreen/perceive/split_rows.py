"""Rows of grids that are divided into parts side by side, such as pinned and scrolled columns.

Data grids such as AG Grid, Handsontable and RevoGrid build each part as a separate table, so that a row of
the grid corresponds to several rows of the tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from onscreen.types import Node

GRID_ROLES = frozenset({"grid", "table", "treegrid"})
MIN_ROWS = 2
"""Minimum number of rows with a counterpart beside them in another part of the grid."""
SLACK_PX = 3.0
"""Ignored difference in the tops and bottoms of a row's parts, in pixels."""


def join_split_rows(nodes: Sequence[Node], children: list[list[int]]) -> None:
    """Reorder divided grids so that the parts of each row are adjacent.

    Rows of later parts are moved behind the row of the first part at the same height. `children` lists the
    children of every node, and is changed in place.
    """
    for index, node in enumerate(nodes):
        if node.role in GRID_ROLES:
            _join_rows(nodes, children, grid=index)


def _join_rows(nodes: Sequence[Node], children: list[list[int]], *, grid: int) -> None:
    rows = list(_find_rows(nodes, children, grid=grid))
    firsts: dict[int, tuple[int, int]] = {}
    joined: list[tuple[int, int, int, int]] = []
    for parent, row in rows:
        top = round(nodes[row].box.top / SLACK_PX)
        near = (firsts[key] for key in (top, top - 1, top + 1) if key in firsts)
        first = next((pair for pair in near if _is_beside(nodes, first=pair[1], row=row)), None)
        if first is None:
            firsts.setdefault(top, (parent, row))
        else:
            joined.append((*first, parent, row))
    if len(joined) < MIN_ROWS:
        return
    for first_parent, first_row, parent, row in reversed(joined):
        children[parent].remove(row)
        children[first_parent].insert(children[first_parent].index(first_row) + 1, row)


def _find_rows(nodes: Sequence[Node], children: list[list[int]], *, grid: int) -> Iterator[tuple[int, int]]:
    """Yield the rows of a grid, each after its parent, without the rows of nested grids."""
    stack = [grid]
    while stack:
        parent = stack.pop()
        for child in children[parent]:
            if nodes[child].role == "row":
                yield parent, child
        inner = [each for each in children[parent] if nodes[each].role not in {"row", *GRID_ROLES}]
        stack += reversed(inner)


def _is_beside(nodes: Sequence[Node], *, first: int, row: int) -> bool:
    """Check whether a row continues another row on the right."""
    one, other = nodes[first].box, nodes[row].box
    is_level = abs(one.top - other.top) <= SLACK_PX and abs(one.bottom - other.bottom) <= SLACK_PX
    return is_level and one.right <= other.left + SLACK_PX and one.height > 0
