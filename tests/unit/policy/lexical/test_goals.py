"""Goals in the applications of a device: their subtasks, and the actions of each subtask."""

from collections.abc import Callable

import pytest

from onscreen.policy.lexical.goal_planning import (
    CONFIRM,
    SAVE,
    achieve,
    create,
    plan_goals,
    set_to,
    split_goals,
)
from onscreen.types import Back, PastStep, Subtask, Type

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
PERSON = ("button Navigate up [clickable]", "button More options [clickable]", "text Ann Lee")
MENU = ("button Share [clickable]", "button Delete [clickable]")
QUESTION = "What is the number of Ann Lee?"
DIALOG = ("button Cancel [clickable]", "button Delete [clickable]")
SWITCHES = (
    "switch Alarm 06:00 [clickable checked]",
    "switch Alarm 07:00 [clickable]",
    "switch Alarm 08:00 [clickable checked]",
)


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ("Create a contact for Ann Lee with the phone number 555-1234",
         (create("contact"), set_to("name", "Ann Lee"), set_to("phone number", "555-1234"), SAVE)),
        ("Set an alarm for 06:15, repeating on Mon and Tue, and label it Swimming",
         (create("alarm"), set_to("time", "06:15"), set_to("Mon", "on"), set_to("Tue", "on"),
          set_to("label", "Swimming"), SAVE)),
        ("Put Dinner into the calendar on Monday, May 4 from 18:00 to 19:30",
         (create("calendar"), set_to("name", "Dinner"), set_to("date", "Monday, May 4"),
          set_to("start time", "18:00"), set_to("end time", "19:30"), SAVE)),
        ('Rename the list "Food" to "Groceries"',
         (achieve('Rename the list "Food"'), set_to("name", "Groceries"), SAVE)),
        ('Set the signature of my account to "Best, Ann"',
         (achieve('open "signature"'), set_to("signature", "Best, Ann"), SAVE)),
        ("Change the alarm called Gym to 07:30 and its sound to Cuckoo",
         (achieve('open "Gym"'), set_to("time", "07:30"), set_to("sound", "Cuckoo"), SAVE)),
        ('Send Ann Lee a message that says "On my way"',
         (create("chat"), achieve('open "Ann Lee"'), set_to("message", "On my way"), SAVE)),
        ('Answer the mail "Lunch" with "Yes"',
         (achieve('open "Lunch"'), achieve('open "Reply"'), set_to("message", "Yes"), SAVE)),
        ('Mail ann@b.example with the subject "Hi"',
         (create("mail"), set_to("to", "ann@b.example"), set_to("subject", "Hi"), SAVE)),
        ('Create a folder of the type "Archive", title "Old"',
         (create("folder"), set_to("type", "Archive"), set_to("title", "Old"), SAVE)),
        ("Archive the chats with Ann Lee and Bob Day",
         (achieve("Archive the chats with Ann Lee"), CONFIRM,
          achieve("Archive the chats with Bob Day"), CONFIRM)),
        ("I no longer need Ann Lee. Delete her",
         (achieve("Delete her (I no longer need Ann Lee)"), CONFIRM)),
        (QUESTION,
         (Subtask(QUESTION, kind="find_answer", subject=QUESTION),)),
    ],
)  # fmt: skip
def test_goals_become_typed_subtasks(instruction: str, expected: tuple[Subtask, ...]) -> None:
    """Creating, changing, achieving and asking become subtasks with a kind, in the order of execution."""
    assert plan_goals(split_goals(instruction)) == expected


def test_the_text_of_a_subtask_is_plain_english() -> None:
    """The text of a subtask can be shown to a user or a language model as it is."""
    subtasks = plan_goals(split_goals("Create a contact for Ann Lee"))
    assert [s.text for s in subtasks] == [
        "create a new contact",
        'set name to "Ann Lee"',
        "save what was entered",
    ]


