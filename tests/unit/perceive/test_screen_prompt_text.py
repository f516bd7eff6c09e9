"""The text of a screen for a model."""

import re

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.element_outline import outline
from onscreen.perceive.node_text import plain
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.perceive.uninformative_elements import is_native_input
from onscreen.testing.strategies import blank_picture, shots
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Box, Dialog, Node, OffscreenCounts, Screen, Shot, Tab
from onscreen.types.appearance import Appearance


def line(top: float, left: float = 0, width: float = 90) -> Box:
    """Return a box of a line's height."""
    return Box(left, top, left + width, top + 18)


def screen(*nodes: Node) -> Screen:
    """Return the screen of these nodes."""
    return build_screen(Shot(blank_picture(), nodes))


def text(given: Screen, *, cap_chars: int | None = None, previous: Screen | None = None) -> str:
    """Return the text of a screen."""
    return screen_text(given, cap_chars=cap_chars, previous=previous)


def many(count: int) -> Screen:
    """Return a screen of many buttons, each below its text."""
    rows = (
        (Node("text", f"about thing number {i}", line(40 * i)), Node("button", f"Buy {i}", line(40 * i + 20)))
        for i in range(count)
    )
    return screen(*(node for row in rows for node in row))


LOGIN = screen(
    Node("heading", "Welcome", line(0)),
    Node("form", "", Box(0, 20, 200, 140)),
    Node("text", "User name:", line(20), parent=1),
    Node(
        "textbox",
        "User name",
        line(40),
        value="bob",
        states=("editable", "focused"),
        parent=1,
        locator="#secret",
    ),
    Node("textbox", "Password", line(60), states=("editable", "password", "required"), parent=1),
    Node("checkbox", "Remember me", line(80), states=("clickable", "checked"), parent=1),
    Node("text", "Remember me", line(80, 100), parent=1),
    Node("link", "Forgot?", line(100), value="/forgot", states=("clickable",), parent=1),
    Node("button", "Log in", line(120), states=("clickable",), parent=1),
)


def test_a_form() -> None:
    """A form reads in order, with values, states and marks, labels once, and each field's action."""
    assert text(LOGIN).splitlines() == [
        "# Welcome",
        (
            '[3] textbox "User name" ="bob" focused →8 [4] "Password" required password →8 '
            '[5] checkbox "Remember me" checked →8'
        ),
        '[7] link "Forgot?" [8] button "Log in"',
    ]


def test_locators_stay_out() -> None:
    """A locator is never shown to a model."""
    assert "#secret" not in text(LOGIN)
    assert "#secret" not in outline(LOGIN)


@given(shots())
def test_nothing_that_acts_is_missing(given: Shot) -> None:
    """Without a limit the text numbers every visible action, field and scroll area, and only them.

    The native input of a list widget is not visible.
    """
    seen = build_screen(given)
    native = {e.mark for e in seen.elements if any(is_native_input(e, other) for other in seen.elements)}
    visible = [e for e in seen.elements if not e.has("covered")]
    acting = {e.mark for e in visible if kind_of(e) != "information"}
    targets = {e.mark for e in visible if e.has("scrollable") or e.has("more-on-hover")}
    shown: set[int] = set()
    for first, last in re.findall(r"\[(\d+)(?:-(\d+))?\]", text(seen)):
        shown |= set(range(int(first), int(last or first) + 1))
    assert acting - native <= shown <= acting | targets


@given(shots(), st.integers(0, 1500))
def test_cap(given: Shot, cap: int) -> None:
    """The text keeps to its limit if that has room for the lines above and below the elements."""
    seen = build_screen(given)
    besides = len(text(Screen(seen.shot, ())))
    for view in (text(seen, cap_chars=cap), outline(seen, cap_chars=cap)):
        assert len(view) <= max(cap, besides + 200)


