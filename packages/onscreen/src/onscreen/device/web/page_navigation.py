"""Actions that lead elsewhere: open, back, forward, home, tabs; and waiting."""

from __future__ import annotations

import time

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.action_context import ActionContext
from onscreen.device.web.devtools_connection import CallCapped, Nothing
from onscreen.device.web.domain_rules import whole_address
from onscreen.device.web.page_stability import loaded
from onscreen.types import Back, CloseTab, Forward, Home, Open, SwitchTab, Wait
from onscreen.types.errors import ActionHadNoEffect, ActionTimeout, NotAllowed

_ABORTED = "net::ERR_ABORTED"


def open_address(context: ActionContext, action: Open) -> str:
    """Go to an address, in this tab or a new one.

    Raises:
        NotAllowed: the address, or one it led to, may not be used.
        ActionHadNoEffect: it is no address, or cannot be opened.
        ActionTimeout: nothing came within the cap on loading.
    """
    address = whole_address(action.what)
    if ":" not in address:
        raise ActionHadNoEffect(
            f"{action.what!r} is not an address; open a page by its address, such as https://example.org"
        )
    context.browser.policy.check(address)
    if action.new_tab:
        context = ActionContext(context.browser, context.browser.open_tab())
    go(context, address)
    return ""


def go(context: ActionContext, address: str) -> None:
    """Go to an address and wait until its page is there.

    Raises:
        NotAllowed: it, or an address it led to, may not be used.
        ActionHadNoEffect: it cannot be opened.
        ActionTimeout: nothing came within the cap on loading.
    """
    noted = len(context.tab.notes)
    if context.tab.scripts_off or context.tab.dialog:
        stuck, context = context.tab, ActionContext(context.browser, context.browser.open_tab())
        context.browser.close_tab(stuck)
    context.tab.requests.clear()
    try:
        went = context.call(
            "Page.navigate", {"url": address}, shape=p.WentTo, cap_sec=context.settings.load_cap_sec
        )
    except CallCapped:
        context.wire.send("Page.stopLoading", session=context.tab.session, wanted=False)
        raise ActionTimeout(
            f"{address[:200]!r} did not answer within {context.settings.load_cap_sec:g} s"
        ) from None
    stopped = [note for note in context.tab.notes[noted:] if "was stopped" in note]
    if went.error_text and stopped:
        raise NotAllowed(stopped[0])
    if went.error_text and not (went.error_text == _ABORTED and went.is_download):
        raise ActionHadNoEffect(f"{address[:200]!r} cannot be opened: {went.error_text}")
    loaded(context.asker)


def back(context: ActionContext, _action: Back) -> str:
    """Go back once."""
    return _through_history(context, -1, where="before")


def forward(context: ActionContext, _action: Forward) -> str:
    """Go forward once."""
    return _through_history(context, 1, where="after")


def home(context: ActionContext, _action: Home) -> str:
    """Go to the page the run began at, or the one set as home."""
    go(context, context.browser.home or context.settings.home)
    return ""


def switch_tab(context: ActionContext, action: SwitchTab) -> str:
    """Bring a tab to the front.

    Raises:
        ActionHadNoEffect: no tab has the number; the message names those there are.
    """
    for tab in context.browser.tabs:
        if tab.number == action.number:
            context.browser.bring_forward(tab)
            return ""
    listed = ", ".join(str(tab.number) for tab in context.browser.tabs)
    raise ActionHadNoEffect(f"no tab has the number {action.number}; the tabs are {listed}")


def close_tab(context: ActionContext, _action: CloseTab) -> str:
    """Close the tab in front; the last one leaves a blank page."""
    context.browser.close_tab(context.tab)
    if context.browser.current is None:
        context.browser.open_tab()
        return "that was the last tab; a blank page is open now"
    context.browser.bring_forward(context.browser.current)
    return ""


def wait(context: ActionContext, action: Wait) -> str:
    """Wait for the page to change, to go elsewhere, or for the time to pass."""
    tab, root = context.tab, context.tab.root
    seen, tabs = tab.navigations, len(context.browser.tabs)
    number = context.asker.send(root, f"onscreen.changed({root.changes}, {int(action.seconds * 1000)})")
    until = time.monotonic() + action.seconds

    def ready() -> bool:
        elsewhere = tab.navigations != seen or len(context.browser.tabs) != tabs
        return elsewhere or context.wire.has_answer(number)

    context.wire.pump(ready, until=until, broken=context.is_blocked)
    context.wire.forget(number)
    return "" if time.monotonic() < until else "nothing changed"


def _through_history(context: ActionContext, step: int, *, where: str) -> str:
    history = context.call("Page.getNavigationHistory", shape=p.History)
    index = history.current_index + step
    if not 0 <= index < len(history.entries) or (history.entries[index].url == "about:blank" and index == 0):
        raise ActionHadNoEffect(f"there is no page {where} this one")
    entry = history.entries[index]
    context.browser.policy.check(entry.url)
    seen = context.tab.navigations
    context.tab.leaving_at = time.monotonic()
    context.call("Page.navigateToHistoryEntry", {"entryId": entry.id}, shape=Nothing)
    context.wire.pump(
        lambda: context.tab.navigations != seen or not context.tab.leaving_at,
        until=time.monotonic() + context.settings.load_cap_sec,
        broken=context.is_blocked,
    )
    loaded(context.asker)
    return ""
