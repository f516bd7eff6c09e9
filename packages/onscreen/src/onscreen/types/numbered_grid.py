"""Grid of numbered cells over a picture, for places without an element (AppAgent's grid mode)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt

import msgspec

from onscreen.types.geometry import Box, Point

TARGET_CELLS = 80
"""Approximate number of cells of a grid; they are about square."""
CELL_PARTS: Mapping[str, tuple[int, int]] = {
    "top left": (0, 0),
    "top": (1, 0),
    "top right": (2, 0),
    "left": (0, 1),
    "center": (1, 1),
    "right": (2, 1),
    "bottom left": (0, 2),
    "bottom": (1, 2),
    "bottom right": (2, 2),
}
"""Names of the nine equal parts of a cell, with their column and row."""
PARTS_PER_EDGE = 3


class PictureGrid(msgspec.Struct, frozen=True):
    """Division of a picture into equal cells, numbered from 1 in reading order.

    The cells cover the whole picture. `width` and `height` are those of the picture, in pixels.
    """

    width: float
    height: float
    columns: int
    rows: int

    @property
    def count(self) -> int:
        """The number of cells."""
        return self.columns * self.rows

    def cell(self, number: int) -> Box:
        """Return the box of a cell.

        Raises:
            ValueError: the grid has no such cell.
        """
        if not 1 <= number <= self.count:
            message = f"the grid has the cells 1 to {self.count}; found {number}"
            raise ValueError(message)
        row, column = divmod(number - 1, self.columns)
        across, down = self.width / self.columns, self.height / self.rows
        return Box(column * across, row * down, (column + 1) * across, (row + 1) * down)

    def cells(self) -> Iterator[Box]:
        """Yield the boxes of all cells in order."""
        return (self.cell(number) for number in range(1, self.count + 1))

    def point(self, number: int, part: str = "center") -> Point:
        """Return the center of a part of a cell, such as "top left".

        Raises:
            ValueError: the grid has no such cell.
            KeyError: a cell has no such part.
        """
        box, (column, row) = self.cell(number), CELL_PARTS[part]
        return Point(
            box.left + box.width * (column + 0.5) / PARTS_PER_EDGE,
            box.top + box.height * (row + 0.5) / PARTS_PER_EDGE,
        )


def make_grid(size: tuple[int, int]) -> PictureGrid:
    """Divide a picture of the given width and height in pixels into nearly square cells."""
    width, height = max(1, size[0]), max(1, size[1])
    edge = sqrt(width * height / TARGET_CELLS)
    return PictureGrid(width, height, max(1, round(width / edge)), max(1, round(height / edge)))