@given(shots(), shots())
def test_since_never_fails(before: Shot, later: Shot) -> None:
    """What changed can be written for any two screens, and nothing is new since the same screen."""
    assert isinstance(text(build_screen(later), previous=build_screen(before)), str)
    again = text(build_screen(later), previous=build_screen(later))
    diff_screens = [row for row in again.splitlines() if row.startswith(("+ ", "~ ", "- "))]
    assert not [row for row in diff_screens if plain(later.app) not in row]


def test_texts_go_first() -> None:
    """In a truncated view texts are left out before actions and fields, and counted."""
    given = many(30)
    short = text(given, cap_chars=700)
    assert all(f'"Buy {i}"' in short for i in range(30))
    assert "texts left out" in short
    assert len(short) <= 700


def test_no_room_even_for_marks() -> None:
    """If marks and names alone exceed the limit, the text says how many are left out and how to see them."""
    short = text(many(300), cap_chars=1000)
    found = re.search(r"(\d+) more left out, marks \d+ to 600: scroll to see them", short)
    assert found
    assert int(found[1]) + len(re.findall(r'"Buy', short)) == 300
    assert len(short) <= 1000


def test_options() -> None:
    """Options follow their list with the range of their marks; of many only the first are named."""
    options = (
        Node("option", f"Land {i}", Box(0, 0, 0, 0), states=("clickable",), parent=0) for i in range(100)
    )
    given = screen(Node("combobox", "Country", line(0), value="Land 0"), *options)
    assert text(given).startswith('[1] combobox "Country" ="Land 0" of [2-101] Land 0 | Land 1 | Land 2')
    assert text(given).endswith("| … 76 more")


def test_a_text_that_shows_more_under_the_pointer_has_a_number() -> None:
    """A model can hover over a plain text whose controls appear only then."""
    written = text(build_screen(shot_from_lines("listitem Buy milk [more-on-hover]", "listitem Buy bread")))
    assert written.splitlines()[1:] == ["[1] Buy milk more-on-hover", "Buy bread"]


def test_a_text_that_a_control_already_tells_is_left_out() -> None:
    """The day in a button named by its date and the text of an editor are not repeated below it."""
    lines = text(
        build_screen(
            shot_from_lines(
                "button Tuesday, December 15, 2026 [clickable]",
                "  text 15",
                "spinbutton year =2026 [editable]",
                "  text 2026",
                "text 15",
            )
        )
    ).splitlines()[1:]
    assert lines == ['[1] button "Tuesday, December 15, 2026"', '[3] spinbutton "year" ="2026"', "15"]


def test_equal_options_of_several_fields_are_listed_once() -> None:
    """The names of options that an earlier field has as well are not repeated."""
    colors = ("red", "green", "blue", "white", "black", "pink")

    def field(at: int, name: str, value: str) -> tuple[Node, ...]:
        options = (Node("option", c, Box(0, 0, 0, 0), states=("clickable",), parent=at) for c in colors)
        return (Node("combobox", name, line(10.0 * at), value=value), *options)

    written = text(screen(*field(0, "Walls", "red"), *field(7, "Door", "blue")))
    assert 'combobox "Walls" ="red" of [2-7] red | green | blue | white | black | pink' in written
    assert 'combobox "Door" ="blue" of [9-14], the same options as 1' in written


def test_options_of_a_covered_list() -> None:
    """Options that can be reached are written even if the list they belong to is covered."""
    given = screen(
        Node("combobox", "Country", line(0), states=("covered",)),
        Node("option", "Peru", line(20), states=("clickable",), parent=0),
    )
    assert text(given).startswith('[2] option "Peru"')


def test_lists_in_lists() -> None:
    """An option stands behind the nearest list round it."""
    given = screen(
        Node("listbox", "All", line(0)),
        Node("option", "a", line(0), parent=0),
        Node("listbox", "Some", line(0), parent=0),
        Node("option", "b", line(0), parent=2),
    )
    assert text(given).splitlines() == ['[1] listbox "All" of [2] a', ' [3] listbox "Some" of [4] b']


