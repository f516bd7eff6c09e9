"""The difference between two shots, and the description of a past step."""

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.perceive.action_description import describe_action
from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.pixel_array import encode
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_change import (
    IMAGE_ROLES,
    compare_shots,
    longest_increasing,
    past_steps,
    share_of_changed_pixels,
)
from onscreen.perceive.screen_diff import diff_screens
from onscreen.perceive.step_description import describe_step
from onscreen.testing.sample_episodes import click_episode
from onscreen.testing.strategies import actions, blank_picture, screens, shots
from onscreen.testing.text_screens import screen_of_all_nodes, shot_from_lines
from onscreen.types import (
    Action,
    Back,
    Box,
    Click,
    Decision,
    Dialog,
    Done,
    Drag,
    Episode,
    Node,
    OffscreenCounts,
    Outcome,
    PastStep,
    Point,
    Press,
    Scroll,
    Select,
    Shot,
    Tab,
    Task,
    Type,
)

BOX = Box(0, 0, 10, 10)
SUBMIT = Node("button", "Submit", BOX, locator="#s")
NAME = Node("textbox", "Name", BOX, locator="#n")
BEFORE = Shot(blank_picture(), (SUBMIT, NAME), address="https://a/form")
NOTHING = Outcome()
BUTTON, FIELD = screen_of_all_nodes(BEFORE).elements


def after(*nodes: Node, address: str = "https://a/form") -> Shot:
    """Return a later shot of these nodes."""
    return Shot(blank_picture(), nodes, address=address)


def verdict(action: Action, later: Shot, outcome: Outcome = NOTHING) -> str:
    """Return the feedback on an action that led from BEFORE to a later shot."""
    return describe_step(PastStep(action, outcome, compare_shots(BEFORE, later)))


@given(shots())
def test_nothing_changed(shot: Shot) -> None:
    """A shot compared with itself shows no change, pictures included."""
    assert not compare_shots(shot, shot, pixels=True)


@given(shots(12), shots(12))
def test_added_and_removed_nodes_add_up(before: Shot, later: Shot) -> None:
    """The nodes before, minus those removed, plus those added, are the nodes after."""
    found, back = compare_shots(before, later), compare_shots(later, before)
    previous, now = (
        sum(bool(n.name or n.value or kind_of(n) != "information" or n.role in IMAGE_ROLES) for n in s.nodes)
        for s in (before, later)
    )
    assert previous - len(found.removed) + len(found.added) == now
    assert len(found.altered) <= now - len(found.added)
    assert (len(back.added), len(back.removed)) == (len(found.removed), len(found.added))


@given(st.data())
def test_one_short_line(data: st.DataObject) -> None:
    """A past step is described in one line of bounded length, whatever the action and the outcome."""
    screen = data.draw(screens(6))
    outcome = Outcome(data.draw(st.text(max_size=400)), data.draw(st.sampled_from(("", "ElementGone"))))
    line = describe_step(
        PastStep(data.draw(actions(screen)), outcome, compare_shots(screen.shot, data.draw(shots(6))))
    )
    assert line.splitlines() == [line]
    assert len(line) < 2000


@pytest.mark.parametrize(
    ("later", "line"),
    [
        (BEFORE, 'clicked "Submit": nothing changed'),
        (
            after(Node("heading", "Thanks", BOX), Node("link", "Home", BOX), address="https://a/done"),
            'clicked "Submit": page now https://a/done; 2 new: "Home", "Thanks"',
        ),
        (after(SUBMIT), 'clicked "Submit": 1 gone: "Name"'),
        (
            after(msgspec.structs.replace(SUBMIT, name="Sent", states=("disabled",)), NAME),
            'clicked "Submit": "Submit" now "Sent"; "Sent" disabled',
        ),
        (
            after(SUBMIT, msgspec.structs.replace(NAME, states=("focused",))),
            'clicked "Submit": focus on "Name"',
        ),
        (
            msgspec.structs.replace(BEFORE, dialog=Dialog("confirm", "Sure?")),
            'clicked "Submit": confirm appeared: "Sure?"',
        ),
        (
            msgspec.structs.replace(BEFORE, tabs=(Tab(1, "A", "a"), Tab(2, "B", "b", current=True))),
            'clicked "Submit": new tab 1 "A"; new tab 2 "B"',
        ),
        (
            msgspec.structs.replace(BEFORE, beyond=OffscreenCounts(below=3)),
            'clicked "Submit": the view moved',
        ),
        (
            msgspec.structs.replace(BEFORE, warning="the page was stopped"),
            'clicked "Submit": the page was stopped',
        ),
    ],
)
def test_effects(later: Shot, line: str) -> None:
    """The description names address, dialogs, tabs and changed nodes, or says that nothing changed."""
    assert verdict(Click(BUTTON), later) == line


