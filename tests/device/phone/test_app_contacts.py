"""Contacts of the phone: what a user of them relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).contacts
WHO = next(each for each in BEGUN.entries if each.last and len(each.phones) == 1)


def test_contact_is_created_and_found(hand: Hand) -> None:
    """A new contact is in the list and found by a part of its number."""
    hand.open("Contacts")
    hand.tap("Create contact")
    hand.type("First name", "Ørjan")
    hand.type("Phone", "559 77 01")
    hand.tap("Save")
    assert {"Ørjan", "559 77 01"} <= hand.shown()
    hand.back()
    hand.type("Search contacts", "5597701")
    assert {"Ørjan", "1 contact"} <= hand.shown()


def test_empty_contact_is_refused(hand: Hand) -> None:
    """A form with nothing in it is not saved and says what is missing."""
    hand.open("Contacts")
    hand.tap("Create contact")
    hand.type("First name", "   ")
    hand.tap("Save")
    assert "Add a name, company, phone or email to save this contact" in hand.shown()
    assert hand.state("s.contacts.entries.length") == len(BEGUN.entries)


def test_bad_address_is_refused(hand: Hand) -> None:
    """An address of mail without its sign is refused with a message at the field."""
    hand.open("Contacts")
    hand.tap("Create contact")
    hand.type("First name", "Ann")
    hand.type("Email", "ann.example.com")
    hand.tap("Save")
    assert "Enter a valid email address" in hand.shown()


def test_search_without_a_hit_says_so(hand: Hand) -> None:
    """A search that finds nobody repeats what was searched for."""
    hand.open("Contacts")
    hand.type("Search contacts", "<zzz>")
    assert 'No contacts match "<zzz>"' in hand.shown()


def test_deleted_contact_comes_back(hand: Hand) -> None:
    """Undo brings a deleted contact back out of the trash."""
    hand.open("Contacts")
    hand.tap(WHO.name)
    hand.tap("More options")
    hand.tap("Delete")
    hand.tap("Delete")
    assert hand.state("s.contacts.trash.length") == len(BEGUN.trash) + 1
    hand.tap("Undo")
    assert hand.state("s.contacts.trash.length") == len(BEGUN.trash)
    hand.tap(WHO.name)
    assert WHO.phones[0].value in hand.shown()


def test_unsaved_changes_are_asked_about(hand: Hand) -> None:
    """Leaving a form that was changed asks first, and discarding leaves the contact as it was."""
    hand.open("Contacts")
    hand.tap(WHO.name)
    hand.tap("Edit contact")
    hand.type("Company", "Elsewhere")
    hand.tap("Close")
    assert "Your changes have not been saved" in hand.shown()
    hand.tap("Discard")
    assert hand.state(f"s.contacts.entries.find(c => c.id === '{WHO.id}').company") == WHO.hooks


def test_several_are_chosen_by_holding(hand: Hand) -> None:
    """Holding a contact begins a selection that taps extend and Back ends."""
    other = next(each for each in BEGUN.entries if each.last and each is not WHO)
    hand.open("Contacts")
    hand.hold(WHO.name)
    hand.tap(other.name)
    assert "2 selected" in hand.shown()
    hand.back()
    assert "2 selected" not in hand.shown()
    assert "Contacts" in hand.shown()


def test_order_lasts_until_reset(hand: Hand) -> None:
    """Sorting by last name stays when one leaves and comes back, and a reset forgets it."""
    hand.open("Contacts")
    hand.tap("More options")
    hand.tap("Sort by")
    hand.tap("Last name")
    hand.press("Home")
    hand.open("Contacts")
    assert hand.state("s.contacts.sort") == "last"
    hand.reset()
    assert hand.state("s.contacts.sort") == "first"