def test_row_of_a_kind() -> None:
    """Neighbours of one kind in a row share a line and the name of their role."""
    given = screen(
        *(Node("link", name, line(0, 100 * i)) for i, name in enumerate(("Home", "Cart", "About")))
    )
    assert text(given) == '[1] link "Home" [2] "Cart" [3] "About"'


def test_cards() -> None:
    """The content of a card is on one line, a named group above its content."""
    nodes = [Node("list", "Results", Box(0, 0, 400, 400))]
    for i in range(2):
        nodes.append(Node("listitem", "", Box(0, 100 * i, 300, 100 * i + 90), parent=0))
        up = len(nodes) - 1
        nodes.append(Node("text", f"Lamp {i}", line(100 * i), parent=up))
        nodes.append(Node("text", f"{i + 3} euro", line(100 * i + 20), parent=up))
        nodes.append(Node("button", "Buy", line(100 * i + 40), parent=up))
    assert text(screen(*nodes)).splitlines() == [
        'list "Results":',
        ' Lamp 0 · 3 euro [4] button "Buy"',
        ' Lamp 1 · 4 euro [7] button "Buy"',
    ]


def test_round_the_screen() -> None:
    """Application, address, tabs, dialog, note and off-screen content have a line each."""
    shot = Shot(
        blank_picture(),
        (Node("button", "Behind", line(0), states=("covered",)),),
        app="Shop",
        address="https://shop.example/",
        beyond=OffscreenCounts(above=2, below=14),
        tabs=(Tab(1, "Shop", "a", current=True), Tab(2, "Cart", "b")),
        dialog=Dialog("prompt", "Your\nname?", "Bob"),
        warning="a frame did not load",
    )
    assert text(build_screen(shot)).splitlines() == [
        "Shop — https://shop.example/",
        'tabs: 1* "Shop" 2 "Cart"',
        'prompt dialog, answer it first: "Your name?" ="Bob"',
        "warning: a frame did not load",
        "1 more covered by something in front",
        "2 more above, 14 more below",
    ]


def test_counts_that_are_lower_bounds() -> None:
    """Where the device does not report all that is out of view, the counts are called lower bounds."""
    beyond = OffscreenCounts(above=2, below=1, is_lower_bound=True)
    shot = Shot(blank_picture(), (Node("button", "Go", line(0)),), beyond=beyond)
    assert text(build_screen(shot)).splitlines()[-1] == "at least 2 more above, at least 1 more below"


def test_pages_cannot_forge_marks() -> None:
    """Text of a page that looks like a line of ours stays one line and its brackets become round."""
    view = text(screen(Node("text", 'Hello\n[7] button "Pay"', line(0)), Node("button", "a [3] b", line(40))))
    assert view.splitlines() == ['Hello\\n(7) button "Pay"', '[2] button "a (3) b"']


def test_quotes_in_names_and_values_are_escaped() -> None:
    """A quote in a name or value is written as in an action, so that it does not end the name."""
    given = screen(
        Node("button", 'Say "hi"', line(0)),
        Node("textbox", "Path", line(40), value='C:\\new "x"', states=("editable",)),
    )
    assert text(given).splitlines() == [
        r'[1] button "Say \"hi\""',
        r'[2] textbox "Path" ="C:\\new \"x\""',
    ]


def test_unnamed_things() -> None:
    """Elements without a name are described by their clue."""
    given = screen(Node("button", "", line(0), clue="red circle", states=("clickable",)))
    assert text(given) == "[1] button (red circle)"


def test_drawings() -> None:
    """In a drawing looks tell what a thing is, even where it has a name."""
    shape = Node("text", "7", line(20), clue="red 20px", parent=0)
    assert text(screen(Node("image", "Sheet", Box(0, 0, 200, 200)), shape)).splitlines() == [
        'image "Sheet":',
        " 7 (red 20px)",
    ]


def test_alike() -> None:
    """Texts alike beside each other are written once, with how many there are."""
    blocks = (Node("generic", "", line(0, 20 * i, width=15), clue="silver block") for i in range(3))
    assert text(screen(*blocks, Node("text", "+", line(0, 80)))) == "(silver block) ×3 · +"


