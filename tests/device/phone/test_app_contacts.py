"""The contacts app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state

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
    assert {"Ørjan", "559 77 01"} <= driver.visible_texts()
    driver.back()
    driver.type("Search contacts", "5597701")
    assert {"Ørjan", "1 contact"} <= driver.visible_texts()


def test_empty_contact_is_refused(driver: PhoneDriver) -> None:
    """An empty form is not saved and shows what is missing."""
    driver.open("Contacts")
    driver.tap("Create contact")
    driver.type("First name", "   ")
    driver.tap("Save")
    assert "Add a name, company, phone or email to save this contact" in driver.visible_texts()
    assert driver.state("s.contacts.entries.length") == len(BEGUN.entries)


def test_invalid_email_is_refused(driver: PhoneDriver) -> None:
    """An email address without "@" is refused with a message at the field."""
    driver.open("Contacts")
    driver.tap("Create contact")
    driver.type("First name", "Ann")
    driver.type("Email", "ann.example.com")
    driver.tap("Save")
    assert "Enter a valid email address" in driver.visible_texts()


def test_search_without_results_shows_message(driver: PhoneDriver) -> None:
    """A search without results repeats the search text."""
    driver.open("Contacts")
    driver.type("Search contacts", "<zzz>")
    assert 'No contacts match "<zzz>"' in driver.visible_texts()


def test_undo_restores_a_deleted_contact(driver: PhoneDriver) -> None:
    """Undo restores a deleted contact from the trash."""
    driver.open("Contacts")
    driver.tap(WHO.name)
    driver.tap("More options")
    driver.tap("Delete")
    driver.tap("Delete")
    assert driver.state("s.contacts.trash.length") == len(BEGUN.trash) + 1
    driver.tap("Undo")
    assert driver.state("s.contacts.trash.length") == len(BEGUN.trash)
    driver.tap(WHO.name)
    assert WHO.phones[0].value in driver.visible_texts()


def test_back_confirms_unsaved_changes(driver: PhoneDriver) -> None:
    """Leaving a changed form asks for confirmation; discarding keeps the old contact."""
    driver.open("Contacts")
    driver.tap(WHO.name)
    driver.tap("Edit contact")
    driver.type("Company", "Elsewhere")
    driver.tap("Close")
    assert "Your changes have not been saved" in driver.visible_texts()
    driver.tap("Discard")
    assert driver.state(f"s.contacts.entries.find(c => c.id === '{WHO.id}').company") == WHO.company


def test_long_press_starts_a_selection(driver: PhoneDriver) -> None:
    """A long press starts a selection that taps extend and Back ends."""
    other = next(each for each in BEGUN.entries if each.last and each is not WHO)
    driver.open("Contacts")
    driver.hold(WHO.name)
    driver.tap(other.name)
    assert "2 selected" in driver.visible_texts()
    driver.back()
    assert "2 selected" not in driver.visible_texts()
    assert "Contacts" in driver.visible_texts()


def test_sorting_is_kept_until_reset(driver: PhoneDriver) -> None:
    """Sorting by last name is kept after leaving the app, until a reset."""
    driver.open("Contacts")
    driver.tap("More options")
    driver.tap("Sort by")
    driver.tap("Last name")
    driver.press("Home")
    driver.open("Contacts")
    assert driver.state("s.contacts.sort") == "last"
    driver.reset()
    assert driver.state("s.contacts.sort") == "first"
