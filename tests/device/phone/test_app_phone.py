"""The dialer app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).phone
ONE = next(each for each in build_phone_state(1).contacts.entries if each.last and len(each.phones) == 1)


def test_dialled_number_is_called_and_logged(driver: PhoneDriver) -> None:
    """A dialled number is called, and is in the call history after hanging up."""
    driver.open("Phone")
    driver.tap("Dialpad")
    for digit in "5590":
        driver.tap(digit)
    driver.tap("Call")
    assert {"5590", "Calling…"} <= driver.visible_texts()
    driver.tap("End call")
    assert driver.state("s.phone.calls[0].number") == "5590"
    assert driver.state("s.phone.call") is None


def test_dial_pad_finds_contacts(driver: PhoneDriver) -> None:
    """A number typed on the dial pad shows the contact's name."""
    driver.open("Phone")
    driver.tap("Dialpad")
    driver.type("Phone number", ONE.phones[0].value)
    driver.back()
    assert ONE.name in driver.visible_texts()


def test_empty_number_is_not_called(driver: PhoneDriver) -> None:
    """Calling without a number shows a message and starts no call."""
    driver.open("Phone")
    driver.tap("Dialpad")
    driver.tap("Call")
    assert driver.state("s.phone.call") is None


def test_call_is_refused_in_airplane_mode(driver: PhoneDriver) -> None:
    """In airplane mode, a call is refused with the reason."""
    driver.handset.call("putSetting", "global", "airplane_mode_on", "1")
    driver.open("Phone")
    driver.tap("Contacts")
    driver.tap(f"Call {ONE.name}")
    assert "Turn off airplane mode to make a call." in driver.visible_texts()
    assert driver.state("s.phone.call") is None


def test_call_continues_in_the_background(driver: PhoneDriver) -> None:
    """A call continues after leaving the app, and can be reopened."""
    driver.open("Phone")
    driver.tap("Contacts")
    driver.tap(f"Call {ONE.name}")
    driver.tap("Mute")
    driver.press("Home")
    driver.open("Phone")
    driver.back()
    driver.tap("Return to call")
    assert driver.checked("Mute")
    assert ONE.name in driver.visible_texts()


def test_invalid_number_is_not_blocked(driver: PhoneDriver) -> None:
    """An invalid or already blocked number is refused with a message."""
    driver.open("Phone")
    driver.tap("More options")
    driver.tap("Settings")
    driver.tap("Blocked numbers")
    driver.tap("Add a number")
    driver.tap("Block")
    assert "Enter a valid phone number" in driver.visible_texts()
    driver.type("Phone number", BEGUN.blocked[0])
    driver.tap("Block")
    assert "This number is already blocked" in driver.visible_texts()


def test_undo_restores_the_cleared_history(driver: PhoneDriver) -> None:
    """Undo restores the cleared call history."""
    driver.open("Phone")
    driver.tap("More options")
    driver.tap("Clear call history")
    driver.tap("Clear")
    assert "Your call history is empty" in driver.visible_texts()
    driver.tap("Undo")
    assert driver.state("s.phone.calls.length") == len(BEGUN.calls)


def test_search_without_results_shows_message(driver: PhoneDriver) -> None:
    """A search without results shows a message, and an unknown number can be called."""
    driver.open("Phone")
    driver.type("Search contacts and numbers", "zzz")
    assert 'No results for "zzz"' in driver.visible_texts()
    driver.type("Search contacts and numbers", "000111")
    assert "Call 000111" in driver.visible_texts()
