"""The notes of the phone: what a user of them relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).notes
COUNT = "s.notes.notes.length"


def test_note_is_kept_without_saving(hand: Hand) -> None:
    """What is written stays, odd signs and all, when one leaves and comes back."""
    hand.open("Notes")
    hand.tap("New note")
    hand.type("Title", 'Ünï <b> & "x"')
    hand.type("Note", "one\ntwo")
    hand.press("Home")
    hand.open("Notes")
    assert hand.value("Title") == 'Ünï <b> & "x"'
    assert hand.value("Note") == "one\ntwo"


def test_empty_note_is_not_kept(hand: Hand) -> None:
    """A new note in which nothing was written is not in the list."""
    hand.open("Notes")
    hand.tap("New note")
    hand.back()
    assert hand.state(COUNT) == len(BEGUN.notes)


def test_enter_makes_the_next_item(hand: Hand) -> None:
    """In a checklist, Enter goes on with the next item."""
    hand.open("Notes")
    hand.tap("New list")
    hand.type("List item 1", "Salt")
    hand.press("Enter")
    hand.handset.call("type", "Tea")
    assert hand.state("s.notes.notes[0].items.map(i => i.text)") == ["Salt", "Tea"]


def test_deleted_note_comes_back(hand: Hand) -> None:
    """Undo brings back a note that was moved to the bin, as it was."""
    begun = hand.state("s.notes.notes")
    hand.open("Notes")
    hand.hold("Parking")
    hand.tap("More options")
    hand.tap("Delete")
    assert "Parking" not in hand.shown()
    hand.tap("Undo")
    assert hand.state("s.notes.notes") == begun


def test_search_finds_items_and_says_when_nothing_fits(hand: Hand) -> None:
    """Search looks into checklists, too; without a hit it says so."""
    films = next(note for note in BEGUN.notes if note.title == "Films to see")
    hand.open("Notes")
    hand.type("Search your notes", films.items[-1].text)
    assert "Films to see" in hand.shown()
    hand.type("Search your notes", "zzz")
    assert "No matching notes" in hand.shown()


def test_reminder_in_the_past_is_refused(hand: Hand) -> None:
    """A reminder must lie in the future; else the dialog says so and stays."""
    hand.open("Notes")
    hand.tap("Parking")
    hand.tap("Reminder")
    hand.tap("Choose a date and time")
    hand.tap("March 13, 2026")
    hand.tap("Wednesday, March 11")
    hand.tap("OK")
    hand.tap("Save")
    assert "Choose a time in the future" in hand.shown()
    assert hand.state("s.notes.notes.find(n => n.title === 'Parking').reminder") == ""


def test_label_is_there_once(hand: Hand) -> None:
    """A label without a name or with one that exists is refused."""
    hand.open("Notes")
    hand.tap("More options")
    hand.tap("Edit labels")
    for name in ("", BEGUN.labels[0].upper()):
        hand.type("Create new label", name)
        hand.tap("Create label")
    assert hand.state("s.notes.labels") == list(BEGUN.labels)


def test_bin_is_emptied_only_after_asking(hand: Hand) -> None:
    """The bin is emptied after a question, and the other notes stay."""
    binned = sum(note.binned for note in BEGUN.notes)
    hand.open("Notes")
    hand.tap("Open navigation menu")
    hand.tap("Bin")
    hand.tap("More options")
    hand.tap("Empty bin")
    assert hand.state(COUNT) == len(BEGUN.notes)
    hand.tap("Empty bin")
    assert hand.state(COUNT) == len(BEGUN.notes) - binned
