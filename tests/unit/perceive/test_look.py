"""From a shot to numbered elements."""

import math
import time

import pytest
from hypothesis import given

from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.strategies import blank_picture, shots
from onscreen.types import Box, Node, Shot

AREA = Box(0, 0, 100, 20)


def shot(*nodes: Node) -> Shot:
    """Return a shot of these nodes."""
    return Shot(blank_picture(), nodes)


def at(left: float, top: float, *, width: float = 90, height: float = 18) -> Box:
    """Return a box of a line's height."""
    return Box(left, top, left + width, top + height)


def names(given: Shot) -> list[str]:
    """Return the names of the elements in the order of their marks."""
    return [e.name for e in build_screen(given).elements]


@given(shots())
def test_marks(given: Shot) -> None:
    """Marks run from 1 without gaps, each element is the node at its index, all that can act is kept."""
    elements = build_screen(given).elements
    assert [e.mark for e in elements] == list(range(1, len(elements) + 1))
    assert len({e.index for e in elements}) == len(elements)
    assert all(
        (e.role, e.name, e.box) == (n.role, n.name, n.box) for e in elements for n in [given.nodes[e.index]]
    )
    acting = {i for i, node in enumerate(given.nodes) if kind_of(node) != "information"}
    assert acting <= {e.index for e in elements}


@given(shots())
def test_parents_come_first(given: Shot) -> None:
    """An element never has a smaller mark than one it lies in."""
    marks = {e.index: e.mark for e in build_screen(given).elements}
    for index, mark in marks.items():
        parent = given.nodes[index].parent
        assert parent not in marks or marks[parent] < mark


def test_rows() -> None:
    """Elements are numbered row by row from the top, left to right, whatever their order in the tree."""
    given = shot(
        Node("button", "d", at(100, 52)),
        Node("button", "c", at(0, 50)),
        Node("button", "b", at(100, 0)),
        Node("button", "a", at(0, 3)),
    )
    assert names(given) == ["a", "b", "c", "d"]


def test_columns() -> None:
    """Columns side by side are read one after the other, each as a whole."""
    given = shot(
        Node("generic", "", Box(200, 0, 400, 300)),
        Node("button", "right 1", at(200, 0), parent=0),
        Node("button", "right 2", at(200, 100), parent=0),
        Node("generic", "", Box(0, 0, 200, 300)),
        Node("button", "left 1", at(0, 50), parent=3),
        Node("button", "left 2", at(0, 150), parent=3),
    )
    assert names(given) == ["left 1", "left 2", "right 1", "right 2"]


def test_flat_columns() -> None:
    """A tall thing beside several rows does not tear the rows apart, even without containers."""
    given = shot(
        Node("image", "tall", Box(0, 0, 100, 300)),
        Node("button", "one", at(120, 10)),
        Node("button", "two", at(120, 60)),
        Node("button", "three", at(220, 60)),
    )
    assert names(given) == ["tall", "one", "two", "three"]


def card(left: float, top: float, name: str) -> tuple[Node, ...]:
    """Return a card without a container: a title, and two buttons below it on the right."""
    return (
        Node("link", name, Box(left, top, left + 200, top + 40)),
        Node("button", "rename", at(left + 120, top + 45, width=30)),
        Node("button", "delete", at(left + 160, top + 45, width=30)),
    )


def test_the_parts_of_a_card_stay_together() -> None:
    """Cards side by side are read one after the other, each with its buttons, even without containers."""
    toolbar = (Node("button", "New", at(0, 0)), Node("link", "All", at(100, 0)))
    cards = (*card(0, 50, "A"), *card(250, 50, "B"), *card(0, 150, "C"), *card(250, 150, "D"))
    buttons = ["rename", "delete"]
    assert names(shot(*toolbar, *cards)) == [
        *("New", "All", "A", *buttons, "B", *buttons),
        *("C", *buttons, "D", *buttons),
    ]


def test_labels_above_their_fields_stay_with_them() -> None:
    """Of two columns of labels with a field below, each label comes before its field."""
    given = shot(
        Node("text", "First name", at(0, 0)),
        Node("textbox", "1", at(0, 20)),
        Node("text", "Last name", at(100, 0)),
        Node("textbox", "2", at(100, 20)),
    )
    assert names(given) == ["First name", "1", "Last name", "2"]


def test_parts_of_several_lines_beside_each_other_are_read_one_after_the_other() -> None:
    """Of a slider with its label and number beside a date with its label, neither is torn apart."""
    given = shot(
        Node("text", "Persons", at(0, 0)),
        Node("spinbutton", "number", at(100, 0)),
        Node("slider", "slider", at(0, 25, width=160)),
        Node("text", "12", at(170, 25, width=20)),
        Node("text", "Day", at(300, 0, width=100)),
        Node("textbox", "date", at(300, 25, width=75)),
        Node("button", "calendar", at(380, 25, width=20)),
    )
    assert names(given) == ["Persons", "number", "slider", "12", "Day", "date", "calendar"]


def test_groups_that_overlap_are_no_records() -> None:
    """A repeated order of roles alone does not tear a row apart."""
    given = shot(
        Node("text", "a", at(0, 0)),
        Node("button", "c", at(0, 30)),
        Node("text", "b", at(100, 0)),
        Node("button", "d", at(50, 30)),
    )
    assert names(given) == ["a", "b", "c", "d"]


