"""Answers to questions for the entry with the highest or lowest value."""

from __future__ import annotations

import pytest

from onscreen.perceive.screen_answers import find_answer
from onscreen.testing.text_screens import screen_of_all_nodes, shot_from_lines

VIDEOS = (
    "heading Why Not",
    "button Red wind [clickable]",
    "text Why Not · 887K views",
    "button Options of Red wind [clickable]",
    "button Blue glass [clickable]",
    "text Why Not · 1.2M views",
    "button Options of Blue glass [clickable]",
)
GOODS = ("heading Toys", "button Kite [clickable]", "text $12.50", "button Ball [clickable]", "text $9")


@pytest.mark.parametrize(
    ("question", "lines", "answer"),
    [
        ("Which video of Why Not has the most views?", VIDEOS, "Blue glass"),
        ("Which video of Why Not has the fewest views?", VIDEOS, "Red wind"),
        ("Which video of Why Ever has the most views?", VIDEOS, None),
        ("Which video of Why Not has the most comments?", VIDEOS, None),
        ("Which product of Toys costs the least?", GOODS, "Ball"),
        ("Which product of Toys costs the least of those rated 4 stars?", GOODS, None),
        ("Which product of Toys costs the least?", GOODS[:3], None),
    ],
)
def test_entry_with_the_extreme_value_is_the_answer(
    question: str, lines: tuple[str, ...], *, answer: str | None
) -> None:
    """The values of all entries are compared, unless the question has further conditions."""
    value = find_answer(question, screen_of_all_nodes(shot_from_lines(*lines)), nearby=True)
    assert (value.text if value else None) == answer


@pytest.mark.parametrize(
    ("small", "large"), [("999", "1,234"), ("1,234", "1,234,567"), ("1.5", "12"), ("1.234,50", "1.240,00")]
)
def test_numbers_are_compared_in_any_spelling(small: str, large: str) -> None:
    """Separators of thousands are no decimal points."""
    lines = ("heading Toys", "button Kite [clickable]", f"text ${large}", "button Ball [clickable]")
    screen = screen_of_all_nodes(shot_from_lines(*lines, f"text ${small}"))
    value = find_answer("Which product of Toys costs the most?", screen, nearby=True)
    assert value is not None
    assert value.text == "Kite"
