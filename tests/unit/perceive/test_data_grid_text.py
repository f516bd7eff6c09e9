"""The text of data grids: states, names of columns, rows that repeat their cells, and resize handles."""

from __future__ import annotations

import re

import msgspec
import pytest

from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.perceive.screen_text_truncation import distinguish_names
from onscreen.perceive.text_extraction import Piece
from onscreen.testing.strategies import blank_picture
from onscreen.types import Box, Node, Screen, Shot

CLICKABLE = ("clickable",)
SELECT = "Press the space bar to select the row of this plant"
TOGGLE = "Press the space bar to change the value of this cell"


def cell(role: str, name: str, place: tuple[int, int], *, parent: int, clue: str = "") -> Node:
    """Return a cell of a grid with rows of 20 pixels and columns of 100 pixels."""
    row, column = place
    box = Box(100 * column, 20 * row, 100 * column + 100, 20 * row + 20)
    return Node(role, name, box, states=CLICKABLE, parent=parent, clue=clue, attributes=clue)


def grid(rows: int) -> Screen:
    """Return a grid whose rows, cells and check boxes react to clicks; every other row is organic."""
    nodes = [Node("grid", "", Box(0, 0, 300, 20 * rows + 20)), cell("row", "Plant Organic", (0, 0), parent=0)]
    for column, name in enumerate(("", "Plant", "Organic")):
        nodes.append(cell("columnheader", name, (0, column), parent=1))
        handle = Box(100 * column + 96, 0, 100 * column + 100, 20)
        clue = "header resize handle"
        nodes.append(Node("generic", "", handle, states=CLICKABLE, parent=1, clue=clue, attributes=clue))
    for row in range(1, rows + 1):
        nodes += _row_nodes(row, len(nodes))
    return build_screen(Shot(blank_picture(), tuple(nodes)))


def _row_nodes(row: int, index: int) -> list[Node]:
    whole = Box(0, 20 * row, 300, 20 * row + 20)
    name = f"{SELECT} Plant {row} {TOGGLE}"
    checked = ("checked",) * (row % 2)
    select, toggle = (
        cell("gridcell", text, (row, at), parent=index) for at, text in ((0, SELECT), (2, TOGGLE))
    )
    return [
        Node("row", name, whole, states=CLICKABLE, parent=0),
        select,
        Node("checkbox", SELECT, select.box, states=CLICKABLE, parent=index + 1),
        cell("gridcell", f"Plant {row}", (row, 1), parent=index),
        toggle,
        Node("checkbox", TOGGLE, toggle.box, states=(*CLICKABLE, *checked), parent=index + 4),
    ]


@pytest.mark.parametrize("cap", [8000, 4000, 2500, 1500])
def test_states_are_never_left_out(cap: int) -> None:
    """However much a text is truncated, each check box that is written has its state and its column."""
    view = screen_text(grid(30), cap_chars=cap, brief=True)
    boxes = [line for line in view.splitlines() if "(Organic)" in line]
    assert len(view) <= cap
    assert [line.endswith("checked") for line in boxes] == [row % 2 == 0 for row in range(len(boxes))]
    assert len(boxes) == 30 or "more left out" in view


def test_rows_that_repeat_their_cells_go_first() -> None:
    """The names of rows are not repeated, and the rows are left out before any name is shortened."""
    whole = screen_text(grid(3), cap_chars=8000)
    assert f'[10] checkbox "{SELECT}"' in whole
    assert not re.search(r'row "|gridcell "Press', whole)
    short = screen_text(grid(30), cap_chars=len(screen_text(grid(30), cap_chars=20_000)) - 1)
    assert short.count(SELECT) == short.count(TOGGLE) == 30
    assert not re.search(r"\] row\b", short)
    assert "rows and boxes around elements left out" in short


def test_everything_without_a_limit() -> None:
    """Without a limit the names of rows and the resize handles are written."""
    view = screen_text(grid(1))
    assert "Plant 1 Press the space bar" in view
    assert view.count("header resize handle") == 3


