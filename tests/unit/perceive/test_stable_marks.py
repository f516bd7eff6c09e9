"""Marks of the elements of successive screens."""

from __future__ import annotations

import msgspec
import pytest

from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.perceive.stable_marks import StableMarks
from onscreen.testing.strategies import blank_picture
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Box, Node, OffscreenCounts, Screen, Shot

PAGE, OTHER_PAGE = "https://a/list", "https://a/other"


def shot_of(*lines: str, address: str = PAGE, above: int = 0) -> Shot:
    """Return a screen given as lines; the part of a line after @ is the locator of its element."""
    plain, _, locators = zip(*(line.partition("@") for line in lines), strict=True)
    shot = shot_from_lines(*(line.rstrip() for line in plain), address=address)
    nodes = tuple(
        msgspec.structs.replace(node, locator=locator)
        for node, locator in zip(shot.nodes, locators, strict=True)
    )
    return msgspec.structs.replace(shot, nodes=nodes, beyond=OffscreenCounts(above=above))


def show(*shots: Shot) -> list[Screen]:
    """Return the screens of successive shots with stable marks."""
    marks, found = StableMarks(), list[Screen]()
    for shot in shots:
        found.append(marks.renumber(build_screen(shot), found[-1] if found else None))
    return found


def marks_of(screen: Screen, name: str) -> list[int]:
    """Return the marks of the elements of this name, in reading order."""
    return [element.mark for element in screen.elements if element.name == name]


def section(title: str, locator: str) -> tuple[str, ...]:
    """Return the lines of a section with a heading and a button."""
    return ("region", f"  heading {title}", f"  button Toggle [clickable] @{locator}")


def row(title: str, count: int, locator: str) -> tuple[str, ...]:
    """Return the lines of a table row with a title, a number and a button."""
    return ("row", f"  cell {title}", f"  cell {count}", f"  button Delete [clickable] @{locator}")


def test_a_mark_does_not_move_to_a_button_that_was_scrolled_into_view() -> None:
    """Of buttons with one name, each section has its own mark, also if only one of them is in view."""
    first, second = show(
        shot_of(*section("Date", "a"), *section("Kind", "b")),
        shot_of(*section("Intro", "c"), above=2),
    )
    assert marks_of(first, "Toggle") == [1, 2]
    assert marks_of(second, "Toggle") == [3]
    assert '[3] button "Toggle"' in screen_text(second, previous=first)


def test_an_element_that_was_scrolled_out_and_back_has_its_mark() -> None:
    """What is remembered as number 2 is still number 2."""
    *_, last = show(
        shot_of(*section("Date", "a"), *section("Kind", "b")),
        shot_of(*section("Intro", "c"), above=2),
        shot_of(*section("Date", "a"), *section("Kind", "b")),
    )
    assert marks_of(last, "Toggle") == [1, 2]


@pytest.mark.parametrize("locators", [("a", "b"), ("b", "c")], ids=["reused elements", "kept elements"])
def test_a_mark_does_not_move_to_another_row(locators: tuple[str, str]) -> None:
    """After the first row is gone, "Delete" of the second row keeps its mark or gets a new one."""
    first, second = show(
        shot_of(*row("Milk", 1, "a"), *row("Jam", 2, "b"), *row("Tea", 3, "c")),
        shot_of(*row("Jam", 2, locators[0]), *row("Tea", 3, locators[1])),
    )
    milk, jam, tea = marks_of(first, "Delete")
    assert marks_of(second, "Delete")[0] not in (milk, tea)
    assert marks_of(second, "Delete")[1] not in (milk, jam)


def test_a_button_keeps_its_mark_while_a_number_in_its_row_changes() -> None:
    """A button can be clicked several times by its mark although it counts something beside it."""
    first, second = show(
        shot_of(*row("Milk", 1, "a"), *row("Jam", 2, "b")), shot_of(*row("Milk", 2, "a"), *row("Jam", 2, "b"))
    )
    assert marks_of(first, "Delete") == marks_of(second, "Delete")