def test_typed() -> None:
    """A text that is in the field afterwards is reported once."""
    filled = after(SUBMIT, msgspec.structs.replace(NAME, value="bob"))
    assert verdict(Type("bob", FIELD), filled, Outcome("the field reads 'bob'")) == (
        'typed "bob" into "Name": entered'
    )


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("$5.00", 'typed "5" into "Name": "Name" now "$5.00"'),
        ("5", 'typed "5" into "Name": entered'),
    ],
)
def test_a_field_that_reads_something_else_is_reported_once(value: str, line: str) -> None:
    """What a field made of the typed text is stated once, without the focus; the typed text itself is not."""
    focused = msgspec.structs.replace(NAME, value=value, states=("focused",))
    assert verdict(Type("5", FIELD), after(SUBMIT, focused), Outcome(f"the field reads '{value}'")) == line


def test_the_reading_of_the_field_comes_first() -> None:
    """Among many changes, the one of the field that was typed into is listed."""
    others = [Node("textbox", f"Sum {i}", BOX, value=f"{i}", locator=f"#{i}") for i in range(5)]
    changed = [msgspec.structs.replace(node, value="8") for node in others]
    typed = msgspec.structs.replace(NAME, value="7.00")
    before, later = after(*others, NAME), after(*changed, typed)
    line = describe_step(PastStep(Type("7", FIELD), Outcome(), compare_shots(before, later)))
    assert line.startswith('typed "7" into "Name": "Name" now "7.00"; "Sum 0" now "8"; ')
    assert line.count('"7.00"') == 1


def test_appended_text_and_passwords_are_not_repeated() -> None:
    """A field that reads the old text and the appended one, or dots for a password, reads what was typed."""
    long = msgspec.structs.replace(NAME, value="Ann Lee")
    short = msgspec.structs.replace(NAME, value="Ann")
    change = compare_shots(after(SUBMIT, short), after(SUBMIT, long))
    assert describe_step(PastStep(Type(" Lee", FIELD, clear=False), Outcome("x"), change)).endswith(
        ": entered"
    )
    hidden = msgspec.structs.replace(NAME, value="•••", states=("password",))
    assert (
        verdict(Type("abc", FIELD), after(SUBMIT, hidden), Outcome("x")) == 'typed "abc" into "Name": entered'
    )


def test_a_chosen_option_is_reported_once() -> None:
    """The value of a field that now is the chosen option, and the states of its options, are not repeated."""
    colour = Node("combobox", "Colour", BOX, value="Red", locator="#c")
    red = Node("option", "Red", BOX, states=("selected",), locator="#r")
    blue = Node("option", "Blue", BOX, locator="#b")
    before = after(colour, red, blue)
    later = after(
        msgspec.structs.replace(colour, value="Blue"),
        msgspec.structs.replace(red, states=()),
        msgspec.structs.replace(blue, states=("selected",)),
    )
    target = screen_of_all_nodes(before).elements[0]
    step = PastStep(Select(target, ("Blue",)), Outcome("chosen: Blue"), compare_shots(before, later))
    assert describe_step(step) == 'selected "Blue" in "Colour": chosen: Blue'


