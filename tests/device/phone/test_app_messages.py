"""The messages app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

pytestmark = pytest.mark.browser

_COUNT = "s.messages.threads.reduce((n, t) => n + t.messages.length, 0)"


def test_sent_message_is_kept(driver: PhoneDriver) -> None:
    """A sent message is in the conversation, also after leaving the app."""
    driver.open("Messages")
    driver.tap("Lake trip")
    driver.type("Text message", "I bring the boat")
    driver.tap("Send")
    assert driver.value("Text message") == "Text message"
    driver.press("Home")
    driver.open("Messages")
    assert "I bring the boat" in driver.visible_texts()


def test_empty_message_is_refused(driver: PhoneDriver) -> None:
    """An empty message is not sent, and a message says what is missing."""
    before = driver.state(_COUNT)
    driver.open("Messages")
    driver.tap("Lake trip")
    driver.type("Text message", "   ")
    driver.tap("Send")
    assert driver.state(_COUNT) == before
    assert driver.state("s.messages.threads.every(t => t.messages.every(m => m.text.trim()))")


def test_undo_restores_an_archived_conversation(driver: PhoneDriver) -> None:
    """Undo restores an archived conversation to the list."""
    driver.open("Messages")
    driver.hold("Lake trip")
    driver.tap("Archive")
    assert "Lake trip" not in driver.visible_texts()
    driver.tap("Undo")
    assert "Lake trip" in driver.visible_texts()


def test_search_without_results_shows_message(driver: PhoneDriver) -> None:
    """A search without results shows a message."""
    driver.open("Messages")
    driver.tap("Search conversations")
    driver.type("Search messages", "zebra crossing 99")
    assert "No results found" in driver.visible_texts()


def test_time_in_the_past_is_refused(driver: PhoneDriver) -> None:
    """A message cannot be scheduled for a past time."""
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


def test_blocked_number_is_hidden_until_unblocked(driver: PhoneDriver) -> None:
    """A blocked number is only listed under Spam and blocked."""
    driver.open("Messages")
    driver.tap("72727")
    driver.tap("More options")
    driver.tap("Block")
    driver.tap("Block")
    assert "72727" not in driver.visible_texts()
    driver.tap("More options")
    driver.tap("Spam and blocked")
    driver.tap("Unblock 72727")
    driver.back()
    assert "72727" in driver.visible_texts()


def test_back_ends_the_selection_first(driver: PhoneDriver) -> None:
    """Back ends a selection before it leaves the app."""
    driver.open("Messages")
    driver.hold("Lake trip")
    driver.back()
    assert {"Messages", "Lake trip"} <= driver.visible_texts()


def test_reset_restores_the_conversations(driver: PhoneDriver) -> None:
    """A reset restores the initial conversations."""
    before = driver.state("JSON.stringify(s.messages)")
    driver.open("Messages")
    driver.tap("More options")
    driver.tap("Mark all as read")
    driver.reset()
    assert driver.state("JSON.stringify(s.messages)") == before
