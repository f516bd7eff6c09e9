"""Mail on the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

pytestmark = pytest.mark.browser

_SUBJECT = "Minutes of Monday"


def test_mail_is_sent_with_its_file(hand: Hand) -> None:
    """A mail with a file of the phone stands in Sent with that file."""
    hand.open("Mail")
    hand.tap("Compose")
    hand.type("To", "ada.jensen@example.com")
    hand.type("Subject", "List")
    hand.tap("Attach file")
    hand.tap("Documents")
    hand.tap("Packing list.txt")
    hand.tap("Send")
    sent = hand.state("s.mail.letters.at(-1)")
    assert isinstance(sent, dict)
    assert (sent["folder"], sent["to"], sent["subject"]) == ("sent", ["ada.jensen@example.com"], "List")
    assert hand.state("s.mail.letters.at(-1).files[0].path") == "/sdcard/Documents/Packing list.txt"


def test_mail_without_recipient_is_refused(hand: Hand) -> None:
    """Sending to nobody tells to add a recipient and sends nothing."""
    hand.open("Mail")
    hand.tap("Compose")
    hand.tap("Send")
    assert "Add at least one recipient." in hand.shown()


def test_address_that_is_none_is_named(hand: Hand) -> None:
    """An address that cannot be is refused and named."""
    hand.open("Mail")
    hand.tap("Compose")
    hand.type("To", "ada at home")
    hand.tap("Send")
    assert "The address <ada at home> is invalid." in hand.shown()


def test_leaving_keeps_a_draft(hand: Hand) -> None:
    """What was begun is kept in Drafts when Back leaves it, and can be gone on with."""
    hand.open("Mail")
    hand.tap("Compose")
    hand.type("Subject", "Half done")
    hand.back()
    hand.back()
    hand.tap("Open navigation drawer")
    hand.tap("Drafts")
    hand.tap("Half done")
    assert hand.value("Subject") == "Half done"


def test_deleted_mail_comes_back_with_undo(hand: Hand) -> None:
    """Undo brings a deleted mail back to the inbox."""
    hand.open("Mail")
    hand.hold(_SUBJECT)
    hand.tap("Delete")
    assert _SUBJECT not in hand.shown()
    hand.tap("Undo")
    assert _SUBJECT in hand.shown()


def test_search_without_hit_says_so(hand: Hand) -> None:
    """Words in no mail find nothing, and the screen says so."""
    hand.open("Mail")
    hand.tap("Search in mail")
    hand.type("Search in mail", "zebra zebra")
    assert "No results" in hand.shown()


def test_responder_without_words_is_refused(hand: Hand) -> None:
    """A vacation responder without words is refused and stays off."""
    hand.open("Mail")
    hand.tap("Open navigation drawer")
    hand.tap("Settings")
    hand.tap("Vacation responder")
    hand.tap("Respond automatically")
    hand.tap("Done")
    assert "Add a subject or a message." in hand.shown()
    assert hand.state("s.mail.options.vacation.on") is False


def test_label_of_a_taken_name_is_refused(hand: Hand) -> None:
    """Two labels cannot have one name."""
    before = hand.state("s.mail.labels")
    hand.open("Mail")
    hand.tap("Open navigation drawer")
    hand.tap("Manage labels")
    hand.tap("Create label")
    hand.type("Label name", "travel")
    hand.tap("Create")
    assert hand.state("s.mail.labels") == before
