"""The embedded brain: instructions that name goals among applications."""

import pytest

from onscreen.policy.lexical.clause import read
from onscreen.policy.lexical.goals import goals, outline_of
from onscreen.policy.lexical.skills import act_on
from onscreen.testing.text_screens import screen_of_all_nodes, shot_from_lines
from onscreen.types import Situation, Subtask
from onscreen.types.grammar import show

LIST = (
    "button More options [clickable]",
    "textbox Search people [clickable editable]",
    "button Ann Lee [clickable long-clickable]",
    "button Bob Day [clickable long-clickable]",
    "button Create contact [clickable]",
    "tab Contacts [clickable selected]",
    "tab Groups [clickable]",
)
FORM = (
    "button Close [clickable]",
    "button Save [clickable]",
    "textbox First name [clickable editable]",
    "textbox Last name [clickable editable]",
    "textbox Phone [clickable editable]",
    "button Start time: 10:00 [clickable]",
)
CLOCK = (
    "textbox Hour =10 [clickable editable]",
    "textbox Minute =00 [clickable editable]",
    "button Cancel [clickable]",
    "button OK [clickable]",
)
MONTH = (
    "button Previous month [clickable]",
    "button March 2026 [clickable]",
    "button Next month [clickable]",
    "listitem Thursday, March 12 [clickable selected]",
    "listitem Friday, March 13 [clickable]",
    "button OK [clickable]",
)
PERSON = ("button Navigate up [clickable]", "button More options [clickable]", "text Ann Lee")
MENU = ("button Share [clickable]", "button Delete [clickable]")
ASKED = ("button Cancel [clickable]", "button Delete [clickable]")
SWITCHES = (
    "switch Alarm 06:00 [clickable checked]",
    "switch Alarm 07:00 [clickable]",
    "switch Alarm 08:00 [clickable checked]",
)


def decided(step: str, *lines: str, done: tuple[str, ...] = ()) -> tuple[str, bool]:
    """Return the action decided for a step on a screen, and whether it finishes it."""
    screen = screen_of_all_nodes(shot_from_lines(*lines))
    move = act_on(read(step), Situation(step, Subtask(step), screen, done), screen=screen)
    return (show(move.action) if move.action else "", move.finished)


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ("Create a contact for Ann Lee with the phone number 555-1234",
         ("begin a new contact", 'give name: "Ann Lee"', 'give phone number: "555-1234"')),
        ("Set an alarm for 06:15, repeating on Mon and Tue, and label it Swimming",
         ("begin a new alarm", 'give time: "06:15"', 'give Mon: "on"', 'give Tue: "on"',
          'give label: "Swimming"')),
        ("Put Dinner into the calendar on Monday, May 4 from 18:00 to 19:30",
         ("begin a new calendar", 'give name: "Dinner"', 'give date: "Monday, May 4"',
          'give start time: "18:00"', 'give end time: "19:30"')),
        ('Rename the list "Food" to "Groceries"',
         ('bring about: Rename the list "Food"', 'give name: "Groceries"')),
        ('Set the signature of my account to "Best, Ann"',
         ('bring about: open "signature"', 'give signature: "Best, Ann"')),
        ('Send Ann Lee a message that says "On my way"',
         ("begin a new chat", 'bring about: open "Ann Lee"', 'give message: "On my way"')),
        ("Archive the chats with Ann Lee and Bob Day",
         ("bring about: Archive the chats with Ann Lee", "bring about: Archive the chats with Bob Day")),
        ("I no longer need Ann Lee. Delete her", ("bring about: Delete her (I no longer need Ann Lee)",)),
        ("What is the number of Ann Lee?", ("find out: What is the number of Ann Lee?",)),
    ],
)  # fmt: skip
def test_goals_are_written_out_as_steps(instruction: str, expected: tuple[str, ...]) -> None:
    """What is to be made, changed, brought about or found out becomes steps in the order they are done."""
    steps = outline_of(goals(instruction))
    assert tuple(step for step in steps if not step.startswith(("save", "confirm"))) == expected


