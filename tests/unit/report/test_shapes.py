"""What a reader relies on to see where an action was aimed."""

from __future__ import annotations

import pytest

from onscreen.report.action_shapes import action_shapes
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
def test_every_aim_is_drawn(action: Action, kinds: list[str]) -> None:
    """Elements are ringed, points dotted, movements get an arrow, the rest is left alone."""
    assert [shape.kind for shape in action_shapes(action, SIZE)] == kinds


def test_a_ring_lies_round_its_element() -> None:
    """The ring holds the element with a little room, and stays inside the picture."""
    (ring,) = action_shapes(Click(BUTTON), SIZE)
    assert (ring.x, ring.y, ring.to_x, ring.to_y) == (97, 97, 163, 133)
    outside = Element("button", "", Box(-50, 290, 900, 900), mark=1, index=0)
    (ring,) = action_shapes(Click(outside), SIZE)
    assert (ring.x, ring.y, ring.to_x, ring.to_y) == (0, 287, 400, 300)


def test_arrows_lead_where_things_move() -> None:
    """An arrow goes from the element by the offset, or from the middle in the direction of a scroll."""
    _, drag = action_shapes(Drag(BUTTON, offset=Point(50, -10)), SIZE)
    assert (drag.x, drag.y, drag.to_x, drag.to_y) == (130, 115, 180, 105)
    arrow = action_shapes(Drag(BUTTON, Point(9, 9), Point(0, 4)), SIZE)[1]
    assert (arrow.x, arrow.y, arrow.to_x, arrow.to_y) == (130, 115, 9, 13)
    (scroll,) = action_shapes(Scroll("left"), SIZE)
    assert (scroll.x, scroll.y, scroll.to_y) == (200, 150, 150)
    assert scroll.to_x < 200


def test_an_arrow_of_no_length_has_a_head_all_the_same() -> None:
    """A drag to where it began does not fail."""
    _, arrow = action_shapes(Drag(BUTTON), SIZE)
    assert arrow.head(10).count("M") == 2
