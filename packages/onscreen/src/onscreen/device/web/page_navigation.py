"""Navigation actions in the browser: open, back, forward, home, tab changes and wait."""

from __future__ import annotations

import time

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.action_context import ActionContext
from onscreen.device.web.devtools_connection import CallFailed, CallTimeout, EmptyResult
from onscreen.device.web.page_stability import wait_for_load
from onscreen.device.web.script_client import call_expression
from onscreen.types import Back, CloseTab, Forward, Home, Open, SwitchTab, Wait
from onscreen.types.errors import ActionHadNoEffect, ActionTimeout, NotAllowed
from onscreen.types.web_address import complete_address

_ABORTED = "net::ERR_ABORTED"
_EMPTY_ERROR = "net::ERR_HTTP_RESPONSE_CODE_FAILURE"
"""Error of a document with an HTTP error status and no content, for which the browser shows its own page."""
_SHOWN_ADDRESS_CHARS = 200


def open_address(context: ActionContext, action: Open) -> str:
    """Open an address in the current tab or in a new one.

    Raises:
        NotAllowed: the domain rules forbid the address, or one that it redirects to.
        ActionHadNoEffect: the text is not an address, or the address cannot be opened.
        ActionTimeout: the server did not answer within `load_cap_sec`.
    """
    address = complete_address(action.what)
    settings = context.settings
    if ":" not in address:
        hosts = ", ".join(site.partition("=")[0] for site in (*settings.sites, *settings.hosts))
        raise ActionHadNoEffect(
            f"{action.what!r} is not an address; open a page by its address, such as https://example.org"
            + (f"; available sites: {hosts}" if hosts else "")
        )
    context.browser.domain_rules.check(address)
    if action.new_tab:
        context = ActionContext(context.browser, context.browser.open_tab())
    navigate(context, address)
    return ""


def navigate(context: ActionContext, address: str) -> None:
    """Navigate the tab to an address and wait for the page to load.

    A tab whose scripts are disabled or that shows a dialog is replaced by a new one.

    Raises:
        NotAllowed: the domain rules forbid the address, or one that it redirects to.
        ActionHadNoEffect: the address cannot be opened.
        ActionTimeout: the server did not answer within `load_cap_sec`.
    """
    if context.tab.scripts_disabled or context.tab.dialog:
        stuck_tab, context = context.tab, ActionContext(context.browser, context.browser.open_tab())
        context.browser.close_tab(stuck_tab)
    tab, timeout_sec = context.tab, context.settings.load_cap_sec
    shown_address = repr(address[:_SHOWN_ADDRESS_CHARS])
    warning_count, navigations = len(tab.warnings), tab.navigations
    tab.requests.clear()
    deadline = time.monotonic() + timeout_sec
    try:
        result = context.call(
            "Page.navigate", {"url": address}, result_type=p.NavigateResult, timeout_sec=timeout_sec
        )
    except CallTimeout:
        context.connection.notify("Page.stopLoading", session=tab.session)
        raise ActionTimeout(f"{shown_address} did not answer within {timeout_sec:g} s") from None
    refusals = [warning for warning in tab.warnings[warning_count:] if "was stopped" in warning]
    if result.error_text and refusals:
        raise NotAllowed(refusals[0])
    is_answered = result.error_text == _EMPTY_ERROR
    if result.error_text and not is_answered and not (result.error_text == _ABORTED and result.is_download):
        raise ActionHadNoEffect(f"{shown_address} cannot be opened: {result.error_text}")
    if result.loader_id and not result.is_download:
        # The response may arrive before the events of the new document.
        context.connection.wait_until(
            lambda: tab.navigations != navigations, deadline=deadline, interrupted=context.is_blocked
        )
    wait_for_load(context.scripts)


def back(context: ActionContext, _action: Back) -> str:
    """Go back one page in the tab's history.

    Raises:
        ActionHadNoEffect: this is the first page.
        NotAllowed: the domain rules forbid the page.
    """
    return _go_in_history(context, -1, side="before")


def forward(context: ActionContext, _action: Forward) -> str:
    """Go forward one page in the tab's history.

    Raises:
        ActionHadNoEffect: this is the last page.
        NotAllowed: the domain rules forbid the page.
    """
    return _go_in_history(context, 1, side="after")


def home(context: ActionContext, _action: Home) -> str:
    """Return to the start address of the run, or to the `home` setting.

    Raises the same errors as `navigate`.
    """
    navigate(context, context.browser.home or context.settings.home)
    return ""


def switch_tab(context: ActionContext, action: SwitchTab) -> str:
    """Switch to the tab with the given number.

    Raises:
        ActionHadNoEffect: no tab has this number; the message lists the numbers of the open tabs.
    """
    for tab in context.browser.tabs:
        if tab.number == action.number:
            context.browser.activate(tab)
            return ""
    numbers = ", ".join(str(tab.number) for tab in context.browser.tabs)
    raise ActionHadNoEffect(f"no tab has the number {action.number}; the tabs are {numbers}")


def close_tab(context: ActionContext, _action: CloseTab) -> str:
    """Close the current tab, and open a blank page if it was the last one."""
    context.browser.close_tab(context.tab)
    if context.browser.current is None:
        context.browser.open_tab()
        return "that was the last tab; a blank page is open now"
    context.browser.activate(context.browser.current)
    return ""


def wait(context: ActionContext, action: Wait) -> str:
    """Wait for a page change, a navigation or a new tab, for at most `action.seconds`."""
    tab, root = context.tab, context.tab.root
    navigations, tab_count = tab.navigations, len(context.browser.tabs)
    expression = call_expression("changed", root.change_count, int(action.seconds * 1000))
    call_id = context.scripts.send(root, expression)

    def has_changed() -> bool:
        has_navigated = tab.navigations != navigations or len(context.browser.tabs) != tab_count
        return has_navigated or context.connection.has_answer(call_id)

    deadline = time.monotonic() + action.seconds
    context.connection.wait_until(has_changed, deadline=deadline, interrupted=context.is_blocked)
    if not context.connection.has_answer(call_id):
        context.connection.discard(call_id)
        return "" if has_changed() else "nothing changed"
    try:
        return "" if context.scripts.receive(call_id, int) else "nothing changed"
    except CallFailed:  # the document was replaced meanwhile
        return ""


def _go_in_history(context: ActionContext, step: int, *, side: str) -> str:
    history = context.call("Page.getNavigationHistory", result_type=p.NavigationHistory)
    index = history.current_index + step
    if not 0 <= index < len(history.entries) or (history.entries[index].url == "about:blank" and index == 0):
        raise ActionHadNoEffect(f"there is no page {side} this one")
    entry = history.entries[index]
    context.browser.domain_rules.check(entry.url)
    tab = context.tab
    navigations = tab.navigations
    tab.navigation_requested_at = time.monotonic()
    context.call("Page.navigateToHistoryEntry", {"entryId": entry.id}, result_type=EmptyResult)
    context.connection.wait_until(
        lambda: tab.navigations != navigations or not tab.navigation_requested_at,
        deadline=time.monotonic() + context.settings.load_cap_sec,
        interrupted=context.is_blocked,
    )
    wait_for_load(context.scripts)
    return ""