def test_the_target_of_a_link_is_no_change() -> None:
    """A link whose address alone differs has not changed; one whose name differs has."""
    link = Node("link", "Next", BOX, value="?page=2", states=("clickable",), locator="#l")
    other = msgspec.structs.replace(link, value="?page=3")
    assert not compare_shots(after(link), after(other))
    renamed = msgspec.structs.replace(other, name="Last")
    line = describe_step(PastStep(Click(BUTTON), Outcome(), compare_shots(after(link), after(renamed))))
    assert line == 'clicked "Submit": "Next" now "Last"'


@pytest.mark.parametrize(
    ("before", "later", "differs"),
    [
        ("r 1m Select root", "r 2a Select root", False),
        ("ui id 5 slider handle", "ui id 12 slider handle", False),
        ("toolbar start", "toolbar start disabled", True),
        ("folder 1 open", "folder 2 closed", True),
    ],
)
def test_generated_ids_are_no_change(before: str, later: str, differs: bool) -> None:
    """Numbers and short words of ids and classes say nothing about the look; other words do."""
    node = Node("button", "", BOX, states=("clickable",), locator="#x", clue=before, attributes=before)
    changed = msgspec.structs.replace(node, clue=later, attributes=later)
    assert bool(compare_shots(after(node), after(changed))) == differs


def test_a_measured_size_is_a_change() -> None:
    """Numbers of the look itself count, such as the height of a bar in a chart."""
    bar = Node("image", "", BOX, locator="#x", clue="red rect 87x5")
    assert compare_shots(after(bar), after(msgspec.structs.replace(bar, clue="red rect 87x6")))


def test_messages_are_named_first_and_nodes_without_a_name_last() -> None:
    """Of many new nodes, a message and what can be acted on are named before texts and unnamed nodes."""
    new = (
        Node("link", "", BOX),
        Node("text", "5", BOX),
        Node("link", "Undo", BOX),
        Node("status", "Saved", BOX),
    )
    line = verdict(Click(BUTTON), after(SUBMIT, NAME, *new))
    assert line == 'clicked "Submit": 4 new: "Saved", "Undo", "5", …'


def test_failed() -> None:
    """A failure is described by its kind and message only."""
    line = verdict(Click(BUTTON), after(), Outcome("it was there and is gone", failed="ElementGone"))
    assert line == 'clicked "Submit": failed: ElementGone: it was there and is gone'


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Press("Control+a", FIELD), 'pressed Control+a in "Name"'),
        (Press("a\x1eb"), "pressed a b"),
        (Select(FIELD, ("Red", "Blue")), 'selected "Red", "Blue" in "Name"'),
        (Scroll("up"), "scrolled up"),
        (Drag(BUTTON, FIELD), 'dragged "Submit" onto "Name"'),
        (Drag(BUTTON, offset=Point(183, 0)), 'dragged "Submit" by 183,0'),
        (Click(BUTTON, count=15), 'clicked 15 times "Submit"'),
        (Click(Point(10, 20)), "clicked 10,20"),
        (Back(), "went back"),
    ],
)
def test_actions_in_the_past_tense(action: Action, words: str) -> None:
    """A description starts with the action in the past tense, without marks."""
    assert verdict(action, BEFORE) == f"{words}: nothing changed"
    assert verdict(Done("42"), BEFORE) == "ended"


def test_repeated_names() -> None:
    """Of two equal nodes the removed one is counted, and one that only moved is not."""
    delete = Node("button", "Delete", BOX)
    moved = msgspec.structs.replace(delete, box=Box(5, 5, 20, 20))
    found = compare_shots(after(delete, delete), after(moved))
    assert (found.removed, found.added, found.altered) == ((delete,), (), ())


def test_pixels() -> None:
    """The share of changed pixels is computed on request only, and is 1 if the size changed."""
    dark = np.zeros((10, 10, 3), np.uint8)
    spot = dark.copy()
    spot[:5, :5] = 255
    assert share_of_changed_pixels(encode(dark), encode(spot)) == pytest.approx(0.25)
    assert share_of_changed_pixels(encode(dark), encode(dark[:5])) == 1
    found = compare_shots(Shot(encode(dark), ()), Shot(encode(spot), ()), pixels=True)
    assert describe_step(PastStep(Back(), Outcome(), found)) == "went back: 25% of the picture differs"
    assert compare_shots(Shot(encode(dark), ()), Shot(encode(spot), ())).pixels is None


