"""Thread-safe rendering of the phone in a browser, with crash recovery and cached screenshots."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeVar

import msgspec

from onscreen_practice.phone.chromium_process import Chromium
from onscreen_practice.phone.devtools_page import BrowserPage
from onscreen_practice.phone.devtools_page import Json as Json
from onscreen_practice.phone.display_size import DisplaySize as DisplaySize
from onscreen_practice.phone.phone_errors import PhoneError, RendererLost, ScreenLost, ScriptTerminated
from onscreen_practice.phone.recovery_journal import READS, RecordedCall, StateJournal, decode_edits

_FUNCTION_NAME = re.compile(r"[A-Za-z]\w*")
_ASYNC_FUNCTIONS = {"dump", "list", "stat", "read"}
"""Functions that may return a promise, because they may have to wait for images or animations."""
_INPUTS = {"tap", "swipe", "drag", "motion", "type", "fill", "key"}
"""Functions whose effect depends on the screen."""
_SCRIPTS = {"evaluate", "alter"}
"""Functions that run a script of the client, which may only change the state."""
_STARTS = {"load", "reset"}
"""Functions that replace the screen and the state by a recorded state, which needs no edits."""
_NEXT_FRAME = "new Promise((resolve) => requestAnimationFrame(resolve)).then(() => null)"
"""Expression that waits until the browser draws a new screen.

