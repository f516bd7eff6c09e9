"""Reports of changes: rows that took another's place, long texts, and messages among many new elements."""

from __future__ import annotations

import msgspec
import pytest

from onscreen.perceive.node_text import truncate_difference
from onscreen.perceive.screen_change import compare_shots, past_steps
from onscreen.perceive.step_description import describe_effect, describe_step
from onscreen.testing.sample_episodes import click_episode
from onscreen.testing.strategies import blank_picture
from onscreen.types import Box, Click, Element, Node, PastStep, Shot, Type, Wait

BOX = Box(0, 0, 9, 9)
LONG = "201 Press the space bar to select this row Olive Arbequina Shrub 1 l"


def rows(*names: str) -> tuple[Node, ...]:
    """Return rows with a text and a number each, whose locators are their positions."""
    return tuple(
        node
        for at, name in enumerate(names)
        for node in (
            Node("text", name, Box(0, 20 * at, 90, 20 * at + 20), locator=f"li:{at}"),
            Node("text", str(len(name)), Box(90, 20 * at, 120, 20 * at + 20), locator=f"li:{at} b"),
        )
    )


def shot(*nodes: Node, address: str = "a") -> Shot:
    """Return a shot of these nodes."""
    return Shot(blank_picture(), nodes, address=address)


def effect(before: Shot, after: Shot, *, text: str = "") -> str:
    """Return the described effect of an action that led from one shot to another."""
    return describe_effect(PastStep(Type(text) if text else Wait(), change=compare_shots(before, after)))


def test_a_deleted_row() -> None:
    """If the rows below a deleted row move up, only the deleted row is gone, and nothing was renamed."""
    before, after = shot(*rows("Anna", "Cleopatra", "Bo")), shot(*rows("Cleopatra", "Bo"))
    assert effect(before, after) == '2 gone: "Anna", "4"'


def test_an_inserted_row() -> None:
    """A row that is inserted above others is new, and nothing was renamed."""
    before, after = shot(*rows("Cleopatra", "Bo")), shot(*rows("Anna", "Cleopatra", "Bo"))
    assert effect(before, after) == '2 new: "Anna", "4"'


def test_a_changed_text_is_still_renamed() -> None:
    """A text that no other row had is the new text of the same row; a number is compared, too."""
    before, after = shot(*rows("Anna", "Bo")), shot(*rows("Anna Lee", "Bo"))
    assert effect(before, after) == '"Anna" now "Anna Lee"; "4" now "8"'


def test_other_items_of_a_list() -> None:
    """A list item without a common word is another item, so that its name was not changed."""
    old, new = (
        Node("listitem", name, Box(0, 0, 90, 20), states=("clickable",), locator="li")
        for name in ("Railway Museum", "Willow Park")
    )
    assert effect(shot(old), shot(new)) == '1 new: "Willow Park"; 1 gone: "Railway Museum"'


def test_another_screen_at_the_same_address() -> None:
    """A heading and a button of another screen are new, not renamed."""
    old, new = (
        [Node("button", f"{word} {i}", Box(0, 20 * i, 90, 20 * i + 20)) for i in range(6)]
        for word in ("Map", "List")
    )
    title, other = (Node("heading", name, Box(0, 0, 90, 20), locator="h1") for name in ("Today", "Places"))
    assert " now " not in effect(shot(title, *old), shot(other, *new))
    assert effect(shot(title), shot(other)) == '"Today" now "Places"'


def test_looks_on_another_page() -> None:
    """On another page, the look of nodes at the same position is not reported."""
    old, new = (
        Node("image", "", Box(0, 0, 9, 9), locator="i", clue=f"{color} icon") for color in ("red", "blue")
    )
    assert effect(shot(old), shot(new, address="b")) == "page now b"
    assert "now looks" in effect(shot(old), shot(new))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Open", "Closed", ("Open", "Closed")),
        (
            f"{LONG} 0.00 €",
            f"{LONG} 34.50 €",
            ("…Arbequina Shrub 1 l 0.00 €", "…Arbequina Shrub 1 l 34.50 €"),
        ),
        ("a" * 70, "b" * 70, ("a" * 59 + "…", "b" * 59 + "…")),
    ],
)
def test_texts_are_cut_around_their_difference(old: str, new: str, expected: tuple[str, str]) -> None:
    """Two long texts with the same beginning are truncated so that their difference is shown."""
    assert truncate_difference(old, new) == expected


