"""Visible cells of a spreadsheet, whose table has too many children to read them all."""

from __future__ import annotations

from collections.abc import Iterator

from onscreen.device.linux.accessible_element import Accessible
from onscreen.device.linux.accessible_roles import TABLE_ROLES
from onscreen.types import Box

MAX_CHILDREN = 1000
"""Maximum number of children to read; for a larger table, only the visible cells are read."""
MAX_CELLS = 3000
"""Maximum number of visible cells to read."""
_CORNER_NUMBERS = 4


class Corners:
    """Row and column of the first and the last visible cell."""

    def __init__(self) -> None:
        """Start without a corner; `places` maps names of corners to their rows and columns."""
        self.places: dict[str, int] = {}

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield the row and column of at most `MAX_CELLS` visible cells, once both corners are known."""
        if len(self.places) < _CORNER_NUMBERS:
            return
        rows = range(self.places["first row"], self.places["last row"] + 1)
        columns = range(self.places["first column"], self.places["last column"] + 1)
        for number, place in enumerate((row, column) for row in rows for column in columns):
            if number >= MAX_CELLS:
                return
            yield place


def visible_box(element: Accessible) -> Box | None:
    """Return the part of an element that is inside all of its enclosing elements."""
    box, around = element.box, element.parent
    while box is not None and around is not None:
        box = box.intersection(around.box) if around.box else box
        around = around.parent
    return box if box is not None and box.area > 0 else None


def has_cells(element: Accessible) -> bool:
    """Check whether an element is a table for which only the visible cells are read."""
    return element.role in TABLE_ROLES and element.count > MAX_CHILDREN
