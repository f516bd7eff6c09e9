"""Messages on the phone: what a user of them relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

pytestmark = pytest.mark.browser

_COUNT = "s.messages.threads.reduce((n, t) => n + t.messages.length, 0)"


def test_message_is_sent_and_stays(hand: Hand) -> None:
    """A message sent stands in the conversation, also after leaving and coming back."""
    hand.open("Messages")
    hand.tap("Lake trip")
    hand.type("Text message", "I bring the boat")
    hand.tap("Send")
    assert hand.value("Text message") == "Text message"
    hand.press("Home")
    hand.open("Messages")
    assert "I bring the boat" in hand.shown()


def test_empty_message_is_refused(hand: Hand) -> None:
    """Sending nothing says what is missing and sends nothing."""
    before = hand.state(_COUNT)
    hand.open("Messages")
    hand.tap("Lake trip")
    hand.type("Text message", "   ")
    hand.tap("Send")
    assert hand.state(_COUNT) == before
    assert hand.state("s.messages.threads.every(t => t.messages.every(m => m.text.trim()))")


def test_archived_conversation_comes_back_with_undo(hand: Hand) -> None:
    """Archiving takes a conversation off the list, Undo puts it back."""
    hand.open("Messages")
    hand.hold("Lake trip")
    hand.tap("Archive")
    assert "Lake trip" not in hand.shown()
    hand.tap("Undo")
    assert "Lake trip" in hand.shown()


def test_search_without_hit_says_so(hand: Hand) -> None:
    """Words nobody wrote find nothing, and the screen says so."""
    hand.open("Messages")
    hand.tap("Search conversations")
    hand.type("Search messages", "zebra crossing 99")
    assert "No results found" in hand.shown()


def test_time_in_the_past_is_refused(hand: Hand) -> None:
    """A message cannot be scheduled for a time that is over."""
    before = hand.state(_COUNT)
    hand.open("Messages")
    hand.tap("Lake trip")
    hand.type("Text message", "Too late")
    hand.tap("Attach")
    hand.tap("Schedule send")
    hand.tap("Today")
    hand.type("Hour", "8")
    hand.type("Minute", "0")
    hand.tap("OK")
    assert hand.state(_COUNT) == before


def test_blocked_number_is_gone_until_unblocked(hand: Hand) -> None:
    """A blocked number is off the list and stands under Spam and blocked."""
    hand.open("Messages")
    hand.tap("72727")
    hand.tap("More options")
    hand.tap("Block")
    hand.tap("Block")
    assert "72727" not in hand.shown()
    hand.tap("More options")
    hand.tap("Spam and blocked")
    hand.tap("Unblock 72727")
    hand.back()
    assert "72727" in hand.shown()


def test_back_leaves_the_selection_first(hand: Hand) -> None:
    """Back ends the selection before it leaves the application."""
    hand.open("Messages")
    hand.hold("Lake trip")
    hand.back()
    assert {"Messages", "Lake trip"} <= hand.shown()


def test_reset_forgets_what_was_done(hand: Hand) -> None:
    """After a reset the conversations are those of the beginning."""
    before = hand.state("JSON.stringify(s.messages)")
    hand.open("Messages")
    hand.tap("More options")
    hand.tap("Mark all as read")
    hand.reset()
    assert hand.state("JSON.stringify(s.messages)") == before