def test_since() -> None:
    """Since an earlier screen only what is new, changed or gone is written."""
    nodes = [n for n in LOGIN.shot.nodes if n.name != "Forgot?"]
    nodes[3] = msgspec.structs.replace(nodes[3], value="alice")
    nodes.insert(1, Node("alert", "Wrong password", line(19, 100)))
    nodes = [msgspec.structs.replace(n, parent=2) if n.parent == 1 else n for n in nodes]
    later = screen(*nodes)
    assert text(later, previous=LOGIN).splitlines() == [
        '+ alert "Wrong password"',
        '~ [4] textbox "User name" ="alice" focused (was ="bob") →8',
        '- link "Forgot?"',
        "6 unchanged",
    ]


def with_dialog(*, is_open: bool) -> Screen:
    """Return a page with twelve buttons, which an open dialog covers."""
    covered = ("covered",) if is_open else ()
    page = [Node("button", f"Item {i}", line(20 * i), states=("clickable", *covered)) for i in range(12)]
    inside = [Node("button", "Yes", line(400), states=("clickable",)), Node("text", "Really?", line(420))]
    return screen(*page, *(inside if is_open else ()))


def test_since_a_dialog() -> None:
    """When a dialog closes, the elements behind it are named by their marks, not listed one by one."""
    before, now = with_dialog(is_open=True), with_dialog(is_open=False)
    assert text(now, previous=before).splitlines() == [
        "no longer covered: [1-12]",
        '- button "Yes" · "Really?"',
        "0 unchanged",
    ]


def test_since_shares_lines() -> None:
    """New elements in a row share a line, as in the text of a whole screen."""
    new = [Node("link", name, line(400, 60 * i, width=50)) for i, name in enumerate(("One", "Two", "Three"))]
    before = many(6)
    later = screen(*before.shot.nodes, *new)
    assert '+ [13] link "One" [14] "Two" [15] "Three"' in text(later, previous=before).splitlines()


def test_since_another_address() -> None:
    """What is gone is listed by name on the same page, and only counted on another one."""
    before, after = many(9), screen(*many(9).shot.nodes[2:])
    assert '- button "Buy 0"' in text(after, previous=before)
    elsewhere = Screen(msgspec.structs.replace(after.shot, address="https://b.example"), after.elements)
    assert "- 2 removed" in text(elsewhere, previous=before).splitlines()


def test_brief_text() -> None:
    """A brief text leaves out targets of links, unnamed pictures, and the role of headers."""
    given = screen(
        Node("columnheader", "Price", line(0)),
        Node("image", "", line(20), clue="red circle"),
        Node("link", "Edit", line(40), value="https://a.example/1", states=("clickable",)),
        Node("link", "Edit", line(60), value="https://a.example/2", states=("clickable",)),
        Node("button", "", line(80), clue="trash icon", states=("clickable",)),
    )
    assert screen_text(given, brief=True).splitlines() == [
        "Price",
        '[3] link "Edit"',
        '[4] link "Edit"',
        "[5] button (trash icon)",
    ]


def test_since_is_never_longer_than_the_screen() -> None:
    """If most of the screen changed, the whole screen is written instead of the changes."""
    before = screen(
        *(Node("textbox", f"Field {i}", line(20 * i), value="a long old value") for i in range(9))
    )
    after = screen(*(Node("textbox", f"Field {i}", line(20 * i), value="b") for i in range(9)))
    assert text(after, previous=before) == text(after)


def test_since_another_page() -> None:
    """Where little of the earlier screen is left the whole screen is written."""
    assert text(LOGIN, previous=many(3)) == text(LOGIN)


def test_information_can_be_numbered() -> None:
    """On demand information has its marks too."""
    assert "[1] # Welcome" in screen_text(LOGIN, number_information=True)


