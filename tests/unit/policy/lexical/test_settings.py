"""Settings: switches, values chosen from lists, menus, and application names in instructions."""

from collections.abc import Callable

import pytest

from onscreen.policy.lexical.app_choice import strip_tool_names
from onscreen.types import PastStep, Tool

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


@pytest.mark.parametrize(
    ("subtask", "expected"),
    [
        ("turn off the alarm at 06:00", 'click 3 "Alarm 06:00"'),
        ("switch the alarm at 21:00 on", 'click 4 "Alarm 21:00"'),
        ("turn on the alarm at 06:00", ""),
        ("turn the alarm at 21:00 off", ""),
    ],
)
def test_a_switch_is_clicked_only_if_it_is_in_the_other_state(
    subtask: str, expected: str, decide: Callable[..., tuple[str, bool]]
) -> None:
    """Turning something on or off clicks its switch unless it is in the wanted state already."""
    assert decide(subtask, *ALARMS) == (expected, True)


def test_a_setting_is_opened_and_its_value_chosen(
    decide: Callable[..., tuple[str, bool]], clicked: Callable[..., PastStep]
) -> None:
    """A setting with a list of values is opened, then the value is clicked; a value already set is left."""
    subtask = "set the snooze length to 5 minutes"
    assert decide(subtask, *ALARMS) == ('click 5 "Snooze length"', False)
    history = (clicked("Snooze length", 5),)
    assert decide(subtask, *CHOICES, history=history) == ('click 1 "5 minutes"', True)
    assert decide("set the snooze length to 10 minutes", *ALARMS) == ("", True)


def test_a_setting_out_of_view_is_sought_in_the_menu(
    decide: Callable[..., tuple[str, bool]], clicked: Callable[..., PastStep]
) -> None:
    """A setting that is not on the screen is sought in the menu, then in the settings."""
    subtask = "set the ringtone to Cuckoo"
    assert decide(subtask, *ALARMS[:4]) == ('click 2 "More options"', False)
    history = (clicked("More options", 2),)
    assert decide(subtask, *MENU, history=history) == ('click 1 "Settings"', False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("set the alarm in the Clock app", "set the alarm"),
        ("open Clock", ""),
        ("Start the Mail app.", ""),
        ("reply to Ada with Mail", "reply to Ada"),
        ("read the Mailing list in Clockwork", "read the Mailing list in Clockwork"),
    ],
)
def test_application_names_are_removed_from_a_clause(text: str, expected: str) -> None:
    """A clause loses the name of its application; a clause that only opens an application becomes empty."""
    assert strip_tool_names(text, TOOLS) == expected
