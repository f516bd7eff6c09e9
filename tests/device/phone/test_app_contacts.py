"""Contacts of the phone: what a user of them relies on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).contacts
WHO = next(each for each in BEGUN.entries if each.last and len(each.phones) == 1)


def test_contact_is_created_and_found(driver: PhoneDriver) -> None:
    """A new contact is in the list and found by a part of its number."""
    driver.open("Contacts")
    driver.tap("Create contact")
    driver.type("First name", "Ørjan")
    driver.type("Phone", "559 77 01")
    driver.tap("Save")
    assert {"Ørjan", "559 77 01"} <= driver.shown()
    driver.back()
    driver.type("Search contacts", "5597701")
    assert {"Ørjan", "1 contact"} <= driver.shown()


def test_empty_contact_is_refused(driver: PhoneDriver) -> None:
    """A form with nothing in it is not saved and says what is missing."""
    driver.open("Contacts")
    driver.tap("Create contact")
    driver.type("First name", "   ")
    driver.tap("Save")
    assert "Add a name, company, phone or email to save this contact" in driver.shown()
    assert driver.state("s.contacts.entries.length") == len(BEGUN.entries)


def test_bad_address_is_refused(driver: PhoneDriver) -> None:
    """An address of mail without its sign is refused with a message at the field."""
    driver.open("Contacts")
    driver.tap("Create contact")
    driver.type("First name", "Ann")
    driver.type("Email", "ann.example.com")
    driver.tap("Save")
    assert "Enter a valid email address" in driver.shown()


def test_search_without_a_hit_says_so(driver: PhoneDriver) -> None:
    """A search that finds nobody repeats what was searched for."""
    driver.open("Contacts")
    driver.type("Search contacts", "<zzz>")
    assert 'No contacts match "<zzz>"' in driver.shown()


def test_deleted_contact_comes_back(driver: PhoneDriver) -> None:
    """Undo brings a deleted contact back out of the trash."""
    driver.open("Contacts")
    driver.tap(WHO.name)
    driver.tap("More options")
    driver.tap("Delete")
    driver.tap("Delete")
    assert driver.state("s.contacts.trash.length") == len(BEGUN.trash) + 1
    driver.tap("Undo")
    assert driver.state("s.contacts.trash.length") == len(BEGUN.trash)
    driver.tap(WHO.name)
    assert WHO.phones[0].value in driver.shown()


def test_unsaved_changes_are_asked_about(driver: PhoneDriver) -> None:
    """Leaving a form that was changed asks first, and discarding leaves the contact as it was."""
    driver.open("Contacts")
    driver.tap(WHO.name)
    driver.tap("Edit contact")
    driver.type("Company", "Elsewhere")
    driver.tap("Close")
    assert "Your changes have not been saved" in driver.shown()
    driver.tap("Discard")
    assert driver.state(f"s.contacts.entries.find(c => c.id === '{WHO.id}').company") == WHO.hooks


def test_several_are_chosen_by_holding(driver: PhoneDriver) -> None:
    """Holding a contact begins a selection that taps extend and Back ends."""
    other = next(each for each in BEGUN.entries if each.last and each is not WHO)
    driver.open("Contacts")
    driver.hold(WHO.name)
    driver.tap(other.name)
    assert "2 selected" in driver.shown()
    driver.back()
    assert "2 selected" not in driver.shown()
    assert "Contacts" in driver.shown()


def test_order_lasts_until_reset(driver: PhoneDriver) -> None:
    """Sorting by last name stays when one leaves and comes back, and a reset forgets it."""
    driver.open("Contacts")
    driver.tap("More options")
    driver.tap("Sort by")
    driver.tap("Last name")
    driver.press("Home")
    driver.open("Contacts")
    assert driver.state("s.contacts.sort") == "last"
    driver.reset()
    assert driver.state("s.contacts.sort") == "first"
