"""What a model that is shown a marked picture relies on."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image, ImageFont

from onscreen.perceive.element_kinds import is_reachable
from onscreen.perceive.pixel_array import decode
from onscreen.perceive.set_of_marks import _places, draw_grid, mark
from onscreen.types import Box, Element, Picture, Screen, Shot
from onscreen.types.numbered_grid import make_grid


def blank_picture(shade: int = 255, *, size: tuple[int, int] = (300, 200)) -> Picture:
    """Return a picture of one shade."""
    out = io.BytesIO()
    Image.new("RGB", size, (shade, shade, shade)).save(out, format="PNG")
    return Picture(out.getvalue())


def button(number: int, box: Box, *, role: str = "button", states: tuple[str, ...] = ()) -> Element:
    """Return an element with this mark."""
    return Element(role, f"b{number}", box, states=states, mark=number, index=number - 1)


def screen(*elements: Element, shade: int = 255) -> Screen:
    """Return a screen of these elements."""
    return Screen(Shot(blank_picture(shade), elements), elements)


def changed(screen: Screen, picture: Picture) -> np.ndarray:
    """Return where the picture differs from the screen's, shape (height, width)."""
    return np.any(decode(screen.shot.picture) != decode(picture), axis=2)


BOX = Box(100, 80, 180, 110)


@pytest.mark.parametrize("shade", [0, 128, 255])
def test_marks_are_readable_on_any_ground(shade: int) -> None:
    """White digits on a dark label are readable on light and dark pictures."""
    there = screen(button(7, BOX), shade=shade)
    pixels = decode(mark(there)).astype(int)
    label = pixels[60:80, 98:125]
    assert label.sum(axis=2).max() > 600
    assert label.sum(axis=2).min() < 400
    assert changed(there, mark(there)).any()


def test_the_picture_keeps_its_size_and_its_original() -> None:
    """A marked picture has the pixels of the screen's, which itself stays as it is."""
    there = screen(button(1, BOX))
    before = there.shot.picture.sha256
    assert mark(there).size == (300, 200)
    assert there.shot.picture.sha256 == before


def test_only_what_can_be_acted_on_is_marked() -> None:
    """Text, what is covered, disabled or without area gets no number."""
    passive = screen(
        button(1, BOX, role="text"),
        button(2, BOX, states=("covered",)),
        button(3, BOX, states=("disabled",)),
        button(4, Box(10, 10, 10, 30)),
    )
    assert not changed(passive, mark(passive)).any()
    assert is_reachable(button(5, BOX, role="generic", states=("clickable",)))


def test_most_limits_the_marks() -> None:
    """At most `most` marks are drawn, none if it is 0."""
    there = screen(button(1, BOX), button(2, Box(200, 150, 280, 180)))
    assert not changed(there, mark(there, 1))[140:, 190:].any()
    assert not changed(there, mark(there, 0)).any()


def test_labels_do_not_lie_over_each_other() -> None:
    """Elements with room around them get labels that share no pixel, inside the picture."""
    boxes = [Box(x, y, x + 40, y + 20) for y in (0, 60, 120, 180) for x in (0, 50, 100, 260)]
    elements = [button(i + 98, box) for i, box in enumerate(boxes)]
    places = list(_places(elements, (300, 200), font=ImageFont.load_default(13)))
    pairs = [(a, b) for i, a in enumerate(places) for b in places[:i]]
    assert all(a.intersection(b).area == 0 for a, b in pairs)
    assert all(p.left >= 0 and p.top >= 0 and p.right <= 300 and p.bottom <= 200 for p in places)


def test_elements_outside_the_picture_do_no_harm() -> None:
    """A box that lies partly or wholly outside the picture is marked at its edge."""
    there = screen(button(1, Box(-50, -50, -10, -10)), button(2, Box(290, 190, 900, 900)))
    assert mark(there).size == (300, 200)


def test_a_picture_of_one_pixel_can_be_marked() -> None:
    """A picture smaller than its label is marked without failing."""
    tiny = Screen(Shot(blank_picture(size=(1, 1)), ()), (button(1, Box(0, 0, 1, 1)),))
    assert mark(tiny).size == (1, 1)


@pytest.mark.parametrize(("most", "label_px"), [(-1, 13), (5, 0)])
def test_senseless_sizes_are_refused(most: int, label_px: int) -> None:
    """A negative number of marks or a label without height is rejected, naming the value."""
    with pytest.raises(ValueError, match="give most >= 0"):
        mark(screen(button(1, BOX)), most, label_px=label_px)


def test_every_cell_of_the_grid_is_labeled() -> None:
    """The grid draws a number into each cell and leaves most of the picture as it is."""
    picture = blank_picture(size=(1080, 2400))
    drawn = np.any(decode(picture) != decode(draw_grid(picture)), axis=2)
    for cell in make_grid(picture.size).cells():
        corner = drawn[int(cell.top) + 3 : int(cell.top) + 12, int(cell.left) + 3 : int(cell.left) + 12]
        assert corner.mean() > 0.5
    assert drawn.mean() < 0.15


def test_a_grid_without_height_is_refused() -> None:
    """A label without height is rejected, naming the value."""
    with pytest.raises(ValueError, match="label_px=0"):
        draw_grid(blank_picture(), label_px=0)
