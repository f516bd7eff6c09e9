"""The calculator of the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).calculator


def _enter(hand: Hand, *keys: str) -> None:
    hand.open("Calculator")
    for key in keys:
        hand.tap(key)


@pytest.mark.parametrize(
    ("keys", "result"),
    [
        (("2", "plus", "3", "multiply", "4"), "14"),
        (("parentheses", "2", "plus", "3", "parentheses", "multiply", "4"), "20"),
        (("2", "0", "0", "plus", "1", "0", "percent"), "220"),
        (("point", "1", "plus", "point", "2"), "0.3"),
        (("square root", "8", "1", "minus", "4", "factorial"), "−15"),
        (("9", "9", "9", "multiply", "9", "9"), "98,901"),
        (("2", "power", "minus", "2"), "0.25"),
    ],
)
def test_sums_are_right(hand: Hand, keys: tuple[str, ...], *, result: str) -> None:
    """The result obeys precedence, percent of a sum, and the limits of fractions."""
    _enter(hand, *keys, "equals")
    assert result in hand.shown()
    assert hand.state("s.calculator.history[0].result") == result


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (("8", "divide", "0"), "Can't divide by 0"),
        (("5", "plus"), "Format error"),
        (("square root", "minus", "9"), "Domain error"),
        (("9", "9", "9", "factorial"), "Value too large"),
    ],
)
def test_impossible_sums_are_told(hand: Hand, keys: tuple[str, ...], *, told: str) -> None:
    """A sum that cannot be is told so and stays; nothing goes into the history."""
    _enter(hand, *keys, "equals")
    assert told in hand.shown()
    assert hand.state("s.calculator.history.length") == len(BEGUN.history)


def test_angles_are_degrees_or_radians(hand: Hand) -> None:
    """The sine of 90 is 1 in degrees, not in radians."""
    _enter(hand, "More functions", "sin", "9", "0", "parentheses")
    assert hand.find("1").text == "1"
    hand.tap("switch to radians")
    assert "0.893996663601" in hand.shown()


def test_memory_keeps_a_number(hand: Hand) -> None:
    """A stored number is recalled after the application was left, and cleared for good."""
    _enter(hand, "memory clear", "4", "2", "memory store", "clear")
    hand.press("Home")
    _enter(hand, "memory recall", "plus", "1", "equals")
    assert "43" in hand.shown()
    hand.tap("memory clear")
    assert not hand.find("memory recall").enabled


def test_deleted_calculation_comes_back(hand: Hand) -> None:
    """Undo brings a deleted calculation back to its place in the history."""
    hand.open("Calculator")
    hand.tap("History")
    hand.tap(f"= {BEGUN.history[0].result}")
    hand.tap("Delete")
    assert hand.state("s.calculator.history.length") == len(BEGUN.history) - 1
    hand.tap("Undo")
    assert hand.state("s.calculator.history[0].id") == BEGUN.history[0].id


def test_search_without_hit_says_so(hand: Hand) -> None:
    """A search of the history for what is not there says that nothing is found."""
    hand.open("Calculator")
    hand.tap("History")
    hand.type("Search history", "no such note")
    assert "Nothing found" in hand.shown()


def test_units_are_converted(hand: Hand) -> None:
    """An amount shows in the other unit at once; words are refused."""
    hand.open("Calculator")
    hand.tap("More options")
    hand.tap("Unit converter")
    hand.tap("Temperature")
    hand.type("Amount", "100")
    assert "212 fahrenheit" in hand.shown()
    hand.type("Amount", "12..5")
    assert "Enter a valid number" in hand.shown()
