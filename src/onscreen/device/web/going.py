"""Actions that lead elsewhere: open, back, forward, home, tabs; and waiting."""

from __future__ import annotations

import time

from onscreen.device.web import protocol as p
from onscreen.device.web.hand import Hand
from onscreen.device.web.policy import whole_address
from onscreen.device.web.settle import loaded
from onscreen.device.web.wire import CallCapped, Nothing
from onscreen.types import Back, CloseTab, Forward, Home, Open, SwitchTab, Wait
from onscreen.types.errors import NotAllowed, NotTaken, TooSlow

_ABORTED = "net::ERR_ABORTED"


def open_address(hand: Hand, action: Open) -> str:
    """Go to an address, in this tab or a new one.

    Raises:
        NotAllowed: the address, or one it led to, may not be used.
        NotTaken: it is no address, or cannot be opened.
        TooSlow: nothing came within the cap on loading.
    """
    address = whole_address(action.what)
    if ":" not in address:
        raise NotTaken(
            f"{action.what!r} is not an address; open a page by its address, such as https://example.org"
        )
    hand.browser.policy.check(address)
    if action.new_tab:
        hand = Hand(hand.browser, hand.browser.open_tab())
    go(hand, address)
    return ""


def go(hand: Hand, address: str) -> None:
    """Go to an address and wait until its page is there.

    Raises:
        NotAllowed: it, or an address it led to, may not be used.
        NotTaken: it cannot be opened.
        TooSlow: nothing came within the cap on loading.
    """
    noted = len(hand.tab.notes)
    if hand.tab.scripts_off or hand.tab.dialog:
        stuck, hand = hand.tab, Hand(hand.browser, hand.browser.open_tab())
        hand.browser.close_tab(stuck)
    hand.tab.requests.clear()
    try:
        went = hand.call(
            "Page.navigate", {"url": address}, shape=p.WentTo, cap_sec=hand.settings.load_cap_sec
        )
    except CallCapped:
        hand.wire.send("Page.stopLoading", session=hand.tab.session, wanted=False)
        raise TooSlow(f"{address[:200]!r} did not answer within {hand.settings.load_cap_sec:g} s") from None
    stopped = [note for note in hand.tab.notes[noted:] if "was stopped" in note]
    if went.error_text and stopped:
        raise NotAllowed(stopped[0])
    if went.error_text and not (went.error_text == _ABORTED and went.is_download):
        raise NotTaken(f"{address[:200]!r} cannot be opened: {went.error_text}")
    loaded(hand.asker)


def back(hand: Hand, _action: Back) -> str:
    """Go back once."""
    return _through_history(hand, -1, where="before")


def forward(hand: Hand, _action: Forward) -> str:
    """Go forward once."""
    return _through_history(hand, 1, where="after")


def home(hand: Hand, _action: Home) -> str:
    """Go to the page the run began at, or the one set as home."""
    go(hand, hand.browser.home or hand.settings.home)
    return ""


def switch_tab(hand: Hand, action: SwitchTab) -> str:
    """Bring a tab to the front.

    Raises:
        NotTaken: no tab has the number; the message names those there are.
    """
    for tab in hand.browser.tabs:
        if tab.number == action.number:
            hand.browser.bring_forward(tab)
            return ""
    listed = ", ".join(str(tab.number) for tab in hand.browser.tabs)
    raise NotTaken(f"no tab has the number {action.number}; the tabs are {listed}")


def close_tab(hand: Hand, _action: CloseTab) -> str:
    """Close the tab in front; the last one leaves a blank page."""
    hand.browser.close_tab(hand.tab)
    if hand.browser.current is None:
        hand.browser.open_tab()
        return "that was the last tab; a blank page is open now"
    hand.browser.bring_forward(hand.browser.current)
    return ""


def wait(hand: Hand, action: Wait) -> str:
    """Wait for the page to change, to go elsewhere, or for the time to pass."""
    tab, root = hand.tab, hand.tab.root
    seen, tabs = tab.navigations, len(hand.browser.tabs)
    number = hand.asker.send(root, f"onscreen.changed({root.changes}, {int(action.seconds * 1000)})")
    until = time.monotonic() + action.seconds

    def ready() -> bool:
        elsewhere = tab.navigations != seen or len(hand.browser.tabs) != tabs
        return elsewhere or hand.wire.has_answer(number)

    hand.wire.pump(ready, until=until, broken=hand.is_blocked)
    hand.wire.forget(number)
    return "" if time.monotonic() < until else "nothing changed"


def _through_history(hand: Hand, step: int, *, where: str) -> str:
    history = hand.call("Page.getNavigationHistory", shape=p.History)
    index = history.current_index + step
    if not 0 <= index < len(history.entries) or (history.entries[index].url == "about:blank" and index == 0):
        raise NotTaken(f"there is no page {where} this one")
    entry = history.entries[index]
    hand.browser.policy.check(entry.url)
    seen = hand.tab.navigations
    hand.tab.leaving_at = time.monotonic()
    hand.call("Page.navigateToHistoryEntry", {"entryId": entry.id}, shape=Nothing)
    hand.wire.pump(
        lambda: hand.tab.navigations != seen or not hand.tab.leaving_at,
        until=time.monotonic() + hand.settings.load_cap_sec,
        broken=hand.is_blocked,
    )
    loaded(hand.asker)
    return ""