If the screen was not drawn before a screenshot, a few pixels on edges have other colors.
"""
_REPLAY_TRIES, _REPLAY_BATCH = 2, 50
Result = TypeVar("Result")


class Renderer:
    """Thread-safe renderer that shows the phone on a page in its own browser.

    If the browser crashes or hangs, a new one continues with the same state and screen. The screen cannot be
    restored after a thousand calls since the phone was started or reset, or if it depended on something that
    cannot be repeated; then the home screen is shown.
    """

    def __init__(self, size: DisplaySize, *, chromium: Chromium) -> None:
        """Load the phone's scripts in a browser, which the renderer closes.

        A browser that exits is replaced by one with the same path, but only once if it exits during its
        start.

        Raises:
            PhoneError: the browser does not start.
        """
        self._lock = threading.Lock()
        self._size = size
        self._browser = chromium.path
        self._cached: tuple[Json, bytes] = (None, b"")
        self._journal = StateJournal()
        self._is_closed = False
        self._page: BrowserPage | None
        try:
            self._page = _load_page(chromium, size)
        except PhoneError:
            self._page = _load_page(Chromium(chromium.path), size)

    @property
    def pid(self) -> int:
        """Process ID of the browser, or 0 if none is running."""
        page = self._page
        return page.pid if page is not None else 0

    def call(self, function: str, *arguments: Json) -> Json:
        """Call a JavaScript function of the page's `phone` object and return its result.

        Raises:
            PhoneError: the function threw an exception; the message is the exception's.
            ScreenLost: the browser was replaced during an input, which had no effect.
            RendererLost: the browser has exited or does not respond, and no new one starts.
        """
        if not _FUNCTION_NAME.fullmatch(function):
            raise PhoneError(f"{function!r} is not a valid function name")
        try:
            encoded = ",".join(msgspec.json.encode(each).decode() for each in arguments)
        except (TypeError, ValueError, RecursionError) as error:
            raise PhoneError(f"{function}: the arguments cannot be sent as JSON: {error}") from error
        if function in READS:
            wait = function in _ASYNC_FUNCTIONS
            return self._run(lambda: self._evaluate(f"phone.{function}({encoded})", await_promise=wait))
        call = RecordedCall(function, arguments, self._size)
        return self._run(lambda: self._call_recorded(call, encoded), function=function)

    def screenshot(self) -> bytes:
        """Take a PNG screenshot, or return the cached one if the screen has not changed.

        Raises:
            RendererLost: the browser has exited or does not respond, and no new one starts.
        """
        return self._run(self._capture)

    def resize(self, size: DisplaySize) -> None:
        """Set the display size for all subsequent screenshots.

        Raises:
            RendererLost: the browser has exited or does not respond, and no new one starts.
        """

        def apply() -> None:
            self._size = size
            _set_viewport(self._open_page(), size)
            arguments = (size.ratio, size.width, size.height)
            self._call_recorded(RecordedCall("scale", arguments, size), ",".join(map(str, arguments)))
            self._cached = None, b""

        self._run(apply)

    def collect_garbage(self) -> None:
        """Start garbage collection in the browser, which takes about 25 ms.

        Raises:
            RendererLost: the browser has exited or does not respond, and no new one starts.
        """
        self._run(lambda: self._open_page().collect_garbage())

    def close(self) -> None:
        """Stop the browser process if it is still running; later calls raise a RendererLost."""
        with self._lock:
            self._is_closed = True
            self._close_page()

    def _run(self, work: Callable[[], Result], *, function: str = "") -> Result:
        """Run a function on the page, retrying it once in a new browser after a crash."""
        with self._lock:
            if self._page is not None:
                try:
                    return work()
                except RendererLost:
                    self._close_page()
            is_screen_kept = self._replace_page(may_replay=function not in _STARTS)
            if function in _INPUTS and not is_screen_kept:
                raise ScreenLost(
                    f"{function}: the phone's display was restarted and shows the home screen; repeat it"
                )
            try:
                return work()
            except RendererLost as error:
                self._close_page()
                self._replace_page(may_replay=False)
                raise ScreenLost(f"{function or 'screenshot'}: the phone's display fails: {error}") from error

    def _capture(self) -> bytes:
        changes = self._evaluate("phone.changes()", await_promise=True)
        if changes != self._cached[0]:
            self._evaluate(_NEXT_FRAME, await_promise=True)
            self._cached = changes, self._open_page().capture(self._size.clip)
        return self._cached[1]

    def _call_recorded(self, call: RecordedCall, encoded: str) -> Json:
        """Call a function that may change the state, and record the call with its edits."""
        try:
            edits_expression = "null" if call.function in _STARTS else "phone.edits()"
            expression = f"[phone.{call.function}({encoded}) ?? null, {edits_expression}]"
            result, edits = _split_pair(self._evaluate(expression))
        except RendererLost:
            raise
        except PhoneError as error:
            edits = self._evaluate("phone.edits()")
            if edits or call.function not in _SCRIPTS:
                self._journal.record(call, decode_edits(edits), size_bytes=len(encoded), failed=True)
                if isinstance(error, ScriptTerminated):
                    self._journal.drop_calls()
            raise
        if edits or call.function != "evaluate":
            self._journal.record(call, decode_edits(edits), size_bytes=len(encoded))
        return result

    def _replace_page(self, *, may_replay: bool) -> bool:
        """Start a new browser with the recorded state; return True if the screen is restored.

        Raises:
            RendererLost: no browser starts, or every new one is lost again.
        """
        if self._is_closed:
            raise RendererLost("the phone has been closed")
        tries = _REPLAY_TRIES if may_replay and self._journal.calls is not None else 0
        for is_replayed in (*[True] * tries, False):
            try:
                self._open_new_page(is_replayed=is_replayed)
                if not is_replayed or self._matches_journal():
                    return is_replayed
            except RendererLost as error:
                problem = error
            except PhoneError as error:
                self._close_page()
                raise RendererLost(f"no new browser starts: {error}") from error
            self._close_page()
        raise RendererLost(f"the browser that renders the phone was replaced and was lost again: {problem}")

    def _open_new_page(self, *, is_replayed: bool) -> None:
        journal = self._journal
        self._cached = None, b""
        if not is_replayed and journal.initial:
            journal.restart(msgspec.json.encode(journal.state()).decode(), self._size)
        size = journal.start_display if journal.initial else self._size
        self._page = _load_page(Chromium(self._browser), size)
        if not journal.initial:
            return
        display = journal.start_display
        self._evaluate_function("load", (journal.initial, display.ratio, display.width, display.height))
        self._evaluate_function("resume", (journal.start, journal.initial, journal.snapshots))
        for display, calls in groupby(journal.calls or (), key=lambda call: call.display):
            _set_viewport(self._open_page(), display)
            self._replay(list(calls))
        _set_viewport(self._open_page(), self._size)

    def _replay(self, calls: Sequence[RecordedCall]) -> None:
        for start in range(0, len(calls), _REPLAY_BATCH):
            batch: list[Json] = [
                [call.function, *call.arguments] for call in calls[start : start + _REPLAY_BATCH]
            ]
            self._evaluate_function("replay", (batch,))

    def _matches_journal(self) -> bool:
        return not self._journal.initial or self._evaluate("phone.states().after") == self._journal.state()

    def _evaluate_function(self, function: str, arguments: tuple[object, ...]) -> None:
        self._evaluate(f"phone.{function}(...{msgspec.json.encode(arguments).decode()})")

    def _open_page(self) -> BrowserPage:
        if self._page is None:
            raise RendererLost("the browser that renders the phone has exited")
        return self._page

    def _close_page(self) -> None:
        if self._page is not None:
            self._page.close()
            self._page = None

    def _evaluate(self, expression: str, *, await_promise: bool = False) -> Json:
        return self._open_page().evaluate(expression, await_promise=await_promise)


def _load_page(chromium: Chromium, size: DisplaySize) -> BrowserPage:
    page = BrowserPage(chromium)
    _set_viewport(page, size)
    return page


def _set_viewport(page: BrowserPage, size: DisplaySize) -> None:
    width, height = size.css_size
    page.set_viewport(width, height, ratio=size.ratio)


def _split_pair(value: Json) -> tuple[Json, Json]:
    if not isinstance(value, list):
        raise PhoneError(f"the phone returned an unexpected result: {value!r}")
    return value[0], value[1]