def test_outline() -> None:
    """The outline holds every element with its mark, indented under what it lies in."""
    given = screen(
        Node("list", "Results", Box(0, 0, 400, 400)),
        Node("link", "Lamp", line(0), parent=0),
        Node("text", "3 euro", line(20), parent=0),
    )
    assert outline(given).splitlines() == ['[1] list "Results"', ' [2] link "Lamp"', ' [3] text "3 euro"']


@given(shots())
def test_outline_is_whole(given: Shot) -> None:
    """The outline has one line for every element, in the order of the marks."""
    seen = build_screen(given)
    marks = [int(m) for m in re.findall(r"^ *\[(\d+)\]", outline(seen), re.MULTILINE)]
    assert marks == [e.mark for e in seen.elements]


def written_marks(view: str) -> set[str]:
    """Return the numbers of the elements that a text shows."""
    return set(re.findall(r"\[(\d+)\]", view))


@given(shots(14), st.sampled_from((8000, 300)))
@example(
    shot_from_lines(
        "textbox Name [editable clickable]", "link Help [clickable]", "button Send [clickable covered]"
    ),
    8000,
)
def test_an_arrow_leads_to_a_number_on_the_screen(shot: Shot, cap_chars: int) -> None:
    """Every number behind an arrow is the number of an element in the text, also of a truncated text."""
    view = text(build_screen(shot), cap_chars=cap_chars)
    assert set(re.findall(r"→(\d+)", view)) <= written_marks(view)


def test_a_scroll_area_has_a_number() -> None:
    """An area that scrolls can be referred to, though it is no action."""
    screen = build_screen(shot_from_lines("list Orders [scrollable]", "  listitem One", "  listitem Two"))
    assert "[1] list" in screen_text(screen)


def test_a_chat_says_on_which_side_each_message_is() -> None:
    """Messages that keep to the left and to the right edge are distinguished by their side."""
    boxes = (Box(0, 0, 200, 20), Box(120, 30, 320, 50), Box(0, 60, 150, 80))
    texts = ("Are you coming?", "Yes, at six", "Good")
    nodes = tuple(Node("text", text, box) for text, box in zip(texts, boxes, strict=True))
    screen = build_screen(Shot(blank_picture(), nodes))
    text = screen_text(screen)
    assert "Are you coming? (left)" in text
    assert "Yes, at six (right)" in text
    assert "Good (left)" in text


def test_a_column_of_texts_is_no_chat() -> None:
    """Texts that all begin at the left edge are left as they are."""
    boxes = (Box(0, 0, 200, 20), Box(0, 30, 320, 50))
    nodes = tuple(Node("text", f"line {i}", box) for i, box in enumerate(boxes))
    screen = build_screen(Shot(blank_picture(), nodes))
    assert "(left)" not in screen_text(screen)


def test_sentences_with_links_are_no_chat() -> None:
    """Parts of sentences that end at different places are not taken for messages on two sides."""
    boxes = (Box(0, 0, 150, 20), Box(180, 30, 320, 50), Box(0, 60, 60, 80), Box(120, 90, 290, 110))
    nodes = tuple(Node("text", f"part {i}", box) for i, box in enumerate(boxes))
    shown = text(build_screen(Shot(blank_picture(), nodes)))
    assert "part 3" in shown
    assert "(left)" not in shown
    assert "(right)" not in shown


def test_headings_in_two_columns_are_no_chat() -> None:
    """Headings are not marked with the side of the page on which they stand."""
    boxes = (Box(0, 0, 150, 20), Box(180, 30, 320, 50))
    nodes = tuple(Node("heading", f"Part {i}", box) for i, box in enumerate(boxes))
    assert text(build_screen(Shot(blank_picture(), nodes))).splitlines() == ["# Part 0", "# Part 1"]


def test_a_covered_part_of_the_page_is_left_out() -> None:
    """A part of the page of which a dialog covers everything is not written, and its content is counted."""
    rows = (
        "region Folders",
        "  group",
        "    button Photos [clickable covered]",
        "region Devices",
        "  button Pause [clickable]",
        "  button Scan [clickable covered]",
        "dialog Edit",
        "  button Save [clickable]",
    )
    shown = text(build_screen(shot_from_lines(*rows)))
    assert "Folders" not in shown
    assert "Devices" in shown
    assert shown.endswith("2 more covered by something in front")


