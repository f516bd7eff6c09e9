"""The notes of the phone: what a user of them relies on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).notes
COUNT = "s.notes.notes.length"


def test_note_is_kept_without_saving(driver: PhoneDriver) -> None:
    """What is written stays, odd signs and all, when one leaves and comes back."""
    driver.open("Notes")
    driver.tap("New note")
    driver.type("Title", 'Ünï <b> & "x"')
    driver.type("Note", "one\ntwo")
    driver.press("Home")
    driver.open("Notes")
    assert driver.value("Title") == 'Ünï <b> & "x"'
    assert driver.value("Note") == "one\ntwo"


def test_empty_note_is_not_kept(driver: PhoneDriver) -> None:
    """A new note in which nothing was written is not in the list."""
    driver.open("Notes")
    driver.tap("New note")
    driver.back()
    assert driver.state(COUNT) == len(BEGUN.notes)


def test_enter_makes_the_next_item(driver: PhoneDriver) -> None:
    """In a checklist, Enter goes on with the next item."""
    driver.open("Notes")
    driver.tap("New list")
    driver.type("List item 1", "Salt")
    driver.press("Enter")
    driver.handset.call("type", "Tea")
    assert driver.state("s.notes.notes[0].items.map(i => i.text)") == ["Salt", "Tea"]


def test_deleted_note_comes_back(driver: PhoneDriver) -> None:
    """Undo brings back a note that was moved to the bin, as it was."""
    begun = driver.state("s.notes.notes")
    driver.open("Notes")
    driver.hold("Parking")
    driver.tap("More options")
    driver.tap("Delete")
    assert "Parking" not in driver.shown()
    driver.tap("Undo")
    assert driver.state("s.notes.notes") == begun


def test_search_finds_items_and_says_when_nothing_fits(driver: PhoneDriver) -> None:
    """Search looks into checklists, too; without a hit it says so."""
    films = next(note for note in BEGUN.notes if note.title == "Films to see")
    driver.open("Notes")
    driver.type("Search your notes", films.items[-1].text)
    assert "Films to see" in driver.shown()
    driver.type("Search your notes", "zzz")
    assert "No matching notes" in driver.shown()


def test_reminder_in_the_past_is_refused(driver: PhoneDriver) -> None:
    """A reminder must lie in the future; else the dialog says so and stays."""
    driver.open("Notes")
    driver.tap("Parking")
    driver.tap("Reminder")
    driver.tap("Choose a date and time")
    driver.tap("March 13, 2026")
    driver.tap("Wednesday, March 11")
    driver.tap("OK")
    driver.tap("Save")
    assert "Choose a time in the future" in driver.shown()
    assert driver.state("s.notes.notes.find(n => n.title === 'Parking').reminder") == ""


def test_label_is_there_once(driver: PhoneDriver) -> None:
    """A label without a name or with one that exists is refused."""
    driver.open("Notes")
    driver.tap("More options")
    driver.tap("Edit labels")
    for name in ("", BEGUN.labels[0].upper()):
        driver.type("Create new label", name)
        driver.tap("Create label")
    assert driver.state("s.notes.labels") == list(BEGUN.labels)


def test_bin_is_emptied_only_after_asking(driver: PhoneDriver) -> None:
    """The bin is emptied after a question, and the other notes stay."""
    binned = sum(note.binned for note in BEGUN.notes)
    driver.open("Notes")
    driver.tap("Open navigation menu")
    driver.tap("Bin")
    driver.tap("More options")
    driver.tap("Empty bin")
    assert driver.state(COUNT) == len(BEGUN.notes)
    driver.tap("Empty bin")
    assert driver.state(COUNT) == len(BEGUN.notes) - binned