def test_options_follow_their_list() -> None:
    """The options of a closed list have no place of their own and are numbered right after it."""
    given = shot(
        Node("combobox", "Colour", at(0, 0)),
        Node("option", "Red", Box(0, 0, 0, 0), parent=0),
        Node("option", "Blue", Box(0, 0, 0, 0), parent=0),
        Node("button", "Go", at(100, 0)),
    )
    assert names(given) == ["Colour", "Red", "Blue", "Go"]


def test_wrapped_text_keeps_its_order() -> None:
    """Pieces of running text that no gap parts stay in the order of the tree."""
    given = shot(
        Node("text", "one", Box(0, 0, 400, 40)),
        Node("link", "two", Box(50, 20, 100, 40)),
        Node("text", "three", Box(0, 20, 400, 60)),
    )
    assert names(given) == ["one", "two", "three"]


def test_left_out() -> None:
    """Nodes that are uninformative, invisible, covered or repeat their parent get no mark."""
    given = shot(
        Node("generic", "", Box(0, 0, 400, 400), clue="card"),
        Node("button", "Add to cart", AREA, parent=0),
        Node("text", "Add  to cart", AREA, parent=1),
        Node("text", "cart", AREA, parent=1),
        Node("text", "behind", AREA, states=("covered",), parent=0),
        Node("text", "flat", Box(0, 0, 0, 20), parent=0),
        Node("text", "kept", AREA, parent=0),
    )
    assert names(given) == ["Add to cart", "kept"]


def test_coloured_boxes_stay() -> None:
    """A box without name that holds nothing is kept when its looks are all there is to tell."""
    given = shot(
        Node("generic", "", Box(0, 0, 400, 400), clue="card"),
        Node("generic", "", AREA, clue="silver block", parent=0),
        Node("generic", "", AREA, parent=0),
    )
    assert [e.clue for e in build_screen(given).elements] == ["silver block"]


def test_text_that_shares_a_word_with_the_name_of_its_card_stays() -> None:
    """A label on a card is kept when its word also stands in the title, which another node repeats."""
    given = shot(
        Node("button", "Open TASK-7: Choose the food stalls", Box(0, 0, 400, 400)),
        Node("heading", "Choose the food stalls", at(0, 0), parent=0),
        Node("text", "food", at(0, 30), parent=0),
        Node("button", "food food", Box(0, 400, 400, 800)),
        Node("text", "food", at(0, 430), parent=3),
        Node("text", "food", at(0, 460), parent=3),
    )
    assert names(given) == [
        "Open TASK-7: Choose the food stalls",
        "Choose the food stalls",
        "food",
        "food food",
    ]


def test_text_in_a_labeled_region_stays() -> None:
    """A text whose words happen to stand in the label of a region is no repetition."""
    given = shot(Node("region", "10 results", Box(0, 0, 400, 400)), Node("text", "10", AREA, parent=0))
    assert names(given) == ["10 results", "10"]


def test_actionable_nodes_are_always_kept() -> None:
    """An actionable node has a mark even without name or area, covered or repeating its parent."""
    given = shot(
        Node("link", "Home", AREA),
        Node("link", "Home", AREA, parent=0),
        Node("generic", "", Box(0, 0, 0, 0), states=("clickable", "covered")),
    )
    assert len(build_screen(given).elements) == 3


@pytest.mark.parametrize("odd", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("at_row", range(3))
def test_nodes_without_a_finite_box_are_left_out(odd: float, *, at_row: int) -> None:
    """A node whose box is not finite is left out; the others are marked as without it."""
    boxes = [at(0, 30 * row) for row in range(3)]
    boxes[at_row] = Box(odd, boxes[at_row].top, 50, odd)
    given = shot(*(Node("button", f"b{row}", box) for row, box in enumerate(boxes)))
    assert names(given) == [f"b{row}" for row in range(3) if row != at_row]


def test_wrong_parents() -> None:
    """A tree whose parents point nowhere or forward loses nothing."""
    given = shot(Node("button", "a", AREA, parent=7), Node("button", "b", AREA, parent=1))
    assert names(given) == ["a", "b"]


def test_deep_tree() -> None:
    """A page nested ten thousand deep is numbered like any other."""
    given = shot(*(Node("button", str(i), AREA, parent=i - 1 if i else None) for i in range(10_000)))
    assert len(build_screen(given).elements) == 10_000


def big(nodes: int = 6000) -> Shot:
    """Return a page of cards in four columns, ten nodes a card."""
    found: list[Node] = [Node("main", "", Box(0, 0, 800, 600))]
    for card in range(nodes // 10):
        left, top = card % 4 * 200, card // 4 * 120
        box = Box(left, top, left + 190, top + 110)
        found.append(Node("listitem", "", box, parent=0))
        inside = len(found) - 1
        for line in range(8):
            role = ("image", "heading", "text", "text", "generic", "link", "button", "checkbox")[line]
            found.append(Node(role, f"{role} {card}", at(left, top + 13 * line, height=12), parent=inside))
        found.append(Node("text", f"button {card}", at(left, top + 78, height=12), parent=inside + 7))
    return shot(*found)


def test_fast() -> None:
    """Six thousand nodes are numbered in well under the time a person notices."""
    given = big()
    spent = []
    for _ in range(5):
        start = time.process_time()
        build_screen(given)
        spent.append(time.process_time() - start)
    assert min(spent) < 0.25, spent  # 0.06 on a free machine; this leaves room for a busy one
