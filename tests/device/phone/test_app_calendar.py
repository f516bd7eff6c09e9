"""The calendar of the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).calendar
SINGLE = next(each for each in BEGUN.events if each.id.startswith("event") and each.day > "2026-03-12")
WEEKLY = next(each for each in BEGUN.events if each.repeat == "weekly")


def _find(hand: Hand, title: str) -> None:
    hand.open("Calendar")
    hand.tap("Search")
    hand.type("Search events", title)
    hand.tap(title)


def test_event_is_created(hand: Hand) -> None:
    """A new event stands in the schedule at its time."""
    hand.open("Calendar")
    hand.tap("Create event")
    hand.type("Add title", "Tea & cake <3")
    hand.tap("Start time")
    hand.type("Hour", "20")
    hand.type("Minute", "30")
    hand.tap("OK")
    hand.tap("Save")
    assert {"Tea & cake <3", "20:30 – 21:30"} <= hand.shown()


def test_end_before_start_is_refused(hand: Hand) -> None:
    """An event that ends before it starts is not saved, and says why."""
    hand.open("Calendar")
    hand.tap("Create event")
    hand.tap("End time")
    hand.type("Hour", "1")
    hand.tap("OK")
    hand.tap("Save")
    assert "The event ends before it starts" in hand.shown()
    assert hand.state("s.calendar.events.length") == len(BEGUN.events)


def test_event_without_a_title_is_kept(hand: Hand) -> None:
    """An event with no title is saved and named for that."""
    hand.open("Calendar")
    hand.tap("Create event")
    hand.tap("Save")
    assert "(No title)" in hand.shown()


def test_deleted_event_comes_back(hand: Hand) -> None:
    """Undo brings a deleted event back."""
    _find(hand, SINGLE.title)
    hand.tap("More options")
    hand.tap("Delete")
    hand.tap("Delete")
    assert f'No events match "{SINGLE.title}"' in hand.shown()
    hand.tap("Undo")
    assert SINGLE.title in hand.shown()


def test_one_of_a_series_can_go(hand: Hand) -> None:
    """Deleting one event of a series leaves the others."""
    _find(hand, WEEKLY.title)
    hand.tap("More options")
    hand.tap("Delete")
    hand.tap("This event")
    assert hand.state(f"s.calendar.events.find(e => e.id === '{WEEKLY.id}').skip.length") == 1
    hand.tap(WEEKLY.title)
    assert WEEKLY.title in hand.shown()


def test_birthdays_come_from_contacts(hand: Hand) -> None:
    """Somebody's birthday stands in the calendar and leads to the contact."""
    hand.handset.call("alter", "s.contacts.entries[0].birthday = '1990-03-12'")
    name = build_phone_state(1).contacts.entries[0].name
    hand.open("Calendar")
    hand.tap(f"{name}'s birthday")
    hand.tap("Open contact")
    assert {name, "March 12, 1990"} <= hand.shown()


def test_unsaved_event_is_asked_about(hand: Hand) -> None:
    """Back out of a form that was changed asks first and can go on."""
    hand.open("Calendar")
    hand.tap("Create event")
    hand.tap("All-day")
    hand.back()
    assert "Discard your changes?" in hand.shown()
    hand.tap("Keep editing")
    assert "New event" in hand.shown()


def test_view_lasts_until_reset(hand: Hand) -> None:
    """The month stays the view when one leaves and comes back, and a reset forgets it."""
    hand.open("Calendar")
    hand.tap("More options")
    hand.tap("Month")
    hand.press("Home")
    hand.open("Calendar")
    assert "Next month" in hand.shown()
    hand.reset()
    hand.open("Calendar")
    assert "Next month" not in hand.shown()