def test_a_mark_does_not_move_to_the_row_of_another_page() -> None:
    """The checkbox at the same place of the next list belongs to another row."""
    first, second = show(
        shot_of("row", "  checkbox Select [clickable] @a", "  cell Home", "link Help [clickable] @h"),
        shot_of(
            *("row", "  checkbox Select [clickable] @a", "  cell Spring fair", "link Help [clickable] @h"),
            address=OTHER_PAGE,
        ),
    )
    assert marks_of(first, "Select") != marks_of(second, "Select")


def test_a_button_that_was_drawn_again_keeps_its_mark() -> None:
    """The only "Save" of a page is the same button after the page replaced its element."""
    first, second = show(
        shot_of("heading Note", "button Save [clickable] @a"),
        shot_of("alert Saved", "heading Note", "button Save [clickable] @b"),
    )
    assert marks_of(first, "Save") == marks_of(second, "Save")


def test_an_action_that_became_another_one_has_a_new_mark() -> None:
    """A link whose element was reused for another entry is new; one that changed a little is the same."""
    first, second = show(
        shot_of("row", "  link Milk [clickable] @a", "  cell fresh", "link Bread and butter [clickable] @b"),
        shot_of("row", "  link Tea [clickable] @a", "  cell hot", "link Bread and jam [clickable] @b"),
    )
    assert marks_of(first, "Milk") != marks_of(second, "Tea")
    assert marks_of(first, "Bread and butter") == marks_of(second, "Bread and jam")


def test_a_mark_does_not_move_to_the_same_place_of_another_group() -> None:
    """Unnamed buttons of a group that was replaced by another group are new."""
    radios = ("  radio [clickable] @a", "  radio [clickable] @b")
    first, second = show(shot_of("group Stroke width", *radios), shot_of("group Font size", *radios))
    marks = [{e.mark for e in screen.elements if e.role == "radio"} for screen in (first, second)]
    assert len(marks[0]) == len(marks[1]) == 2
    assert marks[0].isdisjoint(marks[1])


def unnamed(clue: str, locator: str) -> Node:
    """Return a button without a name."""
    return Node("button", "", Box(0, 0, 20, 20), clue=clue, states=("clickable",), locator=locator)


def shot_of_nodes(*nodes: Node, address: str = PAGE) -> Shot:
    """Return a screen of these nodes, one below the other."""
    placed = (
        msgspec.structs.replace(node, box=Box(0, 30 * i, 90, 30 * i + 20)) for i, node in enumerate(nodes)
    )
    return Shot(blank_picture(), tuple(placed), address=address)


def test_a_mark_does_not_move_to_an_unnamed_button_of_another_page() -> None:
    """A button without a name on the next page is another one, also at the same place of the document."""
    first, second = show(
        shot_of_nodes(unnamed("icon button", "a"), unnamed("menu", "b")),
        shot_of_nodes(unnamed("icon button", "a"), unnamed("menu", "c"), address=OTHER_PAGE),
    )
    assert {e.mark for e in first.elements}.isdisjoint(e.mark for e in second.elements)


def test_unnamed_buttons_with_different_clues_keep_their_marks() -> None:
    """Buttons that differ by their icons keep their marks while the text around them changes."""
    buttons = (unnamed("close", "a"), unnamed("private", "b"))
    drawn_again = (unnamed("close", "c"), unnamed("private", "b"))
    first, second = show(
        shot_of_nodes(Node("text", "New event", Box(0, 0, 1, 1)), *buttons),
        shot_of_nodes(Node("text", "Event on 12 December", Box(0, 0, 1, 1)), *drawn_again),
    )
    assert marks_of(first, "")[-2:] == marks_of(second, "")[-2:]


@pytest.mark.parametrize("address", [PAGE, OTHER_PAGE])
def test_a_mark_does_not_move_to_the_link_of_another_record(address: str) -> None:
    """Of links with one name, those on the next page of a list lead to other records and have other marks."""

    def links(*records: int) -> list[Node]:
        return [
            Node(
                "link",
                "Edit",
                Box(0, 0, 1, 1),
                value=f"/edit/{i}",
                states=("clickable",),
                locator=f"#row{place}",
            )
            for place, i in enumerate(records)
        ]

    first, second = show(shot_of_nodes(*links(1, 2)), shot_of_nodes(*links(11, 12), address=address))
    assert set(marks_of(first, "Edit")).isdisjoint(marks_of(second, "Edit"))