def test_a_row_whose_cells_are_reported() -> None:
    """A row whose name only follows from a new cell or the typed text is not reported as well."""
    old, new = (
        Node("row", f"{LONG} {price}", Box(0, 0, 90, 20), states=("clickable",), locator="r")
        for price in ("0.00 €", "34.50 €")
    )
    cell = Node("gridcell", "34.50 €", Box(0, 0, 9, 9), parent=0)
    assert effect(shot(old), shot(new, cell)) == '1 new: "34.50 €"'
    assert effect(shot(old), shot(new), text="34.50") == "entered"
    assert effect(shot(old), shot(new)).endswith('now "…Arbequina Shrub 1 l 34.50 €"')


def test_being_clickable_is_no_reported_change() -> None:
    """A button that is enabled is reported once; that it can be clicked follows from this."""
    old, new = (
        Node("button", "Save", Box(0, 0, 9, 9), states=(state,)) for state in ("disabled", "clickable")
    )
    assert effect(shot(old), shot(new)) == '"Save" not disabled'


def test_new_texts_precede_what_was_on_an_earlier_screen() -> None:
    """Among many new elements, those that no earlier screen had are named first, and texts before actions."""
    buttons = [Node("button", f"Photo {i}", Box(0, 20 * i, 90, 20 * i + 20)) for i in range(8)]
    toast = [
        Node("button", "Undo", Box(0, 400, 90, 420)),
        Node("text", "1 item deleted", Box(90, 400, 200, 420)),
    ]
    shots = (shot(*buttons), shot(Node("button", "Delete", Box(0, 0, 9, 9))), shot(*buttons[1:], *toast))
    episode = click_episode(2)
    report = describe_effect(past_steps(msgspec.structs.replace(episode, shots=shots))[1])
    assert report.startswith('9 new: "1 item deleted", "Undo", "Photo 1", …')


def test_fragments_of_drawings() -> None:
    """Short texts recognized in a drawing are not counted beside other changes, and longer ones come last."""
    read = [Node("text", text, BOX, seen_by="ocr") for text in ("Sca", "BPMN.io")]
    assert effect(shot(), shot(*read, Node("button", "Undo", BOX))) == '2 new: "Undo", "BPMN.io"'
    assert effect(shot(), shot(*read)) == '2 new: "Sca", "BPMN.io"'


def test_the_column_of_a_clicked_cell() -> None:
    """The description of a click on a cell without a name tells its column and row."""
    nodes = [Node("grid", "", Box(0, 0, 200, 60))]
    for at, name in enumerate(("Name", "Confirmed")):
        nodes.append(Node("columnheader", name, Box(100 * at, 0, 100 * at + 100, 20), parent=0))
    for row, person in enumerate(("Anna", "Bo")):
        top, parent = 20 * row + 20, len(nodes)
        nodes.append(Node("row", "", Box(0, top, 200, top + 20), parent=0))
        nodes.append(Node("gridcell", person, Box(0, top, 100, top + 20), parent=parent))
        nodes.append(Node("gridcell", "", Box(100, top, 200, top + 20), states=("clickable",), parent=parent))
    target = Element.of(nodes[-1], 1, index=len(nodes) - 1)
    episode = click_episode(1)
    decisions = (msgspec.structs.replace(episode.decisions[0], action=Click(target)),)
    given = msgspec.structs.replace(episode, shots=(shot(*nodes), shot(*nodes)), decisions=decisions)
    assert describe_step(past_steps(given)[0]).startswith('clicked the gridcell of "Confirmed | Bo":')
