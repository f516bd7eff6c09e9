"""The dialer of the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).phone
ONE = next(each for each in build_phone_state(1).contacts.entries if each.last and len(each.phones) == 1)


def test_dialled_number_is_called_and_logged(hand: Hand) -> None:
    """A number dialled on the pad is called, and stands in the call history once one hung up."""
    hand.open("Phone")
    hand.tap("Dialpad")
    for digit in "5590":
        hand.tap(digit)
    hand.tap("Call")
    assert {"5590", "Calling…"} <= hand.shown()
    hand.tap("End call")
    assert hand.state("s.phone.calls[0].number") == "5590"
    assert hand.state("s.phone.call") is None


def test_pad_finds_names(hand: Hand) -> None:
    """A number typed on the pad shows whose it is."""
    hand.open("Phone")
    hand.tap("Dialpad")
    hand.type("Phone number", ONE.phones[0].value)
    hand.back()
    assert ONE.name in hand.shown()


def test_nothing_dialled_is_not_called(hand: Hand) -> None:
    """Calling with no number says what is missing, and there is no call."""
    hand.open("Phone")
    hand.tap("Dialpad")
    hand.tap("Call")
    assert hand.state("s.phone.call") is None


def test_no_call_in_airplane_mode(hand: Hand) -> None:
    """In airplane mode a call is refused with the reason."""
    hand.handset.call("putSetting", "global", "airplane_mode_on", "1")
    hand.open("Phone")
    hand.tap("Contacts")
    hand.tap(f"Call {ONE.name}")
    assert "Turn off airplane mode to make a call." in hand.shown()
    assert hand.state("s.phone.call") is None


def test_call_goes_on_while_one_leaves(hand: Hand) -> None:
    """A call goes on when one leaves the application, and one can return to it."""
    hand.open("Phone")
    hand.tap("Contacts")
    hand.tap(f"Call {ONE.name}")
    hand.tap("Mute")
    hand.press("Home")
    hand.open("Phone")
    hand.back()
    hand.tap("Return to call")
    assert hand.checked("Mute")
    assert ONE.name in hand.shown()


def test_bad_number_is_not_blocked(hand: Hand) -> None:
    """Something that is no number, or is blocked already, is refused with a message."""
    hand.open("Phone")
    hand.tap("More options")
    hand.tap("Settings")
    hand.tap("Blocked numbers")
    hand.tap("Add a number")
    hand.tap("Block")
    assert "Enter a valid phone number" in hand.shown()
    hand.type("Phone number", BEGUN.blocked[0])
    hand.tap("Block")
    assert "This number is already blocked" in hand.shown()


def test_cleared_history_comes_back(hand: Hand) -> None:
    """Undo brings the cleared call history back."""
    hand.open("Phone")
    hand.tap("More options")
    hand.tap("Clear call history")
    hand.tap("Clear")
    assert "Your call history is empty" in hand.shown()
    hand.tap("Undo")
    assert hand.state("s.phone.calls.length") == len(BEGUN.calls)


def test_search_without_a_hit_says_so(hand: Hand) -> None:
    """A search that finds nobody says so, a number that is nobody's can be called."""
    hand.open("Phone")
    hand.type("Search contacts and numbers", "zzz")
    assert 'No results for "zzz"' in hand.shown()
    hand.type("Search contacts and numbers", "000111")
    assert "Call 000111" in hand.shown()