def grid_row(number: int, texts: tuple[str, str, str], locator: str) -> tuple[str, ...]:
    """Return the lines of a row of a data grid whose cells can be clicked, the last one with a check box."""
    cells = (
        f"  gridcell {text} [clickable] @{locator}{column}" for column, text in enumerate((number, *texts))
    )
    return (
        "row",
        *cells,
        f"  gridcell Toggle [clickable] @{locator}t",
        f"    checkbox Toggle [clickable] @{locator}c",
    )


SAGE, FIG, QUINCE = ("Sage", "Herb", "2 l"), ("Fig", "Fruit", "9 cm"), ("Quince", "Fruit", "9 cm")


def test_a_mark_does_not_move_to_the_same_cell_of_another_row_of_a_grid() -> None:
    """A grid that is filtered shows another record in its first row, whose cells can all be clicked."""
    everything = (*grid_row(1, SAGE, "a"), *grid_row(2, FIG, "b"))
    first, filtered, last = show(
        shot_of(*everything), shot_of(*grid_row(156, QUINCE, "a")), shot_of(*everything)
    )
    numbers = [{e.mark for e in screen.elements if e.name == "Toggle"} for screen in (first, filtered, last)]
    assert numbers[0].isdisjoint(numbers[1])
    assert marks_of(first, "Toggle")[0] == marks_of(last, "Toggle")[0]


@pytest.mark.parametrize("record", [0, 1])
def test_cells_of_a_row_keep_their_marks_while_one_of_them_is_edited(record: int) -> None:
    """Several cells of a record can be changed one after the other by their marks."""
    rows = [SAGE, FIG, QUINCE]
    head = ("row", "  columnheader Plant [clickable] @h", "text End")

    def table() -> Shot:
        lines = [line for i, texts in enumerate(rows) for line in grid_row(i + 1, texts, "abc"[i])]
        return shot_of(*head[:2], *lines, head[2])

    before = table()
    rows[record] = ("Thyme", *rows[record][1:])
    first, second = show(before, table())
    assert marks_of(first, "Toggle") == marks_of(second, "Toggle")
    assert marks_of(first, "Fruit") == marks_of(second, "Fruit")


def course(title: str, day: str, locator: str, *, is_long: bool = True) -> tuple[str, ...]:
    """Return the lines of a table row that can be selected, with a field named by its column and row."""
    name = f"Select this row {title} {day} Remove this row"
    return (
        f"row {name} [clickable] @{locator}",
        f"  cell {title}",
        f"  cell {day}",
        *(["  cell at school"] if is_long else []),
        f"  spinbutton Seats {title} [clickable] @{locator}s",
    )


@pytest.mark.parametrize("is_long", [False, True])
def test_marks_of_a_removed_row_do_not_move_to_the_next_one(*, is_long: bool) -> None:
    """A row and its field, whose elements are used for the next record, have new marks."""
    courses = (("Pottery", "Mon", "a"), ("Chess", "Tue", "b"), ("Yoga", "Fri", "c"))
    rows = [course(*each, is_long=is_long) for each in courses]
    first, second = show(
        shot_of("text Courses", *rows[0], *rows[1], *rows[2], "text End"),
        shot_of("text Courses", *rows[0], *course("Yoga", "Fri", "b", is_long=is_long), "text End"),
    )
    gone = {e.mark for e in first.elements if e.locator in ("b", "bs")}
    assert gone.isdisjoint(e.mark for e in second.elements)


def test_a_row_keeps_its_mark_while_one_of_its_texts_is_edited() -> None:
    """A record whose day changes between the same neighbors is the same record."""
    first, second = show(
        shot_of("text Courses", *course("Chess", "Tue", "a"), "text End"),
        shot_of("text Courses", *course("Chess", "Saturday morning", "a"), "text End"),
    )
    marks = [{e.mark for e in screen.elements if e.locator in ("a", "as")} for screen in (first, second)]
    assert len(marks[0]) == 2
    assert marks[0] == marks[1]
