"""The dialer of the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).phone
ONE = next(each for each in build_phone_state(1).contacts.entries if each.last and len(each.phones) == 1)


def test_dialled_number_is_called_and_logged(driver: PhoneDriver) -> None:
    """A number dialled on the pad is called, and stands in the call history once one hung up."""
    driver.open("Phone")
    driver.tap("Dialpad")
    for digit in "5590":
        driver.tap(digit)
    driver.tap("Call")
    assert {"5590", "Calling…"} <= driver.shown()
    driver.tap("End call")
    assert driver.state("s.phone.calls[0].number") == "5590"
    assert driver.state("s.phone.call") is None


def test_pad_finds_names(driver: PhoneDriver) -> None:
    """A number typed on the pad shows whose it is."""
    driver.open("Phone")
    driver.tap("Dialpad")
    driver.type("Phone number", ONE.phones[0].value)
    driver.back()
    assert ONE.name in driver.shown()


def test_nothing_dialled_is_not_called(driver: PhoneDriver) -> None:
    """Calling with no number says what is missing, and there is no call."""
    driver.open("Phone")
    driver.tap("Dialpad")
    driver.tap("Call")
    assert driver.state("s.phone.call") is None


def test_no_call_in_airplane_mode(driver: PhoneDriver) -> None:
    """In airplane mode a call is refused with the reason."""
    driver.handset.call("putSetting", "global", "airplane_mode_on", "1")
    driver.open("Phone")
    driver.tap("Contacts")
    driver.tap(f"Call {ONE.name}")
    assert "Turn off airplane mode to make a call." in driver.shown()
    assert driver.state("s.phone.call") is None


def test_call_goes_on_while_one_leaves(driver: PhoneDriver) -> None:
    """A call goes on when one leaves the application, and one can return to it."""
    driver.open("Phone")
    driver.tap("Contacts")
    driver.tap(f"Call {ONE.name}")
    driver.tap("Mute")
    driver.press("Home")
    driver.open("Phone")
    driver.back()
    driver.tap("Return to call")
    assert driver.checked("Mute")
    assert ONE.name in driver.shown()


def test_bad_number_is_not_blocked(driver: PhoneDriver) -> None:
    """Something that is no number, or is blocked already, is refused with a message."""
    driver.open("Phone")
    driver.tap("More options")
    driver.tap("Settings")
    driver.tap("Blocked numbers")
    driver.tap("Add a number")
    driver.tap("Block")
    assert "Enter a valid phone number" in driver.shown()
    driver.type("Phone number", BEGUN.blocked[0])
    driver.tap("Block")
    assert "This number is already blocked" in driver.shown()


def test_cleared_history_comes_back(driver: PhoneDriver) -> None:
    """Undo brings the cleared call history back."""
    driver.open("Phone")
    driver.tap("More options")
    driver.tap("Clear call history")
    driver.tap("Clear")
    assert "Your call history is empty" in driver.shown()
    driver.tap("Undo")
    assert driver.state("s.phone.calls.length") == len(BEGUN.calls)


def test_search_without_a_hit_says_so(driver: PhoneDriver) -> None:
    """A search that finds nobody says so, a number that is nobody's can be called."""
    driver.open("Phone")
    driver.type("Search contacts and numbers", "zzz")
    assert 'No results for "zzz"' in driver.shown()
    driver.type("Search contacts and numbers", "000111")
    assert "Call 000111" in driver.shown()