def test_resize_handles_have_no_marks() -> None:
    """Resize handles are not in a text with a limit."""
    view = screen_text(grid(1), cap_chars=8000)
    assert "resize" not in view
    assert "Organic" in view


def test_handles_of_events_stay() -> None:
    """The handle that changes the end of an event in a calendar is no handle of a column."""
    event = Node("button", "Dentist", Box(0, 0, 100, 60), states=CLICKABLE)
    handle = Node(
        "generic", "", Box(0, 54, 100, 60), states=("draggable",), parent=0, attributes="event resizer"
    )
    given = build_screen(Shot(blank_picture(), (event, handle)))
    assert "[2] generic draggable" in screen_text(given, cap_chars=8000)


def test_names_that_begin_alike() -> None:
    """Names that are cut to the same beginning are shortened in the middle, others at the end."""
    names = (
        "Open the details of order 1001",
        "Open the details of order 1002",
        "A long name of another kind",
    )
    found = [Piece(i, "action", "button", name, Box(0, 0, 9, 9)) for i, name in enumerate(names)]
    assert [piece.name for piece in distinguish_names(found, 24)] == [
        "Open the de…f order 1001",
        "Open the de…f order 1002",
        names[2],
    ]


def test_headers_of_unnamed_cells() -> None:
    """A cell without a name has the header of its column instead of its class names."""
    header = cell("columnheader", "Confirmed", (0, 1), parent=0)
    bare = cell("gridcell", "", (1, 1), parent=0, clue="grid cell editable")
    outside = cell("gridcell", "", (1, 4), parent=0, clue="grid cell editable")
    nodes = (Node("grid", "", Box(0, 0, 500, 40)), header, bare, outside)
    view = screen_text(build_screen(Shot(blank_picture(), nodes)), cap_chars=8000)
    assert view == '[1] columnheader "Confirmed" [2] gridcell (Confirmed) [3] (grid cell editable)'


@pytest.mark.parametrize(
    ("state", "expected"),
    [("draggable", '[1] listitem "Heating" draggable'), ("selected", "[1] listitem selected")],
)
def test_containers_with_states_are_written(state: str, expected: str) -> None:
    """A list item with a state is written beside its link, and with its name if it can be dragged."""
    item = Node("listitem", "Heating", Box(0, 0, 100, 20), states=("clickable", state))
    link = Node("link", "Heating", Box(0, 0, 80, 20), states=CLICKABLE, parent=0)
    given = build_screen(Shot(blank_picture(), (item, link)))
    assert screen_text(given, cap_chars=8000).splitlines() == [expected, ' [2] link "Heating"']


def test_controls_keep_their_names() -> None:
    """A button keeps its name although a part of it reacts to clicks, too."""
    button = Node("button", "Save", Box(0, 0, 100, 20), states=CLICKABLE)
    part = Node("generic", "Save", Box(10, 0, 80, 20), states=CLICKABLE, parent=0)
    given = build_screen(Shot(blank_picture(), (button, part)))
    assert '[1] button "Save"' in screen_text(given, cap_chars=8000)


def nested(*nodes: tuple[str, str, tuple[str, ...]]) -> str:
    """Return the text of nodes, given as role, name and states, each of which contains the next."""
    found = [
        Node(role, name, Box(i, i, 100 - i, 20), states=states, parent=i - 1 if i else None, value="")
        for i, (role, name, states) in enumerate(nodes)
    ]
    return screen_text(build_screen(Shot(blank_picture(), tuple(found))), cap_chars=8000)


def test_one_of_two_nested_elements() -> None:
    """Of a control and a box around it, and of a control and a part of it, the control is written once."""
    box, part = ("generic", "Save", CLICKABLE), ("button", "Save", CLICKABLE)
    assert nested(box, box, part) == '[3] button "Save"'
    assert nested(part, box) == '[1] button "Save"'
    assert nested(("link", "Add", CLICKABLE), ("button", "Add", CLICKABLE)) == '[1] link "Add"'