def test_a_changed_clue_is_a_change() -> None:
    """An element without a name that turns from grey to red has changed."""
    grey, red = (
        Node("button", "", BOX, states=("clickable",), locator="#x", clue=c) for c in ("grey", "red")
    )
    line = describe_step(PastStep(Click(BUTTON), Outcome(), compare_shots(after(grey), after(red))))
    assert line == 'clicked "Submit": the button now looks: red'


def test_a_field_without_a_name_is_described() -> None:
    """The history names a field without a name by its description, as the screen does."""
    field = Node("textbox", "", BOX, locator="#k", clue="keyword")
    before = Shot(blank_picture(), (field,))
    target = screen_of_all_nodes(before).elements[0]
    later = after(msgspec.structs.replace(field, value="invoices"), address="")
    step = PastStep(Type("invoices", target), Outcome(), compare_shots(before, later))
    assert describe_step(step) == 'typed "invoices" into the textbox (keyword): entered'


def test_changed_texts_are_named_before_changed_looks() -> None:
    """A new value is described, even if the parts of a chart changed their appearance before it."""
    bars = [Node("image", "", BOX, locator=f"#b{i}", clue=f"bar {i}") for i in range(4)]
    taller = [msgspec.structs.replace(bar, clue=f"tall {bar.clue}") for bar in bars]
    total, other = (Node("textbox", "Total", BOX, value=v, locator="#t") for v in ("5", "7"))
    change = compare_shots(after(*bars, total), after(*taller, other))
    assert describe_step(PastStep(Back(), Outcome(), change)).startswith('went back: "Total" now "7"; ')


def test_a_repainted_image_is_a_change() -> None:
    """An image whose pixels differ has changed; pixels outside of images do not count."""
    dark = np.zeros((20, 20, 3), np.uint8)
    inside, outside = dark.copy(), dark.copy()
    inside[2:4, 2:4] = 255
    outside[15:, 15:] = 255
    chart = Node("image", "Chart", BOX, locator="#c")
    before, repainted, other = (Shot(encode(pixels), (chart,)) for pixels in (dark, inside, outside))
    change = compare_shots(before, repainted)
    assert describe_step(PastStep(Back(), Outcome(), change)) == 'went back: the picture of "Chart" changed'
    assert not compare_shots(before, other)


def test_a_scrolled_list_is_not_reported_as_altered() -> None:
    """Rows that show other content after scrolling are new and gone, not rows that were altered."""
    row = Node("listitem", "72727", BOX, states=("clickable",), locator="#r1")
    later = msgspec.structs.replace(
        after(msgspec.structs.replace(row, name="50505")), beyond=OffscreenCounts(above=4)
    )
    change = compare_shots(after(row), later)
    assert not change.altered
    assert [node.name for node in change.added] == ["50505"]


def test_a_field_that_came_into_view_is_not_one_that_changed() -> None:
    """A field that a scroll brought into view is new, though another field of the same name had no value."""
    before = after(Node("textbox", "First name", BOX, locator="#a"))
    child = Node("textbox", "First name", BOX, value="Ronja", locator="#b")
    later = msgspec.structs.replace(after(child), beyond=OffscreenCounts(above=4))
    change = compare_shots(before, later)
    assert not change.altered
    assert change.added == (child,)


def test_other_class_names_of_an_element_without_a_name_are_not_told() -> None:
    """Class names say nothing of an unnamed image; a new color of it does."""
    plain_image, other, red = (
        Node("image", "", BOX, locator="#i", clue=clue, attributes=attributes)
        for clue, attributes in (("path", "path"), ("anticon", "anticon"), ("red path", "path"))
    )
    told = [
        describe_step(PastStep(Back(), Outcome(), compare_shots(after(plain_image), after(later))))
        for later in (other, red)
    ]
    assert told == ["went back: performed", "went back: the image now looks: red path"]


