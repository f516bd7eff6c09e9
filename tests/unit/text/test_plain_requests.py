"""Plain form of polite instructions, and names that a screen shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.text.plain_requests import plain_request, quote_shown_names

SHOWN = (
    "Open TASK-5: Rent a roof for the stage",
    "Lavender",
    "3. Focaccia crumb Direction: MAXIMIZE",
    "Name",
)


@pytest.mark.parametrize(
    ("polite", "plain"),
    [
        ('Please move the task "Hire two tents" to Done.', 'Move the task "Hire two tents" to Done.'),
        ("Could you please open Reports?", "Open Reports."),
        ("Dora paid. Could you fix the bill?", "Dora paid. Fix the bill."),
        ("Rename the folder Songs to Sheet music, please.", "Rename the folder Songs to Sheet music."),
        ("Her name is Tove, please add her.", "Her name is Tove. Add her."),
        ("I'd like a new note titled Garlic", "Create a new note titled Garlic"),
        ("I want you to close the tab.", "Close the tab."),
        ("Assign it to theo instead.", "Assign it to theo."),
        ("Could you tell me the price?", "Could you tell me the price?"),
        ("open Mail", "open Mail"),
    ],
)
def test_politeness_does_not_change_what_is_asked(polite: str, plain: str) -> None:
    """A polite request is the same instruction; a question stays one."""
    assert plain_request(polite) == plain


@given(st.text(alphabet="pleasecouldyu ?.,", max_size=40))
def test_quoted_text_stays_as_it_is(text: str) -> None:
    """What is to be typed may contain any word."""
    assert f'"{text}"' in plain_request(f'Type "{text}" into the box, please')


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ("Assign Rent a roof for the stage to theo", 'Assign "Rent a roof for the stage" to theo'),
        ("Tag the note Lavender with herbs", 'Tag the note "Lavender" with herbs'),
        (
            "Rename the study Focaccia crumb to Focaccia 2026",
            'Rename the study "Focaccia crumb" to Focaccia 2026',
        ),
        ("Open the settings", "Open the settings"),
        ("Rent a roof for the stage", "Rent a roof for the stage"),
        ('Open "Lavender"', 'Open "Lavender"'),
        ("Give Rent a hand", "Give Rent a hand"),
    ],
)
def test_names_that_the_screen_shows_are_quoted(instruction: str, expected: str) -> None:
    """A name is as long as possible, begins with a capital letter, and does not begin the sentence."""
    assert quote_shown_names(instruction, SHOWN) == expected
