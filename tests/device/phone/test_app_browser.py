"""The browser app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

pytestmark = pytest.mark.browser


def _visit(driver: PhoneDriver, address: str) -> None:
    driver.open("Browser")
    driver.tap("Address bar")
    driver.type("Search or type web address", address)
    driver.press("Enter")


def test_address_opens_and_back_returns(driver: PhoneDriver) -> None:
    """An address opens its page, and Back returns to the previous one."""
    driver.open("Browser")
    before = next(name for name in driver.visible_texts() if name.startswith("Address bar"))
    _visit(driver, "https://www.encyclo.example/")
    driver.tap("Lake Orvin")
    assert "Address bar, encyclo.example/wiki/Lake_Orvin" in driver.visible_texts()
    driver.back()
    driver.back()
    assert before in driver.visible_texts()


def test_text_is_searched(driver: PhoneDriver) -> None:
    """Text that is not an address is searched, and a result opens."""
    _visit(driver, "lighthouse")
    driver.tap("Skarra Lighthouse")
    assert "Address bar, encyclo.example/wiki/Skarra_Lighthouse" in driver.visible_texts()


def test_search_without_results_shows_message(driver: PhoneDriver) -> None:
    """A search without results shows a message."""
    _visit(driver, "zebra & <b>crossing</b>")
    assert "Your search - zebra & <b>crossing</b> - did not match any pages." in driver.visible_texts()


@pytest.mark.parametrize(
    ("address", "message"),
    [("news.example/none", "404 Page not found"), ("nowhere.example", "This site can't be reached")],
)
def test_missing_page_shows_message(driver: PhoneDriver, address: str, message: str) -> None:
    """A missing page or server shows an error page."""
    _visit(driver, address)
    assert message in driver.visible_texts()


def test_pages_do_not_load_without_wifi(driver: PhoneDriver) -> None:
    """Pages load only with a connection."""
    _visit(driver, "rail.example")
    driver.handset.call("putSetting", "global", "wifi_on", "0")
    assert "You are offline" in driver.visible_texts()
    driver.handset.call("putSetting", "global", "wifi_on", "1")
    assert "Trains to Haldern" in driver.visible_texts()


def test_incomplete_form_shows_errors(driver: PhoneDriver) -> None:
    """An incomplete form is not sent and shows an error for each field."""
    _visit(driver, "library.example/register")
    driver.tap("Send application")
    assert "Enter your full name" in driver.visible_texts()
    driver.type("Full name", "Ada Jensen")
    driver.back()
    driver.type("Email address", "ada")
    driver.back()
    driver.tap("Send application")
    assert "Enter a valid email address" in driver.visible_texts()
    assert driver.state("s.browser.sent") == []


def test_undo_reopens_a_closed_tab(driver: PhoneDriver) -> None:
    """Undo reopens a closed tab; closing all tabs leaves a new one."""
    driver.open("Browser")
    before = driver.state("s.browser.tabs")
    driver.tap("Switch tabs")
    driver.tap("Close ")
    driver.tap("Undo")
    assert driver.state("s.browser.tabs") == before
    driver.tap("More options")
    driver.tap("Close all tabs")
    driver.back()
    assert driver.state("s.browser.tabs.length") == 1


def test_private_pages_are_not_in_the_history(driver: PhoneDriver) -> None:
    """A page visited in a private tab is not in the history."""
    before = driver.state("s.browser.history.length")
    driver.open("Browser")
    driver.tap("More options")
    driver.tap("New private tab")
    _visit(driver, "rail.example")
    assert driver.state("s.browser.history.length") == before


def test_download_creates_a_file(driver: PhoneDriver) -> None:
    """Downloads are stored in the Download folder under unique names."""
    _visit(driver, "rail.example")
    driver.tap("Download Network map.pdf")
    driver.tap("Download Network map.pdf")
    names = {"/sdcard/Download/Network map.pdf", "/sdcard/Download/Network map (1).pdf"}
    assert names <= set(driver.handset.call("evaluate", "Object.keys(s.files)") or [])  # type: ignore[arg-type]
