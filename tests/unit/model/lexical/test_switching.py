"""The embedded brain: switches, values that are chosen, menus, applications named in passing."""

import pytest

from onscreen.policy.lexical.app_choice import without_tools
from onscreen.policy.lexical.clause import read
from onscreen.policy.lexical.skills import act_on
from onscreen.testing.text_screens import screen_of_all_nodes, shot_from_lines
from onscreen.types import Situation, Subtask, Tool
from onscreen.types.grammar import show

ALARMS = (
    "heading Alarms",
    "button More options [clickable]",
    "switch Alarm 06:00 [clickable checked]",
    "switch Alarm 21:00 [clickable]",
    "combobox Snooze length =10 minutes [clickable]",
)
MENU = ("button Settings [clickable]",)
CHOICES = ("radio 5 minutes [clickable]", "radio 10 minutes [clickable checked]")
TOOLS = (Tool("Clock", "org.clock"), Tool("Mail", "org.mail"))


def decided(subtask: str, *lines: str, done: tuple[str, ...] = ()) -> tuple[str, bool]:
    """Return the action decided for a subtask on a screen, and whether it finishes it."""
    screen = screen_of_all_nodes(shot_from_lines(*lines))
    move = act_on(read(subtask), Situation(subtask, Subtask(subtask), screen, done), screen=screen)
    return (show(move.action) if move.action else "", move.finished)


@pytest.mark.parametrize(
    ("subtask", "expected"),
    [
        ("turn off the alarm at 06:00", 'click 3 "Alarm 06:00"'),
        ("switch the alarm at 21:00 on", 'click 4 "Alarm 21:00"'),
        ("turn on the alarm at 06:00", ""),
        ("turn the alarm at 21:00 off", ""),
    ],
)
def test_switches_are_turned_unless_they_are_so(subtask: str, expected: str) -> None:
    """Turning on or off clicks the switch that is meant, and only when it is the other way."""
    assert decided(subtask, *ALARMS) == (expected, True)


def test_a_value_is_chosen_where_its_name_leads() -> None:
    """Setting a control to a value opens the control, then takes the value, and leaves what is so."""
    asked = "set the snooze length to 5 minutes"
    assert decided(asked, *ALARMS) == ('click 5 "Snooze length"', False)
    assert decided(asked, *CHOICES, done=('click 5 "Snooze length"',)) == ('click 1 "5 minutes"', True)
    assert decided("set the snooze length to 10 minutes", *ALARMS) == ("", True)


def test_menus_are_looked_into_for_what_is_not_in_sight() -> None:
    """What is not in sight is looked for behind the menu, and then behind the settings in it."""
    asked = "set the ringtone to Cuckoo"
    assert decided(asked, *ALARMS[:4]) == ('click 2 "More options"', False)
    opened = 'click 2 "More options": clicked "More options": 1 new: "Settings"'
    assert decided(asked, *MENU, done=(opened,)) == ('click 1 "Settings"', False)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("set the alarm in the Clock app", "set the alarm"),
        ("open Clock", ""),
        ("Start the Mail app.", ""),
        ("reply to Ada with Mail", "reply to Ada"),
        ("read the Mailing list in Clockwork", "read the Mailing list in Clockwork"),
    ],
)
def test_the_application_is_no_part_of_what_is_done_in_it(text: str, left: str) -> None:
    """A clause is freed of the application it names; one that only opens it is none."""
    assert without_tools(text, TOOLS) == left