@pytest.mark.parametrize(
    ("subtask", "lines", "expected"),
    [
        (create("contact"), LIST, ('click 5 "Create contact"', True)),
        (
            create("collection"),
            ("link \u2795 [clickable]", "link Upload [clickable]"),
            ('click 1 "\u2795"', True),
        ),
        (create("group"), LIST, ('click 7 "Groups"', False)),
        (set_to("name", "Ann Lee"), FORM, ('type "Ann" into 3 "First name"', False)),
        (set_to("phone number", "555-1234"), FORM, ('type "555-1234" into 5 "Phone"', True)),
        (set_to("start time", "09:30"), FORM, ('click 6 "Start time: 10:00"', False)),
        (set_to("start time", "09:30"), CLOCK, ('type "09" into 1 "Hour"', False)),
        (set_to("start time", "10:00"), CLOCK, ('click 4 "OK"', True)),
        (set_to("vibration", "on"), ("switch Vibration [clickable]",), ('click 1 "Vibration"', True)),
        (set_to("vibration", "on"), ("switch Vibration [clickable checked]",), ("", True)),
        (set_to("colour", "Blue"), ("radio Blue [clickable]",), ('click 1 "Blue"', True)),
        (set_to("no such field", "x"), LIST[2:5], ("", True)),
        (SAVE, FORM, ('click 2 "Save"', True)),
        (SAVE, LIST, ("", True)),
        (CONFIRM, DIALOG, ('click 2 "Delete"', True)),
        (CONFIRM, LIST, ("", True)),
    ],
)
def test_an_entry_is_created_in_its_form(
    subtask: Subtask,
    lines: tuple[str, ...],
    expected: tuple[str, bool],
    decide: Callable[..., tuple[str, bool]],
) -> None:
    """A form is opened by the button of its kind, filled in by field names and the time picker, and saved."""
    assert decide(subtask, *lines) == expected


def test_a_dialog_closed_by_the_last_click_is_not_saved_again(
    decide: Callable[..., tuple[str, bool]], clicked: Callable[..., PastStep]
) -> None:
    """The save button is clicked once; a button "OK" only closes a dialog before the form is saved."""
    assert decide(SAVE, *FORM, history=(clicked("Save", 2),)) == ("", True)
    assert decide(SAVE, "button OK [clickable]") == ('click 1 "OK"', False)


def test_an_entry_is_opened_and_deleted_from_its_menu(
    decide: Callable[..., tuple[str, bool]], clicked: Callable[..., PastStep]
) -> None:
    """An entry to delete is opened, then its menu; the menu entry with the verb completes the goal."""
    goal = achieve("delete Ann Lee from my contacts")
    opened, menu = clicked("Ann Lee", 3), clicked("More options", 2)
    assert decide(goal, *LIST) == ('click 3 "Ann Lee"', False)
    assert decide(goal, *PERSON, history=(opened,)) == ('click 2 "More options"', False)
    assert decide(goal, *MENU, history=(opened, menu)) == ('click 2 "Delete"', True)


def test_the_menu_of_a_row_is_used_before_its_entry(decide: Callable[..., tuple[str, bool]]) -> None:
    """An action on an entry is sought in the menu of its row; opening the entry clicks the row."""
    row = ("button Ann Lee [clickable]", "button Options of Ann Lee [clickable]")
    assert decide(achieve("delete Ann Lee"), *row) == ('click 2 "Options of Ann Lee"', False)
    assert decide(achieve('open "Ann Lee"'), *row) == ('click 1 "Ann Lee"', True)


def test_a_button_with_another_verb_is_not_clicked(decide: Callable[..., tuple[str, bool]]) -> None:
    """A button that does something else to the subject is not clicked for naming the subject."""
    row = ("button Call Ann Lee [clickable]", "button Ann Lee [clickable]")
    assert decide(achieve("block Ann Lee"), *row) == ('click 2 "Ann Lee"', False)


def test_a_subject_out_of_view_is_searched_for(decide: Callable[..., tuple[str, bool]]) -> None:
    """A subject out of view is searched for; at a dead end the rules go back three times for a subtask."""
    goal = achieve("delete Cleo Fox")
    assert decide(goal, *LIST) == ('type "Cleo Fox" into 2 "Search people"', False)
    assert decide(goal, *LIST, history=(PastStep(Type("Cleo Fox")),)) == (
        'press Enter in 2 "Search people"',
        False,
    )
    assert decide(goal, "button Navigate up [clickable]") == ("back", False)
    backs = (PastStep(Back()),) * 3
    assert decide(goal, "button Navigate up [clickable]", history=backs) == ("", False)
    assert decide(goal, "button Navigate up [clickable]", history=backs, steps=1) == ("back", False)


def test_all_switches_of_a_kind_are_switched_one_by_one(decide: Callable[..., tuple[str, bool]]) -> None:
    """Turning all alarms off clicks each switch that is on, and no other."""
    goal = achieve("turn off all alarms")
    assert decide(goal, *SWITCHES) == ('click 1 "Alarm 06:00"', False)
    assert decide(goal, *SWITCHES[1:]) == ('click 2 "Alarm 08:00"', True)


def test_a_question_is_complete_once_its_answer_is_shown(decide: Callable[..., tuple[str, bool]]) -> None:
    """The rules go where a question leads and stop at the screen that shows the answer."""
    question = "What is the phone number of Ann Lee?"
    subtask = Subtask(question, kind="find_answer", subject=question)
    assert decide(subtask, *LIST) == ('click 3 "Ann Lee"', False)
    assert decide(subtask, "heading Ann Lee", "text Phone: 555-1234") == ("", True)
