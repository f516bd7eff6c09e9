"""The grid of numbered cells reaches every place of a picture, and a line of text names its cells."""

from __future__ import annotations

import pytest

from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Click, LongPress, Point, Swipe
from onscreen.types.action_parser import parse, show
from onscreen.types.errors import BadText
from onscreen.types.numbered_grid import CELL_PARTS, make_grid

SCREEN = build_screen(shot_from_lines("button Save [clickable]", "canvas [clickable]"))
SIZES = [(1220, 2712), (1080, 2400), (1280, 720), (320, 40), (1, 1), (5000, 3)]


@pytest.mark.parametrize("size", SIZES)
def test_cells_cover_the_whole_picture(size: tuple[int, int]) -> None:
    """No strip of the picture is outside the cells, at any size, and each cell has its own place."""
    grid = make_grid(size)
    cells = list(grid.cells())
    assert sum(cell.area for cell in cells) == pytest.approx(size[0] * size[1])
    assert (cells[-1].right, cells[-1].bottom) == pytest.approx(size)
    assert len({(cell.left, cell.top) for cell in cells}) == grid.count


@pytest.mark.parametrize("part", CELL_PARTS)
def test_a_part_is_inside_its_cell(part: str) -> None:
    """Each of the nine parts is a place of its own inside the cell."""
    grid = make_grid((1080, 2400))
    assert grid.cell(7).contains(grid.point(7, part))
    assert len({grid.point(7, other) for other in CELL_PARTS}) == 9


def test_a_cell_is_a_target() -> None:
    """A click, a long press and a swipe may name cells; they become points of the picture."""
    grid = make_grid(SCREEN.shot.picture.size)
    assert parse("click cell 2", SCREEN) == Click(grid.point(2))
    assert parse("long press cell 2 top left for 2", SCREEN) == LongPress(grid.point(2, "top left"), 2.0)
    swipe = parse(f"swipe cell 1 to cell {grid.columns + 1}", SCREEN)
    assert isinstance(swipe, Swipe)
    assert swipe.start.x == swipe.end.x
    assert swipe.start.y < swipe.end.y
    assert isinstance(parse(show(Click(grid.point(2))), SCREEN), Click)


@pytest.mark.parametrize("line", ["click cell 0", "click cell 9999", "click cell", "click cell left"])
def test_an_unknown_cell_is_an_error(line: str) -> None:
    """A cell that does not exist is an error that names the cells."""
    count = make_grid(SCREEN.shot.picture.size).count
    with pytest.raises(BadText, match=f"a cell from 1 to {count}"):
        parse(line, SCREEN)


def test_a_point_is_written_as_before() -> None:
    """A point in pixels is still a target."""
    assert parse("click at 5,6", SCREEN) == Click(Point(5, 6))
