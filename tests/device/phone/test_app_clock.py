"""The clock of the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

pytestmark = pytest.mark.browser


def test_alarm_is_set(hand: Hand) -> None:
    """An alarm set at a time stands in the list and is on."""
    hand.open("Clock")
    hand.tap("Add alarm")
    hand.tap("Time 07:00")
    hand.type("Hour", "6")
    hand.type("Minute", "5")
    hand.tap("OK")
    hand.tap("Save")
    assert hand.checked("Alarm 06:05")


def test_time_that_is_none_is_refused(hand: Hand) -> None:
    """An hour that does not exist is refused with a message, and the dialog stays."""
    hand.open("Clock")
    hand.tap("Add alarm")
    hand.tap("Time 07:00")
    hand.type("Hour", "25")
    hand.tap("OK")
    assert {"Enter a valid time", "Hour"} <= hand.shown()
