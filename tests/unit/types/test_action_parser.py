"""Formatting of actions as text, and parsing of that text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.testing.strategies import actions, blank_picture, screens
from onscreen.testing.text_screens import screen_of_all_nodes
from onscreen.types import (
    Action,
    Answer,
    Back,
    Box,
    Click,
    CloseTab,
    Done,
    Drag,
    LongPress,
    Node,
    Open,
    Point,
    Press,
    Screen,
    Scroll,
    Select,
    Shot,
    SwitchTab,
    Type,
    Wait,
)
from onscreen.types.action_parser import GRAMMAR, parse, show
from onscreen.types.errors import BadText, NoSuchMark

BOX = Box(0, 0, 10, 10)
NAMED = (("button", "Submit"), ("textbox", 'Say "hi"'), ("combobox", ""), ("image", "x" * 500))
SCREEN = screen_of_all_nodes(Shot(blank_picture(), tuple(Node(role, name, BOX) for role, name in NAMED)))
ONE, TWO, THREE, FOUR = SCREEN.elements

LINES: tuple[tuple[Action, str], ...] = (
    (Click(ONE), 'click 1 "Submit"'),
    (Click(THREE, count=2), "double click 3"),
    (Click(THREE, button="right"), "right click 3"),
    (Click(Point(10, 20), modifiers=("Control", "Shift")), "click at 10,20 with Control+Shift"),
    (Click(THREE, count=5), "click 3 5 times"),
    (LongPress(THREE, 2), "long press 3 for 2"),
    (Type("bob", TWO), r'type "bob" into 2 "Say \"hi\""'),
    (Type("bob"), 'type "bob"'),
    (Type("bob", THREE, clear=False), 'append "bob" to 3'),
    (Press("Control+a"), "press Control+a"),
    (Press("Enter", THREE), "press Enter in 3"),
    (Select(THREE, ("Red", "Blue")), 'select "Red", "Blue" in 3'),
    (Select(THREE, ()), "select nothing in 3"),
    (Scroll(), "scroll down 0.8"),
    (Drag(THREE, ONE), 'drag 3 onto 1 "Submit"'),
    (Drag(THREE, offset=Point(10, -20)), "drag 3 by 10,-20"),
    (Open("https://a.example/", new_tab=True), 'open "https://a.example/" in a new tab'),
    (SwitchTab(2), "switch to tab 2"),
    (CloseTab(), "close tab"),
    (Back(), "back"),
    (Answer(text="text"), 'answer yes "text"'),
    (Answer(accept=False), "answer no"),
    (Wait(), "wait 1"),
    (Done("42"), 'done "42"'),
    (Done("why", achieved=False), 'give up "why"'),
)


@pytest.mark.parametrize(("action", "line"), LINES)
def test_wording(action: Action, line: str) -> None:
    """Each action has one plain line, and that line names the action again."""
    assert show(action) == line
    assert parse(line, SCREEN) == action


@given(st.data())
def test_there_and_back(data: st.DataObject) -> None:
    """Whatever the action, reading its line gives the same action."""
    screen = data.draw(screens(max_nodes=5))
    action = data.draw(actions(screen))
    assert parse(show(action), screen) == action


def _broken() -> st.SearchStrategy[str]:
    """Lines made of the words of the grammar in any order."""
    words = " ".join(GRAMMAR).replace("|", " ").split()
    extra = ["1", "99", "-3", "1e999", "9" * 5000, '"', '"a"', r'"\x"', "at", "1,2", ",", "1,", "[2]", "٣"]
    return st.lists(st.sampled_from(words + extra), max_size=8).map(" ".join)


@given(st.text() | _broken())
def test_random_text(text: str) -> None:
    """Text that is no action is refused by BadText or NoSuchMark and nothing else."""
    message = ""
    try:
        parse(text, SCREEN)
    except (BadText, NoSuchMark) as error:
        message = str(error)
    assert len(message) < 2500


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("  CLICK  [1] ", Click(ONE)),
        ('click 1 "any other name"', Click(ONE)),
        ("scroll up", Scroll("up")),
        ("wait", Wait()),
        ("done", Done()),
        ("give up", Done(achieved=False)),
    ],
)
def test_lenient(line: str, action: Action) -> None:
    """Spacing, case, brackets round a mark and the name after it do not matter, defaults may be left out."""
    assert parse(line, SCREEN) == action


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("clik 3", "did you mean 'click'"),
        ("", "expected an action"),
        ("click", "found the end, expected the mark of an element"),
        ("click Submit", "found 'Submit', expected the mark"),
        ("click 1 2", "expected 'times'"),
        ("click 1 and then 2", "found 'and', expected the end of the line"),
        ("type bob into 2", 'expected text in quotes ""'),
        ('type "bob', "expected a closing quote"),
        ('type "bob" in 2', "expected the end of the line"),
        ("drag 3", "expected 'by'"),
        ("double 3", "expected 'click'"),
        ("scroll sideways", "expected up, down, left or right"),
        ("click 1 with Control+x", "expected modifiers Alt, Control"),
        ("click at 10", "expected a point X,Y"),
        ("wait 1e999", "expected the end of the line"),
    ],
)
def test_faults(line: str, part: str) -> None:
    """A line with a fault is refused with what was found, what was expected and how to write it."""
    with pytest.raises(BadText) as caught:
        parse(line, SCREEN)
    assert part in str(caught.value)
    assert "write it as: " in str(caught.value) or "The forms are:" in str(caught.value)


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("click 1 900000000 times", "found 900000000 clicks, expected 1 to 100"),
        ("click 1 0 times", "found 0 clicks"),
        ("wait 100000", "found 100000 seconds, expected 0 to 600"),
        ("wait 1e306", "found 1e+306 seconds"),
        ("wait -1", "found -1 seconds"),
        ("long press 1 for 9999", "found 9999 seconds"),
        ("swipe 1,1 to 2,2 for 601", "found 601 seconds"),
        ("scroll down 1e308", "found 1e+308 pages, expected at most 10000"),
        ("click at 1e308,5", "found the point 1e+308,5, expected coordinates up to 1e+06 pixels"),
        ("drag 1 by 5,-1e307", "found the point 5,-1e+307"),
        ('press "\\ud800"', "half of a surrogate pair"),
        ('type "a\\udc00" into 2', "half of a surrogate pair"),
        ('select "\\ud800" in 1', "half of a surrogate pair"),
    ],
)
def test_action_outside_the_limits_is_refused(line: str, part: str) -> None:
    """A number or text that no device can carry out is refused with what was found and expected."""
    with pytest.raises(BadText, match=re.escape(part)):
        parse(line, SCREEN)


def test_no_such_mark() -> None:
    """A mark that the screen does not have is named together with those it has."""
    with pytest.raises(NoSuchMark, match="no element is marked 9 on this screen; the marks are 1 to 4"):
        parse("click 9", SCREEN)
    with pytest.raises(NoSuchMark, match="the marks are none"):
        parse("click 1", Screen(SCREEN.shot, ()))


def test_long_names_are_cut() -> None:
    """A very long name does not make the line long, and still reads back."""
    assert len(show(Click(FOUR))) < 80
    assert parse(show(Click(FOUR)), SCREEN) == Click(FOUR)
