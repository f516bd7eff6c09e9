"""Answers from the row of a day, without the format that the question asks for."""

from __future__ import annotations

import pytest

from onscreen.perceive.day_answers import read_day
from onscreen.perceive.screen_answers import find_answer
from onscreen.testing.text_screens import screen_of_all_nodes, shot_from_lines

HOURS = ("heading Old Bakery", "text Fri: 08:00 – 18:00", "text Sat: 09:00 – 21:00", "text Sun: Closed")
FORECAST = (
    "heading Lima",
    "button Fri, Mar 13, Fog, low 8°, 20% rain [clickable]",
    "button Fri, Mar 20, Rain, low 9°, 60% rain [clickable]",
)


@pytest.mark.parametrize(
    ("question", "lines", "answer"),
    [
        ("Until what time is Old Bakery open on Saturdays?", HOURS, "21:00"),
        ("From what time is Old Bakery open on Saturdays?", HOURS, "09:00"),
        ("Until what time is Old Bakery open on Sundays?", HOURS, None),
        ("Until what time is New Bakery open on Saturdays?", HOURS, None),
        ("How many percent is the chance of rain in Lima on Friday, March 20?", FORECAST, "60"),
        ("How many percent is the chance of rain in Lima on Friday?", FORECAST, None),
    ],
)
def test_answer_is_read_from_the_row_of_the_day(
    question: str, lines: tuple[str, ...], *, answer: str | None
) -> None:
    """The value is in the only row that begins with the day, on a screen about the subject."""
    value = read_day(question, screen_of_all_nodes(shot_from_lines(*lines)))
    assert (value.text if value else None) == answer


def test_format_of_the_answer_is_no_subject() -> None:
    """The time of a call is read, although the question ends with the format "HH:MM"."""
    lines = ("text Bo Roth", "text Outgoing call", "text Fri, Mar 6, 18:05", "text 13 min")
    question = "At what time was the outgoing call to Bo Roth? Answer as HH:MM."
    value = find_answer(question, screen_of_all_nodes(shot_from_lines(*lines)), nearby=True)
    assert value is not None
    assert value.text == "18:05"


def test_answer_meets_the_condition_in_parentheses() -> None:
    """The time of a declined call is no answer to a question for an outgoing one."""
    lines = ("text Outgoing call", "text Ann Lee", "text Bo Roth", "text Declined call", "text Today, 16:10")
    question = "At what time did I last call Bo Roth (an outgoing call)?"
    assert find_answer(question, screen_of_all_nodes(shot_from_lines(*lines)), nearby=True) is None
