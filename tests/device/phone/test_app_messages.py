"""Messages on the phone: what a user of them relies on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

pytestmark = pytest.mark.browser

_COUNT = "s.messages.threads.reduce((n, t) => n + t.messages.length, 0)"


def test_message_is_sent_and_stays(driver: PhoneDriver) -> None:
    """A message sent stands in the conversation, also after leaving and coming back."""
    driver.open("Messages")
    driver.tap("Lake trip")
    driver.type("Text message", "I bring the boat")
    driver.tap("Send")
    assert driver.value("Text message") == "Text message"
    driver.press("Home")
    driver.open("Messages")
    assert "I bring the boat" in driver.shown()


def test_empty_message_is_refused(driver: PhoneDriver) -> None:
    """Sending nothing says what is missing and sends nothing."""
    before = driver.state(_COUNT)
    driver.open("Messages")
    driver.tap("Lake trip")
    driver.type("Text message", "   ")
    driver.tap("Send")
    assert driver.state(_COUNT) == before
    assert driver.state("s.messages.threads.every(t => t.messages.every(m => m.text.trim()))")


def test_archived_conversation_comes_back_with_undo(driver: PhoneDriver) -> None:
    """Archiving takes a conversation off the list, Undo puts it back."""
    driver.open("Messages")
    driver.hold("Lake trip")
    driver.tap("Archive")
    assert "Lake trip" not in driver.shown()
    driver.tap("Undo")
    assert "Lake trip" in driver.shown()


def test_search_without_hit_says_so(driver: PhoneDriver) -> None:
    """Words nobody wrote find nothing, and the screen says so."""
    driver.open("Messages")
    driver.tap("Search conversations")
    driver.type("Search messages", "zebra crossing 99")
    assert "No results found" in driver.shown()


def test_time_in_the_past_is_refused(driver: PhoneDriver) -> None:
    """A message cannot be scheduled for a time that is over."""
    before = driver.state(_COUNT)
    driver.open("Messages")
    driver.tap("Lake trip")
    driver.type("Text message", "Too late")
    driver.tap("Attach")
    driver.tap("Schedule send")
    driver.tap("Today")
    driver.type("Hour", "8")
    driver.type("Minute", "0")
    driver.tap("OK")
    assert driver.state(_COUNT) == before


def test_blocked_number_is_gone_until_unblocked(driver: PhoneDriver) -> None:
    """A blocked number is off the list and stands under Spam and blocked."""
    driver.open("Messages")
    driver.tap("72727")
    driver.tap("More options")
    driver.tap("Block")
    driver.tap("Block")
    assert "72727" not in driver.shown()
    driver.tap("More options")
    driver.tap("Spam and blocked")
    driver.tap("Unblock 72727")
    driver.back()
    assert "72727" in driver.shown()


def test_back_leaves_the_selection_first(driver: PhoneDriver) -> None:
    """Back ends the selection before it leaves the application."""
    driver.open("Messages")
    driver.hold("Lake trip")
    driver.back()
    assert {"Messages", "Lake trip"} <= driver.shown()


def test_reset_forgets_what_was_done(driver: PhoneDriver) -> None:
    """After a reset the conversations are those of the beginning."""
    before = driver.state("JSON.stringify(s.messages)")
    driver.open("Messages")
    driver.tap("More options")
    driver.tap("Mark all as read")
    driver.reset()
    assert driver.state("JSON.stringify(s.messages)") == before
