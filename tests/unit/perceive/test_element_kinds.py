"""Classification of elements by what can be done with them."""

from __future__ import annotations

import pytest

from onscreen.perceive.element_kinds import is_actionable, is_blocked, is_control, is_reachable, is_usable
from onscreen.types import Box, Node


def make_node(role: str, *states: str) -> Node:
    """Return a node with a role and states."""
    return Node(role, "Name", Box(0, 0, 9, 9), states=states)


@pytest.mark.parametrize(
    ("role", "states", "answers"),
    [
        ("button", (), (True, True, True)),
        ("generic", ("clickable",), (True, True, True)),
        ("generic", ("editable",), (True, True, True)),
        ("generic", ("draggable",), (False, False, True)),
        ("text", (), (False, False, False)),
        ("button", ("disabled",), (True, False, False)),
        ("button", ("covered",), (True, True, False)),
        ("generic", ("draggable", "covered"), (False, False, False)),
    ],
)
def test_the_three_questions(role: str, states: tuple[str, ...], answers: tuple[bool, bool, bool]) -> None:
    """An actionable node accepts clicks or input, a usable one is enabled, a reachable one also uncovered."""
    node = make_node(role, *states)
    assert (is_actionable(node), is_usable(node), is_reachable(node)) == answers
    assert is_blocked(node) == bool({"disabled", "covered"} & set(states))


@pytest.mark.parametrize(
    ("role", "states", "expected"),
    [
        ("button", (), True),
        ("checkbox", (), True),
        ("generic", ("clickable",), True),
        ("textbox", ("clickable", "editable"), False),
        ("combobox", ("clickable",), False),
        ("text", (), False),
    ],
)
def test_click_on_a_field_activates_nothing(role: str, states: tuple[str, ...], *, expected: bool) -> None:
    """A click activates buttons and switches; it only focuses or opens a field."""
    assert is_control(make_node(role, *states)) == expected
