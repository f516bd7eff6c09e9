"""Tests of effects that only the controls of a screen show."""

from __future__ import annotations

import pytest

from notebook_device import NotebookDevice
from onscreen.discovery.control_difference import find_control_changes
from onscreen.types import Box, Node, Shot

BOX = Box(0, 0, 9, 9)
DISPLAY, DIGIT = Node("text", "0", BOX, parent=0), Node("button", "7", BOX, parent=0)
BOLD = Node("checkbox", "Bold", BOX, parent=0)
BOLD_ON = Node("checkbox", "Bold", BOX, states=("checked",), parent=0)
NAME, ADA = (Node("textbox", "Name", BOX, value=value, parent=0) for value in ("", "Ada"))


def _shot(*nodes: Node) -> Shot:
    return Shot(NotebookDevice().observe().picture, (Node("window", "Calculator", BOX), *nodes), "Calculator")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ((DISPLAY, DIGIT), (Node("text", "7", BOX, parent=0), DIGIT), [("text", "7", "", True)]),
        ((BOLD,), (BOLD_ON,), [("checkbox", "Bold", "", True)]),
        ((BOLD_ON,), (BOLD,), [("checkbox", "Bold", "", False)]),
        ((NAME,), (ADA,), [("textbox", "Name", "Ada", True)]),
        ((DISPLAY,), (DISPLAY, Node("text", "Menu", BOX, parent=0)), []),
        ((DIGIT,), (Node("button", "8", BOX, parent=0),), []),
    ],
)
def test_texts_values_and_switches_that_change_in_place_are_effects(
    before: tuple[Node, ...], after: tuple[Node, ...], expected: list[tuple[str, str, str, bool]]
) -> None:
    """A display, a field and a switch show what an action did; a menu that opens is no effect."""
    changes = find_control_changes(_shot(*before), _shot(*after))
    assert [(each.role, each.name, each.value, each.is_on) for each in changes] == expected


def test_another_screen_is_no_effect() -> None:
    """A screen on which many elements differ is another one, and not the effect of a control."""
    rows = [tuple(Node("text", f"{word} {i}", BOX, parent=0) for i in range(5)) for word in ("old", "new")]
    assert find_control_changes(_shot(*rows[0]), _shot(*rows[1])) == ()