def test_line_breaks_of_a_value_are_shown() -> None:
    """The line breaks of a value are written as in the action that types them."""
    given = screen(Node("textbox", "Page", line(0), value="= Brill =\n\nDistance:  48 km\n"))
    assert r'="= Brill =\n\nDistance: 48 km"' in text(given)


def test_the_current_row_is_named() -> None:
    """A selected row is marked, with or without a name of its own."""
    rows = (
        "table Loans",
        "  row",
        "    cell Ann",
        "  row [selected]",
        "    cell Bob",
        "  row Cid [selected]",
    )
    shown = text(build_screen(shot_from_lines(*rows))).splitlines()
    assert shown[1:] == ['table "Loans":', " Ann", " row selected:", "  Bob", " Cid selected"]


def test_an_action_that_repeats_starts_a_new_line() -> None:
    """The buttons of each item of a short list stay with their item."""
    items = [Node("generic", "", Box(0, 0, 300, 100))]
    for row in range(3):
        items += [
            Node("button", "close", line(20 * row, width=30), parent=0),
            Node("link", f"Page {row}", line(20 * row, 40), parent=0),
        ]
    assert text(screen(*items)).splitlines() == [
        *('[1] button "close" [2] link "Page 0"', '[3] button "close" [4] link "Page 1"'),
        '[5] button "close" [6] link "Page 2"',
    ]


def icon(attributes: str, *, size: float = 20, parent: int | None = None) -> Node:
    """Return an image without a name."""
    return Node("image", "", Box(0, 0, size, size), clue=attributes, attributes=attributes, parent=parent)


@pytest.mark.parametrize(
    ("nodes", "shown"),
    [
        ((icon("Mui Svg Icon root Mui Svg Icon fo"), icon("path", parent=0)), []),
        ((icon("svg inline fa check correct"), icon("path", parent=0)), ["image (check correct)"]),
        ((icon("logo", size=200),), ["image (logo)"]),
        ((Node("separator", "", line(0), clue="Divider root"),), []),
        ((Node("group", "", line(0), clue="Outline"),), []),
        ((Node("image", "", Box(0, 0, 9, 9), clue="red circle", appearance=Appearance(width_px=9)),), None),
        ((Node("button", "", Box(0, 0, 9, 9), clue="icon root"),), ["[1] button (icon root)"]),
    ],
)
def test_noise_is_left_out(nodes: tuple[Node, ...], shown: list[str] | None) -> None:
    """Icons without meaning, separators and empty groups are no lines; shapes of drawings and buttons are."""
    assert text(screen(*nodes)).splitlines() == (["image (red circle)"] if shown is None else shown)


def test_the_native_input_of_a_list_is_left_out() -> None:
    """An unnamed field within the box of the list before it is the list's own; one beside it is not."""
    states = ("clickable", "editable")
    combobox = Node("combobox", "Order", line(0), value="Newest", states=("clickable",))
    inside = Node("textbox", "", Box(0, 10, 90, 18), value="newest", states=states)
    beside = Node("textbox", "", line(0, 100), value="5", states=states)
    assert text(screen(combobox, inside)) == '[1] combobox "Order" ="Newest"'
    assert '[2] textbox ="5"' in text(screen(combobox, beside))


def test_cells_in_an_action_with_a_long_name() -> None:
    """Cells in an action are written if the name of the action is too long to show them all."""
    days = " ".join(str(day) for day in range(1, 36))
    cells = [Node("cell", str(day), Box(20 * day, 0, 20 * day + 18, 18), parent=0) for day in range(1, 36)]
    shown = text(screen(Node("generic", days, Box(0, 0, 720, 18), states=("clickable",)), *cells))
    assert "32 · 33 · 34 · 35" in shown
