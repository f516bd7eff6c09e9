"""Values of instructions are removed, and have kinds."""

from __future__ import annotations

import pytest

from onscreen.text.superlatives import find_superlatives
from onscreen.text.value_kinds import mask_values, remove_values, value_kinds


def test_values_are_replaced() -> None:
    """The first word of a sentence is no name, and adjacent values are one."""
    text = "Call Ada Byron at 5. Then say 'Hi'"
    assert remove_values(text) == "Call VALUE at VALUE. Then say VALUE"
    assert mask_values(text).split() == ["Call", "at", ".", "Then", "say"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Set an alarm at 6:15", ["time"]),
        ("Move 'Choir' from Friday, March 13 to Monday at 9:00", ["date", "date", "quoted", "time"]),
        ("Pay 12 euros to Ada Byron on 2026-03-04", ["date", "name", "number"]),
        ("Send notes.txt to ada@mill.example", ["file", "file"]),
        ("Show the events of 16 May 2026 and of June", ["date", "date"]),
        ("Delete the note", []),
        ("", []),
    ],
)
def test_each_value_has_one_kind(text: str, kinds: list[str]) -> None:
    """Dates are no numbers, and texts in quotation marks no names."""
    assert list(value_kinds(text)) == kinds


def test_superlatives_are_distinct_and_in_lower_case() -> None:
    """Words that only end like superlatives are none."""
    assert find_superlatives("The Cheapest of the cheapest requests, the longest guest") == (
        "cheapest",
        "longest",
    )


@pytest.mark.parametrize("part", ["7", "a@", "Ann ", "\ud800 "])
def test_a_very_long_instruction_is_read_only_in_part(part: str) -> None:
    """Values beyond the first 2,000 characters are ignored, so that the time stays short."""
    text = part * 50_000
    assert value_kinds(text) == value_kinds(text[:2000])
    assert mask_values(text) == mask_values(text[:2000])
