"""Waiting until a page is quiet: loading, requests, changes and animations, each by events and capped."""

from __future__ import annotations

import time

from onscreen.device.web.devtools_connection import CallBroken, CallRefused
from onscreen.device.web.script_client import ScriptClient
from onscreen.device.web.tab import Frame
from onscreen.types.errors import ActionTimeout

_LEAVING_GRACE_SEC = 1.0
_ROUNDS = 8
_ANSWER_MS = 40
"""How long a page is given to show what a request, or its own load, brought it."""


def settle(asker: ScriptClient) -> str:
    """Wait until the tab is quiet and return what is still going on, "" when nothing is.

    Returns early when a dialog opens or the tab crashes or closes.
    """
    try:
        fault = loaded(asker)
        return fault or _quiet(asker)
    except CallBroken:
        return ""
    except ActionTimeout:
        return ""


def loaded(asker: ScriptClient) -> str:
    """Wait until the page is there; the load of its last pictures only so long as pages take to settle.

    Raises:
        CallBroken: a dialog opened, or the tab crashed or closed.
    """
    tab, settings = asker.tab, asker.browser.settings
    start = time.monotonic()

    def ready() -> bool:
        if tab.is_leaving(_LEAVING_GRACE_SEC) or tab.is_opening(_LEAVING_GRACE_SEC):
            return False
        return not tab.is_loading or (
            bool(tab.parsed_at) and time.monotonic() - tab.parsed_at > settings.settle_cap_sec
        )

    if not tab.is_loading and not tab.leaving_at and not tab.opening_at:
        return ""
    while not ready():
        left = start + settings.load_cap_sec - time.monotonic()
        if left <= 0:
            return f"the page is still loading after {settings.load_cap_sec:g} s"
        asker.wire.pump(ready, until=time.monotonic() + min(left, 0.1), broken=lambda: tab.is_blocked)
    tab.leaving_at = tab.opening_at = 0.0
    return "" if not tab.is_loading else "parts of the page are still loading"


def _quiet(asker: ScriptClient) -> str:
    tab, settings = asker.tab, asker.browser.settings
    until = time.monotonic() + settings.settle_cap_sec
    for _ in range(_ROUNDS):
        least_ms, tab.was_answered = (_ANSWER_MS if tab.was_answered else 0), False
        left = until - time.monotonic()
        seen, quiet = tab.navigations, False
        if left > 0:
            quiet = _still(asker, left, least_ms=least_ms)
        if tab.navigations != seen or tab.is_loading or tab.leaving_at or tab.opening_at:
            loaded(asker)
            continue
        if quiet and not tab.requests and not tab.was_answered:
            return ""
        if time.monotonic() >= until:
            return "" if quiet else f"the page was still changing after {settings.settle_cap_sec:g} s"
        asker.wire.pump(
            lambda: not tab.requests or tab.is_loading, until=until, broken=lambda: tab.is_blocked
        )
    return ""


def _still(asker: ScriptClient, left: float, *, least_ms: int) -> bool:
    """Whether the page became quiet within the seconds left, and no sooner than `least_ms`.

    One that goes away meanwhile did not.
    """
    settings = asker.browser.settings
    cap_sec = left + settings.call_cap_sec
    try:
        frame: Frame = asker.tab.root
        told = (frame.changes, settings.quiet_ms, int(left * 1000), least_ms)
        quiet, frame.changes = asker.ask(frame, "settle", *told, shape=tuple[int, int], cap_sec=cap_sec)
    except CallRefused:
        return False
    return bool(quiet)
