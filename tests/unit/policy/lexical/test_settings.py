"""Settings: switches, values chosen from lists, menus, and application names in instructions."""

from collections.abc import Callable

import pytest

from onscreen.policy.lexical.app_choice import strip_tool_names
from onscreen.types import Tool

ALARMS = (
    "heading Alarms",
    "button More options [clickable]",
    "switch Alarm 06:00 [clickable checked]",
    "switch Alarm 21:00 [clickable]",
    "combobox Snooze length =10 minutes [clickable]",
)
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
