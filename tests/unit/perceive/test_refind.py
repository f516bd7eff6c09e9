"""Finding again what was picked."""

import pytest
from hypothesis import given

from onscreen.perceive.element_relocation import pick_of, refind
from onscreen.testing.strategies import blank_picture, screens
from onscreen.testing.text_screens import screen_of_all_nodes
from onscreen.types import Box, Node, Pick, Screen, Shot

BOX = Box(0, 0, 10, 10)


def screen(*nodes: tuple[str, str, str]) -> Screen:
    """Return the screen of nodes given as role, name, locator."""
    return screen_of_all_nodes(
        Shot(blank_picture(), tuple(Node(role, name, BOX, locator=where) for role, name, where in nodes))
    )


HERE = screen(
    ("button", "Inbox (3)", "#a"), ("link", "Delete", "#b"), ("button", "Delete", "#c"), ("slider", "", "")
)


@given(screens(15))
def test_same_screen(given: Screen) -> None:
    """On the same screen a pick finds an element of the same role, name and locator."""
    for element in given.elements:
        found = refind(pick_of(element), given)
        if element.name.strip() or (element.locator and found):
            assert found is not None
            assert found.role == element.role


@pytest.mark.parametrize(
    ("pick", "mark"),
    [
        (Pick("button", "anything", "#c"), 3),
        (Pick("button", "Delete", "#gone"), 3),
        (Pick("link", "Delete", "#c"), 2),
        (Pick("button", "  DELETE "), 3),
        (Pick("button", "Inbox (4)"), 1),
        (Pick("slider", ""), 4),
        (Pick("button", "Remove"), None),
        (Pick("checkbox", "Delete"), None),
        (Pick("button", ""), None),
        (Pick("slider", "", "#gone"), None),
    ],
)
def test_refind(pick: Pick, mark: int | None) -> None:
    """Locator and role come first, then role and name: equal, folded, alike; or nothing is found."""
    found = refind(pick, HERE)
    assert (found.mark if found else None) == mark


def test_least() -> None:
    """How alike names must be can be chosen."""
    assert refind(Pick("button", "Inbox (4)"), HERE, min_similarity=95) is None
    assert refind(Pick("button", "Remove"), HERE, min_similarity=10) is not None


def test_empty_screen() -> None:
    """On an empty screen nothing is found."""
    assert refind(Pick("button", "Delete", "#c"), screen()) is None
