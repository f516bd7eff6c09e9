"""Shapes that show the targets of an action."""

from __future__ import annotations

import pytest

from onscreen.report.action_overlay import action_shapes
from onscreen.types import Action, Back, Box, Click, Drag, Element, Point, Press, Scroll, Swipe, Type

SIZE = (400, 300)
BUTTON = Element("button", "Buy", Box(100, 100, 160, 130), mark=1, index=0)


@pytest.mark.parametrize(
    ("action", "kinds"),
    [
        (Click(BUTTON), ["box"]),
        (Click(Point(5, 5)), ["spot"]),
        (Type("x", BUTTON), ["box"]),
        (Type("x"), []),
        (Press("Enter"), []),
        (Back(), []),
        (Drag(BUTTON, Point(9, 9)), ["box", "arrow", "spot"]),
        (Drag(BUTTON, offset=Point(50, 0)), ["box", "arrow"]),
        (Swipe(Point(1, 1), Point(9, 90)), ["arrow", "spot", "spot"]),
        (Scroll("down"), ["arrow"]),
        (Scroll("up", target=BUTTON), ["box", "arrow"]),
    ],
)
def test_every_target_is_drawn(action: Action, kinds: list[str]) -> None:
    """Elements get a box, points a dot, movements an arrow, other actions nothing."""
    assert [shape.kind for shape in action_shapes(action, SIZE)] == kinds


def test_box_surrounds_its_element() -> None:
    """The box contains the element with a margin, and stays inside the picture."""
    (ring,) = action_shapes(Click(BUTTON), SIZE)
    assert (ring.x, ring.y, ring.to_x, ring.to_y) == (97, 97, 163, 133)
    outside = Element("button", "", Box(-50, 290, 900, 900), mark=1, index=0)
    (ring,) = action_shapes(Click(outside), SIZE)
    assert (ring.x, ring.y, ring.to_x, ring.to_y) == (0, 287, 400, 300)


def test_arrows_point_in_the_direction_of_movement() -> None:
    """An arrow leads from the element by the offset, or from the center in the scroll direction."""
    _, drag = action_shapes(Drag(BUTTON, offset=Point(50, -10)), SIZE)
    assert (drag.x, drag.y, drag.to_x, drag.to_y) == (130, 115, 180, 105)
    arrow = action_shapes(Drag(BUTTON, Point(9, 9), Point(0, 4)), SIZE)[1]
    assert (arrow.x, arrow.y, arrow.to_x, arrow.to_y) == (130, 115, 9, 13)
    (scroll,) = action_shapes(Scroll("left"), SIZE)
    assert (scroll.x, scroll.y, scroll.to_y) == (200, 150, 150)
    assert scroll.to_x < 200


def test_arrow_of_zero_length_has_a_head() -> None:
    """A drag to its own start does not fail."""
    _, arrow = action_shapes(Drag(BUTTON), SIZE)
    assert arrow.head(10).count("M") == 2