@pytest.mark.parametrize(
    ("step", "lines", "expected"),
    [
        ("begin a new contact", LIST, ('click 5 "Create contact"', True)),
        ("begin a new group", LIST, ('click 7 "Groups"', False)),
        ('give name: "Ann Lee"', FORM, ('type "Ann" into 3 "First name"', False)),
        ('give phone number: "555-1234"', FORM, ('type "555-1234" into 5 "Phone"', True)),
        ('give start time: "09:30"', FORM, ('click 6 "Start time: 10:00"', False)),
        ('give start time: "09:30"', CLOCK, ('type "09" into 1 "Hour"', False)),
        ('give start time: "10:00"', CLOCK, ('click 4 "OK"', True)),
        ('give date: "Friday, March 13"', MONTH, ('click 5 "Friday, March 13"', False)),
        ('give date: "Thursday, March 12"', MONTH, ('click 6 "OK"', True)),
        ('give date: "Monday, April 13"', MONTH, ('click 3 "Next month"', False)),
        ("save what was given, if there is a button for it", FORM, ('click 2 "Save"', True)),
        ("save what was given, if there is a button for it", LIST, ("", True)),
        ("confirm it, if that is asked", ASKED, ('click 2 "Delete"', True)),
        ("confirm it, if that is asked", LIST, ("", True)),
    ],
)
def test_things_are_made_in_their_forms(
    step: str, lines: tuple[str, ...], expected: tuple[str, bool]
) -> None:
    """A form is opened by the button named after the thing, filled in by names and pickers, and saved."""
    assert decided(step, *lines) == expected


def test_a_thing_is_opened_and_deleted_from_its_menu() -> None:
    """What is to be deleted is opened, then its menu, then the entry of that verb ends the step."""
    goal = "bring about: delete Ann Lee from my contacts"
    opened, menu = 'click 3 "Ann Lee"', 'click 2 "More options"'
    assert decided(goal, *LIST) == (opened, False)
    assert decided(goal, *PERSON, done=(opened,)) == (menu, False)
    assert decided(goal, *MENU, done=(opened, menu)) == ('click 2 "Delete"', True)


def test_the_menu_of_a_row_goes_before_its_thing() -> None:
    """Where a row has a menu of its own, what is to be done with the thing is looked for there."""
    row = ("button Ann Lee [clickable]", "button Options of Ann Lee [clickable]")
    assert decided("bring about: delete Ann Lee", *row) == ('click 2 "Options of Ann Lee"', False)
    assert decided('bring about: open "Ann Lee"', *row) == ('click 1 "Ann Lee"', True)


def test_other_verbs_are_left_alone() -> None:
    """A button that does something else to the thing is not pressed for naming it."""
    row = ("button Call Ann Lee [clickable]", "button Ann Lee [clickable]")
    assert decided("bring about: block Ann Lee", *row) == ('click 2 "Ann Lee"', False)


def test_what_is_out_of_sight_is_searched_for() -> None:
    """A thing not in sight is typed into the search field; a dead end leads back, and not for ever."""
    goal = "bring about: delete Cleo Fox"
    assert decided(goal, *LIST) == ('type "Cleo Fox" into 2 "Search people"', False)
    assert decided(goal, "button Navigate up [clickable]") == ("back", False)
    assert decided(goal, "button Navigate up [clickable]", done=("back",) * 3) == ("", False)


def test_all_of_a_kind_are_switched_one_after_the_other() -> None:
    """Switching all off presses each that is on, and only those."""
    assert decided("bring about: turn off all alarms", *SWITCHES) == ('click 1 "Alarm 06:00"', False)
    assert decided("bring about: turn off all alarms", *SWITCHES[1:]) == ('click 2 "Alarm 08:00"', True)
