"""Mail on the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

pytestmark = pytest.mark.browser

_SUBJECT = "Minutes of Monday"


def test_mail_is_sent_with_its_file(driver: PhoneDriver) -> None:
    """A mail with a file of the phone stands in Sent with that file."""
    driver.open("Mail")
    driver.tap("Compose")
    driver.type("To", "ada.jensen@example.com")
    driver.type("Subject", "List")
    driver.tap("Attach file")
    driver.tap("Documents")
    driver.tap("Packing list.txt")
    driver.tap("Send")
    sent = driver.state("s.mail.letters.at(-1)")
    assert isinstance(sent, dict)
    assert (sent["folder"], sent["to"], sent["subject"]) == ("sent", ["ada.jensen@example.com"], "List")
    assert driver.state("s.mail.letters.at(-1).files[0].path") == "/sdcard/Documents/Packing list.txt"


def test_mail_without_recipient_is_refused(driver: PhoneDriver) -> None:
    """Sending to nobody tells to add a recipient and sends nothing."""
    driver.open("Mail")
    driver.tap("Compose")
    driver.tap("Send")
    assert "Add at least one recipient." in driver.shown()


def test_address_that_is_none_is_named(driver: PhoneDriver) -> None:
    """An address that cannot be is refused and named."""
    driver.open("Mail")
    driver.tap("Compose")
    driver.type("To", "ada at home")
    driver.tap("Send")
    assert "The address <ada at home> is invalid." in driver.shown()


def test_leaving_keeps_a_draft(driver: PhoneDriver) -> None:
    """What was begun is kept in Drafts when Back leaves it, and can be gone on with."""
    driver.open("Mail")
    driver.tap("Compose")
    driver.type("Subject", "Half done")
    driver.back()
    driver.back()
    driver.tap("Open navigation drawer")
    driver.tap("Drafts")
    driver.tap("Half done")
    assert driver.value("Subject") == "Half done"


def test_deleted_mail_comes_back_with_undo(driver: PhoneDriver) -> None:
    """Undo brings a deleted mail back to the inbox."""
    driver.open("Mail")
    driver.hold(_SUBJECT)
    driver.tap("Delete")
    assert _SUBJECT not in driver.shown()
    driver.tap("Undo")
    assert _SUBJECT in driver.shown()


def test_search_without_hit_says_so(driver: PhoneDriver) -> None:
    """Words in no mail find nothing, and the screen says so."""
    driver.open("Mail")
    driver.tap("Search in mail")
    driver.type("Search in mail", "zebra zebra")
    assert "No results" in driver.shown()


def test_responder_without_words_is_refused(driver: PhoneDriver) -> None:
    """A vacation responder without words is refused and stays off."""
    driver.open("Mail")
    driver.tap("Open navigation drawer")
    driver.tap("Settings")
    driver.tap("Vacation responder")
    driver.tap("Respond automatically")
    driver.tap("Done")
    assert "Add a subject or a message." in driver.shown()
    assert driver.state("s.mail.options.vacation.on") is False


def test_label_of_a_taken_name_is_refused(driver: PhoneDriver) -> None:
    """Two labels cannot have one name."""
    before = driver.state("s.mail.labels")
    driver.open("Mail")
    driver.tap("Open navigation drawer")
    driver.tap("Manage labels")
    driver.tap("Create label")
    driver.type("Label name", "travel")
    driver.tap("Create")
    assert driver.state("s.mail.labels") == before
