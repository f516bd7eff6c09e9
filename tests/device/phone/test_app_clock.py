"""The clock of the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).clock


def _take_time(hand: Hand, hour: str, *, minute: str) -> None:
    hand.type("Hour", hour)
    hand.type("Minute", minute)
    hand.tap("OK")


def test_alarm_is_set_and_rings_on_its_days(hand: Hand) -> None:
    """An alarm set at a time for some days stands in the list, is on, and says its days."""
    hand.open("Clock")
    hand.tap("Add alarm")
    hand.tap("Time 07:00")
    _take_time(hand, "6", minute="5")
    hand.tap("Tue")
    hand.tap("Mon")
    hand.type("Label", "Swim < 1 km")
    hand.tap("Save")
    assert hand.checked("Alarm 06:05")
    assert "Swim < 1 km · Mon, Tue" in hand.shown()


def test_time_that_is_none_is_refused(hand: Hand) -> None:
    """An hour that does not exist is refused with a message, and the dialog stays."""
    hand.open("Clock")
    hand.tap("Add alarm")
    hand.tap("Time 07:00")
    _take_time(hand, "25", minute="00")
    assert {"Enter a valid time", "Hour"} <= hand.shown()


def test_deleted_alarm_comes_back(hand: Hand) -> None:
    """Undo brings a deleted alarm back as it was."""
    alarm = BEGUN.alarms[0]
    hand.open("Clock")
    hand.hold(alarm.time)
    hand.tap("Delete")
    assert f"Alarm {alarm.time}" not in hand.shown()
    hand.tap("Undo")
    assert hand.checked(f"Alarm {alarm.time}") == alarm.on


def test_changes_last_until_reset(hand: Hand) -> None:
    """A switched alarm stays so when one leaves and comes back, and a reset forgets it."""
    alarm = BEGUN.alarms[0]
    hand.open("Clock")
    hand.tap(f"Alarm {alarm.time}")
    hand.press("Home")
    hand.open("Clock")
    assert hand.checked(f"Alarm {alarm.time}") is not alarm.on
    hand.reset()
    hand.open("Clock")
    assert hand.checked(f"Alarm {alarm.time}") is alarm.on


def test_city_that_is_not_there_is_not_found(hand: Hand) -> None:
    """A search for a city that is not there says so, a search for one that is shows it alone."""
    hand.open("Clock")
    hand.tap("World clock")
    hand.tap("Add city")
    hand.type("Search for a city", "Atlantis")
    assert "No such city" in hand.shown()
    hand.type("Search for a city", "nairobi")
    assert "Nairobi, Kenya" in hand.shown()
    assert "Tokyo, Japan" not in hand.shown()


def test_timer_needs_a_time(hand: Hand) -> None:
    """A timer of no time is refused, one of two minutes runs down as time goes on."""
    hand.open("Clock")
    hand.tap("Timer")
    hand.tap("Add timer")
    hand.tap("Start")
    assert "Enter a time above zero" in hand.shown()
    hand.type("Minutes", "2")
    hand.tap("Start")
    hand.tap("Clock" if "Clock" in hand.shown() else "Timer")
    assert {"00:01:59", "Running"} <= hand.shown()


def test_stopwatch_counts_laps(hand: Hand) -> None:
    """Laps are counted while it runs, and a reset clears them."""
    hand.open("Clock")
    hand.tap("Stopwatch")
    hand.tap("Start")
    hand.tap("Lap")
    hand.tap("Lap")
    assert {"Lap 1", "Lap 2"} <= hand.shown()
    hand.tap("Pause")
    hand.tap("Reset")
    assert "Lap 1" not in hand.shown()
