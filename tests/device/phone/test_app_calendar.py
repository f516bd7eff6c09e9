"""The calendar app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).calendar
SINGLE = next(each for each in BEGUN.events if each.id.startswith("event") and each.day > "2026-03-12")
WEEKLY = next(each for each in BEGUN.events if each.repeat == "weekly")


def _find(driver: PhoneDriver, title: str) -> None:
    driver.open("Calendar")
    driver.tap("Search")
    driver.type("Search events", title)
    driver.tap(title)


def test_event_is_created(driver: PhoneDriver) -> None:
    """A new event appears in the schedule at its time."""
    driver.open("Calendar")
    driver.tap("Create event")
    driver.type("Add title", "Tea & cake <3")
    driver.tap("Start time")
    driver.type("Hour", "20")
    driver.type("Minute", "30")
    driver.tap("OK")
    driver.tap("Save")
    assert {"Tea & cake <3", "20:30 – 21:30"} <= driver.visible_texts()


def test_end_before_start_is_refused(driver: PhoneDriver) -> None:
    """An event that ends before it starts is refused with a message."""
    driver.open("Calendar")
    driver.tap("Create event")
    driver.tap("End time")
    driver.type("Hour", "1")
    driver.tap("OK")
    driver.tap("Save")
    assert "The event ends before it starts" in driver.visible_texts()
    assert driver.state("s.calendar.events.length") == len(BEGUN.events)


def test_event_without_title_is_saved(driver: PhoneDriver) -> None:
    """An event without a title is saved under a default title."""
    driver.open("Calendar")
    driver.tap("Create event")
    driver.tap("Save")
    assert "(No title)" in driver.visible_texts()


def test_undo_restores_a_deleted_event(driver: PhoneDriver) -> None:
    """Undo restores a deleted event."""
    _find(driver, SINGLE.title)
    driver.tap("More options")
    driver.tap("Delete")
    driver.tap("Delete")
    assert f'No events match "{SINGLE.title}"' in driver.visible_texts()
    driver.tap("Undo")
    assert SINGLE.title in driver.visible_texts()


def test_one_event_of_a_series_is_deleted(driver: PhoneDriver) -> None:
    """Deleting one event of a series keeps the others."""
    _find(driver, WEEKLY.title)
    driver.tap("More options")
    driver.tap("Delete")
    driver.tap("This event")
    assert driver.state(f"s.calendar.events.find(e => e.id === '{WEEKLY.id}').skip.length") == 1
    driver.tap(WEEKLY.title)
    assert WEEKLY.title in driver.visible_texts()


def test_birthdays_of_contacts_are_shown(driver: PhoneDriver) -> None:
    """A birthday in the calendar links to its contact."""
    driver.handset.call("alter", "s.contacts.entries[0].birthday = '1990-03-12'")
    name = build_phone_state(1).contacts.entries[0].name
    driver.open("Calendar")
    driver.tap(f"{name}'s birthday")
    driver.tap("Open contact")
    assert {name, "March 12, 1990"} <= driver.visible_texts()


def test_back_confirms_unsaved_changes(driver: PhoneDriver) -> None:
    """Back in a changed form asks for confirmation, and editing can continue."""
    driver.open("Calendar")
    driver.tap("Create event")
    driver.tap("All-day")
    driver.back()  # hides the keyboard
    driver.back()
    assert "Discard your changes?" in driver.visible_texts()
    driver.tap("Keep editing")
    assert "New event" in driver.visible_texts()


def test_view_is_kept_until_reset(driver: PhoneDriver) -> None:
    """The selected view is kept after leaving the app, until a reset."""
    driver.open("Calendar")
    driver.tap("More options")
    driver.tap("Month")
    driver.press("Home")
    driver.open("Calendar")
    assert "Next month" in driver.visible_texts()
    driver.reset()
    driver.open("Calendar")
    assert "Next month" not in driver.visible_texts()
