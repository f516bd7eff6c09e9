"""The clock app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).clock


def _enter_time(driver: PhoneDriver, hour: str, *, minute: str) -> None:
    driver.type("Hour", hour)
    driver.type("Minute", minute)
    driver.tap("OK")


def test_alarm_is_created_with_its_days(driver: PhoneDriver) -> None:
    """A new alarm is in the list, enabled, and shows its days."""
    driver.open("Clock")
    driver.tap("Add alarm")
    driver.tap("Time 07:00")
    _enter_time(driver, "6", minute="5")
    driver.tap("Tue")
    driver.tap("Mon")
    driver.type("Label", "Swim < 1 km")
    driver.tap("Save")
    assert driver.checked("Alarm 06:05")
    assert "Swim < 1 km · Mon, Tue" in driver.visible_texts()


def test_invalid_time_is_refused(driver: PhoneDriver) -> None:
    """An invalid hour is refused with a message, and the dialog stays open."""
    driver.open("Clock")
    driver.tap("Add alarm")
    driver.tap("Time 07:00")
    _enter_time(driver, "25", minute="00")
    assert {"Enter a valid time", "Hour"} <= driver.visible_texts()


def test_undo_restores_a_deleted_alarm(driver: PhoneDriver) -> None:
    """Undo restores a deleted alarm."""
    alarm = BEGUN.alarms[0]
    driver.open("Clock")
    driver.hold(alarm.time)
    driver.tap("Delete")
    assert f"Alarm {alarm.time}" not in driver.visible_texts()
    driver.tap("Undo")
    assert driver.checked(f"Alarm {alarm.time}") == alarm.on


def test_changes_are_kept_until_reset(driver: PhoneDriver) -> None:
    """A disabled alarm stays disabled after leaving the app, until a reset."""
    alarm = BEGUN.alarms[0]
    driver.open("Clock")
    driver.tap(f"Alarm {alarm.time}")
    driver.press("Home")
    driver.open("Clock")
    assert driver.checked(f"Alarm {alarm.time}") is not alarm.on
    driver.reset()
    driver.open("Clock")
    assert driver.checked(f"Alarm {alarm.time}") is alarm.on


def test_unknown_city_is_not_found(driver: PhoneDriver) -> None:
    """A search for an unknown city shows a message; a known city is listed alone."""
    driver.open("Clock")
    driver.tap("World clock")
    driver.tap("Add city")
    driver.type("Search for a city", "Atlantis")
    assert "No such city" in driver.visible_texts()
    driver.type("Search for a city", "nairobi")
    assert "Nairobi, Kenya" in driver.visible_texts()
    assert "Tokyo, Japan" not in driver.visible_texts()


def test_timer_needs_a_duration(driver: PhoneDriver) -> None:
    """A timer of zero length is refused; one of two minutes counts down."""
    driver.open("Clock")
    driver.tap("Timer")
    driver.tap("Add timer")
    driver.tap("Start")
    assert "Enter a time above zero" in driver.visible_texts()
    driver.type("Minutes", "2")
    driver.tap("Start")
    driver.tap("Clock" if "Clock" in driver.visible_texts() else "Timer")
    assert {"00:01:59", "Running"} <= driver.visible_texts()


def test_stopwatch_counts_laps(driver: PhoneDriver) -> None:
    """Laps are recorded while the stopwatch runs, and cleared by its reset."""
    driver.open("Clock")
    driver.tap("Stopwatch")
    driver.tap("Start")
    driver.tap("Lap")
    driver.tap("Lap")
    assert {"Lap 1", "Lap 2"} <= driver.visible_texts()
    driver.tap("Pause")
    driver.tap("Reset")
    assert "Lap 1" not in driver.visible_texts()
