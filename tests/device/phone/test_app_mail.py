"""The mail app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

pytestmark = pytest.mark.browser

_SUBJECT = "Minutes of Monday"


def test_mail_is_sent_with_an_attachment(driver: PhoneDriver) -> None:
    """A mail with a file from the phone is in Sent with that file."""
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
    """A mail without recipients is not sent, and a message asks for one."""
    driver.open("Mail")
    driver.tap("Compose")
    driver.tap("Send")
    assert "Add at least one recipient." in driver.visible_texts()


def test_invalid_address_is_refused(driver: PhoneDriver) -> None:
    """An invalid address is refused and named."""
    driver.open("Mail")
    driver.tap("Compose")
    driver.type("To", "ada at home")
    driver.tap("Send")
    assert "The address <ada at home> is invalid." in driver.visible_texts()


def test_back_saves_a_draft(driver: PhoneDriver) -> None:
    """Back saves an unfinished mail as a draft that can be edited later."""
    driver.open("Mail")
    driver.tap("Compose")
    driver.type("Subject", "Half done")
    driver.back()
    driver.back()
    driver.tap("Open navigation drawer")
    driver.tap("Drafts")
    driver.tap("Half done")
    assert driver.value("Subject") == "Half done"


def test_undo_restores_a_deleted_mail(driver: PhoneDriver) -> None:
    """Undo restores a deleted mail to the inbox."""
    driver.open("Mail")
    driver.hold(_SUBJECT)
    driver.tap("Delete")
    assert _SUBJECT not in driver.visible_texts()
    driver.tap("Undo")
    assert _SUBJECT in driver.visible_texts()


def test_search_without_results_shows_message(driver: PhoneDriver) -> None:
    """A search without results shows a message."""
    driver.open("Mail")
    driver.tap("Search in mail")
    driver.type("Search in mail", "zebra zebra")
    assert "No results" in driver.visible_texts()


def test_empty_vacation_responder_is_refused(driver: PhoneDriver) -> None:
    """A vacation responder without text is refused and stays off."""
    driver.open("Mail")
    driver.tap("Open navigation drawer")
    driver.tap("Settings")
    driver.tap("Vacation responder")
    driver.tap("Respond automatically")
    driver.tap("Done")
    assert "Add a subject or a message." in driver.visible_texts()
    assert driver.state("s.mail.options.vacation.on") is False


def test_duplicate_label_is_refused(driver: PhoneDriver) -> None:
    """Two labels cannot have the same name."""
    before = driver.state("s.mail.labels")
    driver.open("Mail")
    driver.tap("Open navigation drawer")
    driver.tap("Manage labels")
    driver.tap("Create label")
    driver.type("Label name", "travel")
    driver.tap("Create")
    assert driver.state("s.mail.labels") == before
