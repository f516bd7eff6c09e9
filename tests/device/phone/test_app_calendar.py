"""The calendar of the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.phone_state import build_phone_state

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
    """A new event stands in the schedule at its time."""
    driver.open("Calendar")
    driver.tap("Create event")
    driver.type("Add title", "Tea & cake <3")
    driver.tap("Start time")
    driver.type("Hour", "20")
    driver.type("Minute", "30")
    driver.tap("OK")
    driver.tap("Save")
    assert {"Tea & cake <3", "20:30 – 21:30"} <= driver.shown()


def test_end_before_start_is_refused(driver: PhoneDriver) -> None:
    """An event that ends before it starts is not saved, and says why."""
    driver.open("Calendar")
    driver.tap("Create event")
    driver.tap("End time")
    driver.type("Hour", "1")
    driver.tap("OK")
    driver.tap("Save")
    assert "The event ends before it starts" in driver.shown()
    assert driver.state("s.calendar.events.length") == len(BEGUN.events)


def test_event_without_a_title_is_kept(driver: PhoneDriver) -> None:
    """An event with no title is saved and named for that."""
    driver.open("Calendar")
    driver.tap("Create event")
    driver.tap("Save")
    assert "(No title)" in driver.shown()


def test_deleted_event_comes_back(driver: PhoneDriver) -> None:
    """Undo brings a deleted event back."""
    _find(driver, SINGLE.title)
    driver.tap("More options")
    driver.tap("Delete")
    driver.tap("Delete")
    assert f'No events match "{SINGLE.title}"' in driver.shown()
    driver.tap("Undo")
    assert SINGLE.title in driver.shown()


def test_one_of_a_series_can_go(driver: PhoneDriver) -> None:
    """Deleting one event of a series leaves the others."""
    _find(driver, WEEKLY.title)
    driver.tap("More options")
    driver.tap("Delete")
    driver.tap("This event")
    assert driver.state(f"s.calendar.events.find(e => e.id === '{WEEKLY.id}').skip.length") == 1
    driver.tap(WEEKLY.title)
    assert WEEKLY.title in driver.shown()


def test_birthdays_come_from_contacts(driver: PhoneDriver) -> None:
    """Somebody's birthday stands in the calendar and leads to the contact."""
    driver.handset.call("alter", "s.contacts.entries[0].birthday = '1990-03-12'")
    name = build_phone_state(1).contacts.entries[0].name
    driver.open("Calendar")
    driver.tap(f"{name}'s birthday")
    driver.tap("Open contact")
    assert {name, "March 12, 1990"} <= driver.shown()


def test_unsaved_event_is_asked_about(driver: PhoneDriver) -> None:
    """Back out of a form that was changed asks first and can go on."""
    driver.open("Calendar")
    driver.tap("Create event")
    driver.tap("All-day")
    driver.back()
    assert "Discard your changes?" in driver.shown()
    driver.tap("Keep editing")
    assert "New event" in driver.shown()


def test_view_lasts_until_reset(driver: PhoneDriver) -> None:
    """The month stays the view when one leaves and comes back, and a reset forgets it."""
    driver.open("Calendar")
    driver.tap("More options")
    driver.tap("Month")
    driver.press("Home")
    driver.open("Calendar")
    assert "Next month" in driver.shown()
    driver.reset()
    driver.open("Calendar")
    assert "Next month" not in driver.shown()