def test_the_history_compares_every_pair_of_shots_once() -> None:
    """The change of a step is the same value at every later step."""
    episode = click_episode(3)
    first, second = past_steps(episode), past_steps(episode)
    assert all(one.change is other.change for one, other in zip(first, second, strict=True))
    assert [step.action for step in first] == [decision.action for decision in episode.decisions]


def test_a_double_click_is_described_as_one() -> None:
    """The history distinguishes clicks with several presses and with other buttons."""
    described = [describe_action(click) for click in (Click(BUTTON, count=2), Click(BUTTON, button="right"))]
    assert described == ['double-clicked "Submit"', 'right-clicked "Submit"']


def test_a_repeated_button_is_described_with_its_row() -> None:
    """A model that clicked one of several "edit" buttons sees which row it belongs to."""
    shot = shot_from_lines(
        "row",
        "  cell 3 May",
        "  cell Diesel",
        "  button edit [clickable]",
        "  button delete [clickable]",
        "row",
        "  cell 6 May",
        "  cell Ice cream",
        "  button edit [clickable]",
        "  button delete [clickable]",
        "button New [clickable]",
    )
    screen = screen_of_all_nodes(shot)

    def describe(mark: int) -> str:
        clicked = Episode(
            Task("practice", "Edit"), (shot, shot), (Decision(Click(screen[mark])),), (NOTHING,)
        )
        return describe_step(past_steps(clicked)[0])

    assert describe(9) == 'clicked "edit" of "6 May | Ice cream": nothing changed'
    assert describe(11) == 'clicked "New": nothing changed'


def test_a_node_drawn_in_another_place_is_moved() -> None:
    """An item that a style moves, so that only its box changes, is moved as well."""
    rows = [Node("listitem", name, Box(0, 30 * i, 90, 30 * i + 20)) for i, name in enumerate("ABC")]
    last = msgspec.structs.replace(rows[0], box=Box(0, 90, 90, 110))
    found = compare_shots(after(*rows), after(last, *rows[1:]))
    assert found.moved == (last,)
    earlier, later = build_screen(after(*rows)), build_screen(after(last, *rows[1:]))
    diff = diff_screens(earlier, later, found=())
    assert diff is not None
    assert 'moved: listitem "A"' in diff.lines


def test_nothing_moved_on_a_screen_whose_elements_are_read_in_another_order_than_its_tree() -> None:
    """A toolbar that comes last in the tree but is drawn at the top is not reported as moved."""
    rows = [Node("button", name, Box(0, 100 - 40 * i, 90, 120 - 40 * i)) for i, name in enumerate("ABC")]
    screen = build_screen(after(*rows))
    assert [element.name for element in screen.elements] == ["C", "B", "A"]
    changed = msgspec.structs.replace(rows[0], states=("disabled",))
    diff = diff_screens(screen, build_screen(after(changed, *rows[1:])), found=())
    assert diff is not None
    assert not [line for line in diff.lines if line.startswith("moved")]


def test_a_node_in_another_place_is_moved() -> None:
    """If an item was dragged to another place of its list, the change and its description name it alone."""
    names = ("Ann", "Ben", "Cleo", "Dora")
    items = tuple(Node("listitem", name, Box(0, 0, 50, 20), locator=name) for name in names)
    before = Shot(blank_picture(), items)
    change = compare_shots(before, Shot(blank_picture(), (items[3], *items[:3])))
    assert [node.name for node in change.moved] == ["Dora"]
    assert describe_step(PastStep(Click(Point(1, 1)), change=change)).endswith('1 moved: "Dora"')


@given(st.permutations(range(8)))
def test_longest_increasing_subsequence_is_one(order: list[int]) -> None:
    """The numbers found increase in their order, and no single number could be added to them."""
    found = longest_increasing(order)
    kept = [number for number in order if number in found]
    assert kept == sorted(kept)
    for number in set(order) - found:
        longer = [each for each in order if each in found or each == number]
        assert longer != sorted(longer)


def test_line_breaks_of_a_typed_text_are_shown() -> None:
    """A typed line break is written as in an action; a typed backslash before an n is not one."""
    assert describe_action(Type("a\n\n  b \\n c\n")) == r'typed "a\n\nb \\n c\n"'
