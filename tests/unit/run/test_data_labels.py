"""Labels that are data, or only look like an action in another language, need no approval."""

from __future__ import annotations

import pytest

from onscreen.perceive.irreversible_words import find_irreversible
from onscreen.perceive.screen_builder import build_screen
from onscreen.run.approval import irreversible_control
from onscreen.testing.sample_episodes import make_shot
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import (
    Action,
    Box,
    Click,
    Decision,
    Drag,
    Element,
    Episode,
    Node,
    Point,
    Press,
    Shot,
    Task,
)


def judged(action: Action, *nodes: Node) -> str:
    """Return the label that makes an action on a screen of these nodes look irreversible, "" if none does."""
    shot = Shot(make_shot(0).picture, nodes)
    return irreversible_control(Episode(Task("t"), (shot,)), Decision(action))


def cell(text: str, row: int) -> Node:
    """Return a clickable cell of the first column of a table."""
    return Node("gridcell", text, Box(0, 20 * row, 80, 20 * row + 20), states=("clickable",))


@pytest.mark.parametrize(
    "label", ["Food", "Tue", "Anna", "Season tickets", "Royal Mail", "Lakes", "Teachers"]
)
def test_an_english_word_that_resembles_an_action_elsewhere_is_harmless(label: str) -> None:
    """Names, weekdays and nouns are not taken for orders, bids or deletions of another language."""
    assert find_irreversible(label) is None


@pytest.mark.parametrize(
    "label", ["Order food", "Delete season", "Book royal suite", "Passer la commande", "Pay Anna"]
)
def test_such_a_word_beside_an_action_changes_nothing(label: str) -> None:
    """The action is still recognized."""
    assert find_irreversible(label) is not None


def test_values_of_a_table_are_data_and_commands_of_a_table_are_not() -> None:
    """A column of different texts is read; a column with "Delete" in each row acts."""
    values = [cell(text, row) for row, text in enumerate(("Call the owner", "Groceries", "Rent", "Travel"))]
    commands = [cell("Delete", row) for row in range(4)]
    for nodes, expected in ((values, ""), (commands, "Delete")):
        target = Element.of(nodes[0], 1, index=0)
        assert judged(Click(target), *nodes) == expected


@pytest.mark.parametrize(
    ("name", "role", "expected"),
    [
        ("Remove tiles", "image", ""),
        ("Slide to pay", "generic", "Slide to pay"),
        ("Pay now", "button", "Pay now"),
    ],
)
def test_what_a_drag_moves_is_not_activated(name: str, role: str, *, expected: str) -> None:
    """A bar of a chart called "Remove tiles" may be moved; a control that is slid to act needs approval."""
    node = Node(role, name, Box(0, 0, 80, 20), states=("clickable", "draggable"))
    source = Element.of(node, 1, index=0)
    assert judged(Drag(source, offset=Point(100, 0)), node) == expected


def test_what_something_is_dropped_on_is_judged() -> None:
    """Dropping a note on "Delete" needs approval."""
    note = Node("listitem", "Remove tiles", Box(0, 0, 80, 20), states=("draggable",))
    bin_ = Node("button", "Delete", Box(0, 50, 80, 70), states=("clickable",))
    drag = Drag(Element.of(note, 1, index=0), to=Element.of(bin_, 2, index=1))
    assert judged(drag, note, bin_) == "Delete"


@pytest.mark.parametrize(("state", "expected"), [(" selected", ""), ("", "Send invitation")])
def test_enter_in_an_open_list_chooses_an_option(state: str, *, expected: str) -> None:
    """With an option about to be chosen, Enter does not submit the form."""
    shot = shot_from_lines(
        "form",
        "  combobox Day [clickable editable expanded focused]",
        "    listbox",
        f"      option Monday [clickable{state}]",
        "  button Send invitation [clickable]",
    )
    assert build_screen(shot).elements
    assert irreversible_control(Episode(Task("t"), (shot,)), Decision(Press("Enter"))) == expected
