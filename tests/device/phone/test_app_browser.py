"""The browser of the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

pytestmark = pytest.mark.browser


def _visit(driver: PhoneDriver, address: str) -> None:
    driver.open("Browser")
    driver.tap("Address bar")
    driver.type("Search or type web address", address)
    driver.press("Enter")


def test_address_is_opened_and_back_returns(driver: PhoneDriver) -> None:
    """An address opens its page, Back comes back to the one before."""
    driver.open("Browser")
    before = next(name for name in driver.shown() if name.startswith("Address bar"))
    _visit(driver, "https://www.encyclo.example/")
    driver.tap("Lake Orvin")
    assert "Address bar, encyclo.example/wiki/Lake_Orvin" in driver.shown()
    driver.back()
    driver.back()
    assert before in driver.shown()


def test_words_are_searched(driver: PhoneDriver) -> None:
    """What is no address is searched, and a result opens."""
    _visit(driver, "lighthouse")
    driver.tap("Skarra Lighthouse")
    assert "Address bar, encyclo.example/wiki/Skarra_Lighthouse" in driver.shown()


def test_search_without_hit_says_so(driver: PhoneDriver) -> None:
    """Words on no page find nothing, and the screen says so."""
    _visit(driver, "zebra & <b>crossing</b>")
    assert "Your search - zebra & <b>crossing</b> - did not match any pages." in driver.shown()


@pytest.mark.parametrize(
    ("address", "told"),
    [("news.example/none", "404 Page not found"), ("nowhere.example", "This site can't be reached")],
)
def test_missing_page_says_so(driver: PhoneDriver, address: str, told: str) -> None:
    """A page or a server that is not there says so."""
    _visit(driver, address)
    assert told in driver.shown()


def test_without_wifi_it_is_offline(driver: PhoneDriver) -> None:
    """Without Wi-Fi pages do not load, with it they come back."""
    _visit(driver, "rail.example")
    driver.handset.call("putSetting", "global", "wifi_on", "0")
    assert "You are offline" in driver.shown()
    driver.handset.call("putSetting", "global", "wifi_on", "1")
    assert "Trains to Haldern" in driver.shown()


def test_form_tells_what_is_missing(driver: PhoneDriver) -> None:
    """A form that is not filled in is refused field by field and not sent."""
    _visit(driver, "library.example/register")
    driver.tap("Send application")
    assert "Enter your full name" in driver.shown()
    driver.type("Full name", "Ada Jensen")
    driver.back()
    driver.type("Email address", "ada")
    driver.back()
    driver.tap("Send application")
    assert "Enter a valid email address" in driver.shown()
    assert driver.state("s.browser.sent") == []


def test_closed_tab_comes_back_with_undo(driver: PhoneDriver) -> None:
    """Undo opens a closed tab again; closing all leaves a new one."""
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


def test_private_pages_are_not_remembered(driver: PhoneDriver) -> None:
    """A page seen in a private tab is not in the history."""
    before = driver.state("s.browser.history.length")
    driver.open("Browser")
    driver.tap("More options")
    driver.tap("New private tab")
    _visit(driver, "rail.example")
    assert driver.state("s.browser.history.length") == before


def test_download_is_a_file(driver: PhoneDriver) -> None:
    """What is downloaded lies in the Download folder, twice under two names."""
    _visit(driver, "rail.example")
    driver.tap("Download Network map.pdf")
    driver.tap("Download Network map.pdf")
    names = {"/sdcard/Download/Network map.pdf", "/sdcard/Download/Network map (1).pdf"}
    assert names <= set(driver.handset.call("evaluate", "Object.keys(s.files)") or [])  # type: ignore[arg-type]
