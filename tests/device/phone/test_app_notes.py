"""The notes app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).notes
COUNT = "s.notes.notes.length"


def test_note_is_saved_automatically(driver: PhoneDriver) -> None:
    """Text with special characters is saved when leaving the note."""
    driver.open("Notes")
    driver.tap("New note")
    driver.type("Title", 'Ünï <b> & "x"')
    driver.type("Note", "one\ntwo")
    driver.press("Home")
    driver.open("Notes")
    assert driver.value("Title") == 'Ünï <b> & "x"'
    assert driver.value("Note") == "one\ntwo"


def test_empty_note_is_discarded(driver: PhoneDriver) -> None:
    """A new note without content is not in the list."""
    driver.open("Notes")
    driver.tap("New note")
    driver.back()
    assert driver.state(COUNT) == len(BEGUN.notes)


def test_enter_adds_a_checklist_item(driver: PhoneDriver) -> None:
    """In a checklist, Enter adds the next item."""
    driver.open("Notes")
    driver.tap("New list")
    driver.type("List item 1", "Salt")
    driver.press("Enter")
    driver.handset.call("type", "Tea")
    assert driver.state("s.notes.notes[0].items.map(i => i.text)") == ["Salt", "Tea"]


def test_undo_restores_a_deleted_note(driver: PhoneDriver) -> None:
    """Undo restores a note that was moved to the bin."""
    initial = driver.state("s.notes.notes")
    driver.open("Notes")
    driver.hold("Parking")
    driver.tap("More options")
    driver.tap("Delete")
    assert "Parking" not in driver.visible_texts()
    driver.tap("Undo")
    assert driver.state("s.notes.notes") == initial


def test_search_covers_checklists(driver: PhoneDriver) -> None:
    """Search finds checklist items, and shows a message without results."""
    films = next(note for note in BEGUN.notes if note.title == "Films to see")
    driver.open("Notes")
    driver.type("Search your notes", films.items[-1].text)
    assert "Films to see" in driver.visible_texts()
    driver.type("Search your notes", "zzz")
    assert "No matching notes" in driver.visible_texts()


def test_reminder_in_the_past_is_refused(driver: PhoneDriver) -> None:
    """A reminder in the past is refused with a message in the dialog."""
    driver.open("Notes")
    driver.tap("Parking")
    driver.tap("Reminder")
    driver.tap("Choose a date and time")
    driver.tap("March 13, 2026")
    driver.tap("Wednesday, March 11")
    driver.tap("OK")
    driver.tap("Save")
    assert "Choose a time in the future" in driver.visible_texts()
    assert driver.state("s.notes.notes.find(n => n.title === 'Parking').reminder") == ""


def test_label_needs_a_unique_name(driver: PhoneDriver) -> None:
    """A label with an empty or existing name is refused."""
    driver.open("Notes")
    driver.tap("More options")
    driver.tap("Edit labels")
    for name in ("", BEGUN.labels[0].upper()):
        driver.type("Create new label", name)
        driver.tap("Create label")
    assert driver.state("s.notes.labels") == list(BEGUN.labels)


def test_emptying_the_bin_asks_for_confirmation(driver: PhoneDriver) -> None:
    """The bin is emptied after confirmation, and other notes are kept."""
    binned = sum(note.binned for note in BEGUN.notes)
    driver.open("Notes")
    driver.tap("Open navigation menu")
    driver.tap("Bin")
    driver.tap("More options")
    driver.tap("Empty bin")
    assert driver.state(COUNT) == len(BEGUN.notes)
    driver.tap("Empty bin")
    assert driver.state(COUNT) == len(BEGUN.notes) - binned
