"""The browser of the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

pytestmark = pytest.mark.browser


def _visit(hand: Hand, address: str) -> None:
    hand.open("Browser")
    hand.tap("Address bar")
    hand.type("Search or type web address", address)
    hand.press("Enter")


def test_address_is_opened_and_back_returns(hand: Hand) -> None:
    """An address opens its page, Back comes back to the one before."""
    hand.open("Browser")
    before = next(name for name in hand.shown() if name.startswith("Address bar"))
    _visit(hand, "https://www.encyclo.example/")
    hand.tap("Lake Orvin")
    assert "Address bar, encyclo.example/wiki/Lake_Orvin" in hand.shown()
    hand.back()
    hand.back()
    assert before in hand.shown()


def test_words_are_searched(hand: Hand) -> None:
    """What is no address is searched, and a result opens."""
    _visit(hand, "lighthouse")
    hand.tap("Skarra Lighthouse")
    assert "Address bar, encyclo.example/wiki/Skarra_Lighthouse" in hand.shown()


def test_search_without_hit_says_so(hand: Hand) -> None:
    """Words on no page find nothing, and the screen says so."""
    _visit(hand, "zebra & <b>crossing</b>")
    assert "Your search - zebra & <b>crossing</b> - did not match any pages." in hand.shown()


@pytest.mark.parametrize(
    ("address", "told"),
    [("news.example/none", "404 Page not found"), ("nowhere.example", "This site can't be reached")],
)
def test_missing_page_says_so(hand: Hand, address: str, told: str) -> None:
    """A page or a server that is not there says so."""
    _visit(hand, address)
    assert told in hand.shown()


def test_without_wifi_it_is_offline(hand: Hand) -> None:
    """Without Wi-Fi pages do not load, with it they come back."""
    _visit(hand, "rail.example")
    hand.handset.call("putSetting", "global", "wifi_on", "0")
    assert "You are offline" in hand.shown()
    hand.handset.call("putSetting", "global", "wifi_on", "1")
    assert "Trains to Haldern" in hand.shown()


def test_form_tells_what_is_missing(hand: Hand) -> None:
    """A form that is not filled in is refused field by field and not sent."""
    _visit(hand, "library.example/register")
    hand.tap("Send application")
    assert "Enter your full name" in hand.shown()
    hand.type("Full name", "Ada Jensen")
    hand.back()
    hand.type("Email address", "ada")
    hand.back()
    hand.tap("Send application")
    assert "Enter a valid email address" in hand.shown()
    assert hand.state("s.browser.sent") == []


def test_closed_tab_comes_back_with_undo(hand: Hand) -> None:
    """Undo opens a closed tab again; closing all leaves a new one."""
    hand.open("Browser")
    before = hand.state("s.browser.tabs")
    hand.tap("Switch tabs")
    hand.tap("Close ")
    hand.tap("Undo")
    assert hand.state("s.browser.tabs") == before
    hand.tap("More options")
    hand.tap("Close all tabs")
    hand.back()
    assert hand.state("s.browser.tabs.length") == 1


def test_private_pages_are_not_remembered(hand: Hand) -> None:
    """A page seen in a private tab is not in the history."""
    before = hand.state("s.browser.history.length")
    hand.open("Browser")
    hand.tap("More options")
    hand.tap("New private tab")
    _visit(hand, "rail.example")
    assert hand.state("s.browser.history.length") == before


def test_download_is_a_file(hand: Hand) -> None:
    """What is downloaded lies in the Download folder, twice under two names."""
    _visit(hand, "rail.example")
    hand.tap("Download Network map.pdf")
    hand.tap("Download Network map.pdf")
    names = {"/sdcard/Download/Network map.pdf", "/sdcard/Download/Network map (1).pdf"}
    assert names <= set(hand.handset.call("evaluate", "Object.keys(s.files)") or [])  # type: ignore[arg-type]
