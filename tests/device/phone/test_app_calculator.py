"""The calculator app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).calculator


def _enter(driver: PhoneDriver, *keys: str) -> None:
    driver.open("Calculator")
    for key in keys:
        driver.tap(key)


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
def test_results_are_correct(driver: PhoneDriver, keys: tuple[str, ...], *, result: str) -> None:
    """Results respect operator precedence, percentages and the limits of fractions."""
    _enter(driver, *keys, "equals")
    assert result in driver.visible_texts()
    assert driver.state("s.calculator.history[0].result") == result


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (("8", "divide", "0"), "Can't divide by 0"),
        (("5", "plus"), "Format error"),
        (("square root", "minus", "9"), "Domain error"),
        (("9", "9", "9", "factorial"), "Value too large"),
    ],
)
def test_invalid_calculation_shows_error(driver: PhoneDriver, keys: tuple[str, ...], *, message: str) -> None:
    """An invalid calculation shows an error, stays in place and is not in the history."""
    _enter(driver, *keys, "equals")
    assert message in driver.visible_texts()
    assert driver.state("s.calculator.history.length") == len(BEGUN.history)


def test_angle_unit_is_respected(driver: PhoneDriver) -> None:
    """The sine of 90 is 1 in degrees, but not in radians."""
    _enter(driver, "More functions", "sin", "9", "0", "parentheses")
    assert driver.find("1").text == "1"
    driver.tap("switch to radians")
    assert "0.893996663601" in driver.visible_texts()


def test_memory_is_kept_and_cleared(driver: PhoneDriver) -> None:
    """A stored number is kept after leaving the app, until it is cleared."""
    _enter(driver, "memory clear", "4", "2", "memory store", "clear")
    driver.press("Home")
    _enter(driver, "memory recall", "plus", "1", "equals")
    assert "43" in driver.visible_texts()
    driver.tap("memory clear")
    assert not driver.find("memory recall").enabled


def test_undo_restores_a_deleted_calculation(driver: PhoneDriver) -> None:
    """Undo restores a deleted calculation at its position in the history."""
    driver.open("Calculator")
    driver.tap("History")
    driver.tap(f"= {BEGUN.history[0].result}")
    driver.tap("Delete")
    assert driver.state("s.calculator.history.length") == len(BEGUN.history) - 1
    driver.tap("Undo")
    assert driver.state("s.calculator.history[0].id") == BEGUN.history[0].id


def test_search_without_results_shows_message(driver: PhoneDriver) -> None:
    """A search without results shows a message."""
    driver.open("Calculator")
    driver.tap("History")
    driver.type("Search history", "no such note")
    assert "Nothing found" in driver.visible_texts()


def test_units_are_converted(driver: PhoneDriver) -> None:
    """An amount is converted immediately; text is refused."""
    driver.open("Calculator")
    driver.tap("More options")
    driver.tap("Unit converter")
    driver.tap("Temperature")
    driver.type("Amount", "100")
    assert "212 fahrenheit" in driver.visible_texts()
    driver.type("Amount", "12..5")
    assert "Enter a valid number" in driver.visible_texts()
