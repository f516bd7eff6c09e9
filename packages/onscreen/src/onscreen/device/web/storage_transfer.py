"""Transfer of cookies and local storage between a running browser and a storage state."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from pathlib import Path

import msgspec

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.browser import Browser
from onscreen.device.web.browser_tab import Tab
from onscreen.device.web.devtools_connection import CallFailed, CallInterrupted, CallTimeout, EmptyResult
from onscreen.device.web.script_client import ScriptThrew, decode_value
from onscreen.device.web.storage_state import (
    Cookie,
    OriginStorage,
    StorageState,
    StoredItem,
    save_storage_state,
)
from onscreen.types.errors import DeviceError

_log = logging.getLogger(__name__)
_VISIT_TIMEOUT_SEC = 5.0


def restore_storage(browser: Browser, state: StorageState) -> None:
    """Add the cookies and the local storage of a storage state to the browser.

    Origins that the domain rules forbid are left out.

    Raises:
        CallFailed: the browser does not accept a cookie.
        CallTimeout: the browser does not answer.
        DeviceError: the browser is gone.
    """
    if state.cookies:
        cookies = [_cookie_params(cookie) for cookie in state.cookies]
        params = {"cookies": cookies, **_context(browser)}
        browser.connection.call("Storage.setCookies", params, result_type=EmptyResult)
    allowed = [
        o for o in state.origins if o.local_storage and not browser.domain_rules.refusal(f"{o.origin}/")
    ]
    if not allowed:
        return
    with browser.blank_tab() as tab:
        for each in allowed:
            if _visit(browser, tab, origin=each.origin):
                items = msgspec.json.encode([(item.name, item.value) for item in each.local_storage]).decode()
                _evaluate(
                    browser,
                    tab,
                    expression=f"{items}.forEach(([k, v]) => localStorage.setItem(k, v)) ?? null",
                )


def read_storage(browser: Browser, origins: Iterable[str]) -> StorageState:
    """Return the cookies of the browser, and the local storage of the given origins.

    Raises:
        CallFailed: the browser does not return the cookies or the storage.
        CallTimeout: the browser does not answer.
        DeviceError: the browser is gone.
    """
    found = browser.connection.call("Storage.getCookies", _context(browser), result_type=p.CookiesResult)
    with browser.blank_tab() as tab:
        read = [
            OriginStorage(origin, _read_items(browser, tab))
            for origin in sorted(origins)
            if _visit(browser, tab, origin=origin)
        ]
    stored = [each for each in read if each.local_storage]
    return StorageState(tuple(_to_cookie(cookie) for cookie in found.cookies), tuple(stored))


def save_storage(browser: Browser, path: Path) -> None:
    """Save the storage of the browser in a file, or log a warning on failure."""
    try:
        save_storage_state(path, read_storage(browser, browser.origins))
    except (OSError, DeviceError, CallTimeout, CallFailed, CallInterrupted, ScriptThrew) as error:
        _log.warning("cookies and local storage were not saved in %s: %s", path, error)


def _read_items(browser: Browser, tab: Tab) -> tuple[StoredItem, ...]:
    encoded = _evaluate(browser, tab, expression="Object.entries(localStorage)")
    entries = msgspec.json.decode(encoded, type=tuple[tuple[str, str], ...])
    return tuple(StoredItem(name, value) for name, value in entries)


def _context(browser: Browser) -> dict[str, object]:
    return {"browserContextId": browser.context_id} if browser.context_id else {}


def _visit(browser: Browser, tab: Tab, *, origin: str) -> bool:
    """Open the empty page of an origin in a blank tab; returns False if that fails."""
    navigations = tab.navigations
    result = browser.connection.call(
        "Page.navigate", {"url": f"{origin}/"}, session=tab.session, result_type=p.NavigateResult
    )
    if result.error_text:
        return False
    deadline = time.monotonic() + _VISIT_TIMEOUT_SEC
    return browser.connection.wait_until(lambda: tab.navigations != navigations, deadline=deadline)


def _evaluate(browser: Browser, tab: Tab, *, expression: str) -> msgspec.Raw:
    params = {"expression": expression, "returnByValue": True}
    evaluated = browser.connection.call(
        "Runtime.evaluate", params, session=tab.session, result_type=p.EvaluateResult
    )
    return decode_value(evaluated, msgspec.Raw)


def _cookie_params(cookie: Cookie) -> dict[str, object]:
    params: dict[str, object] = msgspec.to_builtins(cookie)
    if cookie.expires < 0:
        del params["expires"]
    return params


def _to_cookie(found: p.FoundCookie) -> Cookie:
    return Cookie(
        found.name,
        found.value,
        found.domain,
        path=found.path,
        expires=-1 if found.session else found.expires,
        http_only=found.http_only,
        secure=found.secure,
        same_site=found.same_site or "Lax",
    )
