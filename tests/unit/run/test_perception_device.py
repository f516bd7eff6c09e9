"""What an agent relies on when it acts on elements that only the screenshot shows."""

from __future__ import annotations

import pytest

from onscreen.run.perception_device import choose_senses, replace_perceived
from onscreen.types import Action, Box, Click, Drag, Element, Point, Scroll, Select, Type
from onscreen.types.errors import NotSupported

SEEN = Element("text", "Start", Box(10, 20, 30, 40), seen_by="ocr", mark=1, index=0)
KNOWN = Element("button", "Save", Box(0, 0, 9, 9), mark=2, index=1)


def test_perceived_elements_are_acted_on_at_their_centre() -> None:
    """The device gets the centre of a perceived element, which it does not know."""
    assert replace_perceived(Click(SEEN, count=2)) == Click(Point(20, 30), count=2)
    assert replace_perceived(Type("hello", SEEN)) == Type("hello", Point(20, 30))
    assert replace_perceived(Drag(SEEN, KNOWN)) == Drag(Point(20, 30), KNOWN)


def test_elements_of_the_tree_stay_as_they_are() -> None:
    """An action on an element of the tree is not changed."""
    assert replace_perceived(Click(KNOWN)) == Click(KNOWN)


@pytest.mark.parametrize("action", [Scroll("down", target=SEEN), Select(SEEN, ("red",))])
def test_actions_that_need_a_known_element_are_refused(action: Action) -> None:
    """The error for an action that a picture does not suffice for says what to do instead."""
    with pytest.raises(NotSupported, match="click it instead"):
        replace_perceived(action)


def test_the_default_sense_can_be_turned_off_and_replaced() -> None:
    """The default agent reads what the tree lacks unless the user chooses other senses or none."""
    assert choose_senses((), "default") == ("unread-text", "unread-icons")
    assert choose_senses(("none",), "default") == ()
    assert choose_senses(("ocr",), "default") == ("ocr",)
    assert choose_senses((), "mobile") == ("without-tree", "ocr", "icons")
    assert choose_senses((), "appagent") == ()
