"""The item that one of several controls of a name belongs to."""

from __future__ import annotations

from onscreen.perceive.item_owner import owner_names, owner_texts
from onscreen.types import Box, Element, Node

BOX = Box(0, 0, 90, 20)


def node(role: str, name: str = "", *, parent: int | None = None, states: tuple[str, ...] = ()) -> Node:
    """Return a node without a place of its own."""
    return Node(role, name, BOX, parent=parent, states=states)


def names(nodes: tuple[Node, ...], index: int) -> tuple[str, ...]:
    """Return the names of the item of the node with this index."""
    return owner_names(Element.of(nodes[index], 1, index=index), nodes)


def test_a_control_that_contains_its_row() -> None:
    """A row without a name that reacts to clicks is named by its own texts, not by the row before."""
    nodes = (
        *(node("generic", states=("clickable",)), node("text", "10", parent=0)),
        *(node("text", "I was charged twice", parent=0), node("generic", states=("clickable",))),
        *(node("text", "11", parent=3), node("text", "The vase arrived broken", parent=3)),
    )
    assert names(nodes, 3) == ("11", "The vase arrived broken")


def test_a_link_that_a_sidebar_repeats() -> None:
    """A link of a table is not named by the other rows of the table."""
    nodes = (
        *(node("navigation"), node("link", "Artists", parent=0), node("link", "Exhibits", parent=0)),
        *(node("table"), node("text", "Museum", parent=3)),
        *(node("row", parent=3), node("link", "Artists", parent=5), node("link", "add", parent=5)),
        *(node("row", parent=3), node("link", "Exhibits", parent=8), node("link", "add", parent=8)),
    )
    assert names(nodes, 9) == ()
    assert names(nodes, 10) == ("Exhibits",)


def test_links_that_all_rows_have_do_not_name_a_row() -> None:
    """A row is named by its texts and by the links that no other row has."""
    rows = []
    for number, title in enumerate(("Drill", "Saw")):
        rows += [node("row"), *(node("link", name, parent=4 * number) for name in ("Show", "Delete", title))]
    assert names(tuple(rows), 6) == ("Saw",)


def test_clickable_cells_name_their_row() -> None:
    """The cells of a data grid name a row although they react to clicks, without a cell around a box."""
    rows = []
    for number, plant in enumerate(("Sage", "Fig")):
        rows += [node("row"), node("gridcell", plant, parent=5 * number, states=("clickable",))]
        rows += [node("gridcell", "Herb", parent=5 * number, states=("clickable",))]
        rows += [node("gridcell", "Select", parent=5 * number, states=("clickable",))]
        rows += [node("checkbox", "Select", parent=5 * number + 3)]
    assert names(tuple(rows), 9) == ("Fig", "Herb")


def test_the_title_of_a_group() -> None:
    """A named group or dialog with only one such control names it."""
    nodes = (
        *(node("group", "Till"), node("text", "Swimming", parent=0), node("button", "Remove", parent=0)),
        *(node("group", "Ronja"), node("text", "Swimming", parent=3), node("button", "Remove", parent=3)),
    )
    assert names(nodes, 5) == ("Ronja",)
    assert owner_texts(Element.of(nodes[5], 1, index=5), nodes) == ("Ronja", "Swimming")


def test_texts_before_a_control_without_a_group() -> None:
    """A control without a group is named by what precedes it, but not by the rows of a list above it."""
    nodes = (
        *(node("heading", "Lamp"), node("button", "Buy"), node("list"), node("listitem", parent=2)),
        *(node("text", "Delivery on Monday", parent=3), node("heading", "Chair"), node("button", "Buy")),
    )
    assert names(nodes, 6) == ("Chair",)


def test_parts_of_a_page_name_nothing() -> None:
    """A control in the header and in the content of a page has no item."""
    nodes = (
        *(node("banner"), node("button", "Create", parent=0)),
        *(node("main"), *(node("text", f"Note {number}", parent=2) for number in range(5))),
        node("button", "Create", parent=2),
    )
    assert names(nodes, 8) == ()