def test_nested_buttons_without_names() -> None:
    """Of unnamed buttons in each other, the one with the states and all words of the clues is written."""
    buttons = ((CLICKABLE, "dots"), ((*CLICKABLE, "collapsed"), "dots more"), (CLICKABLE, "dots"))
    nodes = [
        Node("button", "", Box(i, i, 100 - i, 20), states=states, parent=i - 1 if i else None, clue=clue)
        for i, (states, clue) in enumerate(buttons)
    ]
    given = build_screen(Shot(blank_picture(), tuple(nodes)))
    assert screen_text(given, cap_chars=8000) == "[2] button (dots more) collapsed"


def test_nested_elements_that_differ() -> None:
    """A box around a disabled control, and a part with another name or state, are written as well."""
    assert nested(("generic", "Save", CLICKABLE), ("button", "Save", ("disabled",))).count("[") == 2
    assert nested(("link", "Runs", CLICKABLE), ("tab", "Runs", (*CLICKABLE, "selected"))).count("[") == 2
    assert nested(("treeitem", "Notes", CLICKABLE), ("button", "Open", CLICKABLE)).count("[") == 2


@pytest.mark.parametrize(
    ("role", "clue", "expected"),
    [
        ("button", "inline flex box border base Bd C1x variant trash icon", "white box trash icon"),
        ("button", "lucide plus radix r mo button gray hover action", "white plus"),
        ("button", "A1 base wrapper", "white A1 base wrapper"),
        ("textbox", "Type a name or a number A1", "white Type a name or a number A1"),
    ],
)
def test_class_names_that_tell_nothing(role: str, clue: str, expected: str) -> None:
    """Many class names of an unnamed button are written without those for style; hints stay."""
    node = Node(role, "", Box(0, 0, 9, 9), states=CLICKABLE, clue=f"white {clue}", attributes=clue)
    given = build_screen(Shot(blank_picture(), (node,)))
    assert screen_text(given, cap_chars=8000) == f"[1] {role} ({expected})"


def test_options_drawn_as_icons() -> None:
    """The options of a list without names are written with their clues."""
    field = Node("listbox", "Panels", Box(0, 0, 90, 90), states=CLICKABLE)
    options = [
        Node("option", name, Box(0, 9 * i, 90, 9 * i + 9), states=CLICKABLE, parent=0, clue=clue)
        for i, (name, clue) in enumerate((("", "folder tree"), ("Logs", ""), ("", "network")))
    ]
    given = build_screen(Shot(blank_picture(), (field, *options)))
    assert screen_text(given) == '[1] listbox "Panels" of [2-4] (folder tree) | Logs | (network)'


def test_handles_without_class_names() -> None:
    """A strip that can be dragged at the right edge of such a header is not in the text."""
    draggable = ("draggable",)
    header = Node("generic", "ID", Box(0, 0, 80, 40), states=draggable)
    handle = Node("generic", "", Box(78, 0, 80, 40), states=draggable, parent=0, clue="pink")
    other = Node("generic", "", Box(10, 10, 30, 40), states=draggable, parent=0, clue="red")
    given = build_screen(Shot(blank_picture(), (header, handle, other)))
    assert "pink" not in screen_text(given, cap_chars=8000)
    assert "red" in screen_text(given, cap_chars=8000)


def test_the_name_of_a_changed_row_is_not_repeated() -> None:
    """If a row is selected, its old name is not in the difference, since its new name is not either."""
    nodes = [msgspec.structs.replace(n, locator=f"#{at}") for at, n in enumerate(grid(4).shot.nodes)]
    before = build_screen(Shot(blank_picture(), tuple(nodes)))
    at = next(at for at, node in enumerate(nodes) if node.role == "row" and "Plant 2" in node.name)
    name = nodes[at].name.replace(TOGGLE, TOGGLE[:30])
    nodes[at] = msgspec.structs.replace(nodes[at], name=name, states=("clickable", "selected"))
    after = build_screen(Shot(blank_picture(), tuple(nodes)))
    view = screen_text(after, cap_chars=8000, previous=before)
    changes = [line for line in view.splitlines() if line.startswith("~")]
    assert len(changes) == 1
    assert re.fullmatch(r"~ \[\d+\] row selected \(was -\)", changes[0])
