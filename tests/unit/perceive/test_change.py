"""The difference between two shots, and the description of a past step."""

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.pixel_array import encode
from onscreen.perceive.screen_change import IMAGE_ROLES, compare_shots, past_steps, share_of_changed_pixels
from onscreen.perceive.step_description import describe_step
from onscreen.testing.sample_episodes import click_episode
from onscreen.testing.strategies import actions, blank_picture, screens, shots
from onscreen.testing.text_screens import screen_of_all_nodes
from onscreen.types import (
    Action,
    Back,
    Box,
    Click,
    Dialog,
    Done,
    Drag,
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
        'typed "bob" into "Name": done'
    )


def test_failed() -> None:
    """A failure is described by its kind and message only."""
    line = verdict(Click(BUTTON), after(), Outcome("it was there and is gone", failed="ElementGone"))
    assert line == 'clicked "Submit": failed: ElementGone: it was there and is gone'


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Press("Control+a", FIELD), 'pressed Control+a in "Name"'),
        (Select(FIELD, ("Red", "Blue")), 'selected "Red", "Blue" in "Name"'),
        (Scroll("up"), "scrolled up"),
        (Drag(BUTTON, FIELD), 'dragged "Submit" onto "Name"'),
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


def test_the_history_compares_every_pair_of_shots_once() -> None:
    """The change of a step is the same value at every later step."""
    episode = click_episode(3)
    first, second = past_steps(episode), past_steps(episode)
    assert all(one.change is other.change for one, other in zip(first, second, strict=True))
    assert [step.action for step in first] == [decision.action for decision in episode.decisions]
