"""The clock of the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).clock


def _take_time(driver: PhoneDriver, hour: str, *, minute: str) -> None:
    driver.type("Hour", hour)
    driver.type("Minute", minute)
    driver.tap("OK")


def test_alarm_is_set_and_rings_on_its_days(driver: PhoneDriver) -> None:
    """An alarm set at a time for some days stands in the list, is on, and says its days."""
    driver.open("Clock")
    driver.tap("Add alarm")
    driver.tap("Time 07:00")
    _take_time(driver, "6", minute="5")
    driver.tap("Tue")
    driver.tap("Mon")
    driver.type("Label", "Swim < 1 km")
    driver.tap("Save")
    assert driver.checked("Alarm 06:05")
    assert "Swim < 1 km · Mon, Tue" in driver.shown()


def test_time_that_is_none_is_refused(driver: PhoneDriver) -> None:
    """An hour that does not exist is refused with a message, and the dialog stays."""
    driver.open("Clock")
    driver.tap("Add alarm")
    driver.tap("Time 07:00")
    _take_time(driver, "25", minute="00")
    assert {"Enter a valid time", "Hour"} <= driver.shown()


def test_deleted_alarm_comes_back(driver: PhoneDriver) -> None:
    """Undo brings a deleted alarm back as it was."""
    alarm = BEGUN.alarms[0]
    driver.open("Clock")
    driver.hold(alarm.time)
    driver.tap("Delete")
    assert f"Alarm {alarm.time}" not in driver.shown()
    driver.tap("Undo")
    assert driver.checked(f"Alarm {alarm.time}") == alarm.on


def test_changes_last_until_reset(driver: PhoneDriver) -> None:
    """A switched alarm stays so when one leaves and comes back, and a reset forgets it."""
    alarm = BEGUN.alarms[0]
    driver.open("Clock")
    driver.tap(f"Alarm {alarm.time}")
    driver.press("Home")
    driver.open("Clock")
    assert driver.checked(f"Alarm {alarm.time}") is not alarm.on
    driver.reset()
    driver.open("Clock")
    assert driver.checked(f"Alarm {alarm.time}") is alarm.on


def test_city_that_is_not_there_is_not_found(driver: PhoneDriver) -> None:
    """A search for a city that is not there says so, a search for one that is shows it alone."""
    driver.open("Clock")
    driver.tap("World clock")
    driver.tap("Add city")
    driver.type("Search for a city", "Atlantis")
    assert "No such city" in driver.shown()
    driver.type("Search for a city", "nairobi")
    assert "Nairobi, Kenya" in driver.shown()
    assert "Tokyo, Japan" not in driver.shown()


def test_timer_needs_a_time(driver: PhoneDriver) -> None:
    """A timer of no time is refused, one of two minutes runs down as time goes on."""
    driver.open("Clock")
    driver.tap("Timer")
    driver.tap("Add timer")
    driver.tap("Start")
    assert "Enter a time above zero" in driver.shown()
    driver.type("Minutes", "2")
    driver.tap("Start")
    driver.tap("Clock" if "Clock" in driver.shown() else "Timer")
    assert {"00:01:59", "Running"} <= driver.shown()


def test_stopwatch_counts_laps(driver: PhoneDriver) -> None:
    """Laps are counted while it runs, and a reset clears them."""
    driver.open("Clock")
    driver.tap("Stopwatch")
    driver.tap("Start")
    driver.tap("Lap")
    driver.tap("Lap")
    assert {"Lap 1", "Lap 2"} <= driver.shown()
    driver.tap("Pause")
    driver.tap("Reset")
    assert "Lap 1" not in driver.shown()
