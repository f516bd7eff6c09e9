"""The choice of applications, and what a plan does in each of them."""

import pytest

from onscreen.policy.lexical.app_choice import (
    answer_directly,
    are_device_apps,
    choose_applications,
    find_capitalised_tools,
    find_named_tools,
)
from onscreen.policy.lexical.instruction_plan import plan_instruction
from onscreen.testing.text_screens import screen_of_all_nodes, shot_from_lines
from onscreen.types import Situation, Tool, Turn

APPS = (
    Tool("Clock", "org.clock", "alarms, timers and stopwatch"),
    Tool("Music", "org.music", "songs and playlists"),
    Tool("Settings", "org.settings", "display, sound and network"),
)
SCREEN = screen_of_all_nodes(shot_from_lines("button Other [clickable]", address="org.music"))


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ("Set an alarm for 06:15", ("Clock",)),
        ("Play the playlist Morning in Music", ("Music",)),
        ("Turn on airplane mode", ("Settings",)),
        ("In Clock, delete all timers", ("Clock",)),
        ("What is 3 plus 4?", ()),
        ("Buy a lamp", None),
    ],
)
def test_apps_of_a_device_are_chosen(instruction: str, expected: tuple[str, ...] | None) -> None:
    """An app is chosen by name or description; a change that fits no app is made in the settings."""
    assert choose_applications(Situation(instruction, SCREEN, tools=APPS)) == expected


def test_an_application_named_in_quotes_is_still_used() -> None:
    """An application that the instruction names anywhere is among the chosen ones."""
    assert choose_applications(Situation('Write "clock" without any app', SCREEN, tools=APPS)) == ("Clock",)


def test_the_case_of_a_name_tells_an_app_from_a_word() -> None:
    """A capitalised name is an application; in lower case it may be an ordinary word."""
    assert find_capitalised_tools("Turn the music down in Clock", APPS) == ("Clock",)
    assert find_named_tools("Turn the music down in Clock", APPS) == ("Music", "Clock")


def test_web_sites_are_no_device_apps() -> None:
    """Tools with a web address are sites; instructions for sites are planned clause by clause."""
    assert are_device_apps(APPS)
    assert not are_device_apps((Tool("Shop", "https://shop.test"),))
    assert not are_device_apps(())


def test_goals_are_planned_in_the_apps_they_name() -> None:
    """Each goal is planned in the app it names, else in the one of the goal before."""
    instruction = "In Clock, set an alarm for 06:15, and play the playlist Morning in Music"
    subtasks = plan_instruction(Situation(instruction, SCREEN, stage="plan", tools=APPS))
    assert [(s.kind, s.tool) for s in subtasks] == [
        ("create", "Clock"),
        ("set_field", "Clock"),
        ("save", "Clock"),
        ("achieve", "Music"),
        ("confirm", "Music"),
    ]


def test_a_follow_up_is_planned_as_clauses() -> None:
    """In a conversation the instruction repeats earlier clauses rather than goals."""
    turns = (Turn('Click "Play"'),)
    situation = Situation("do it again", SCREEN, stage="plan", tools=APPS, conversation=turns)
    assert [s.text for s in plan_instruction(situation)] == ['Click "Play"']


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is 12 * 4?", "48"),
        ('Count the words in "to be or not"', "4"),
        ('Count the letters of "ab c"', "3"),
        ('Reverse "abc"', "cba"),
        ('Translate "abc"', None),
        ("Click on 3 + 4", None),
    ],
)
def test_simple_questions_are_answered_directly(question: str, answer: str | None) -> None:
    """Arithmetic and questions about a quoted text have an answer; other instructions have none."""
    assert answer_directly(question) == answer
