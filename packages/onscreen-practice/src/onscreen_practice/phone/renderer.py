"""Thread-safe rendering of the phone in a browser, with cached screenshots."""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Iterator

import msgspec

from onscreen_practice.phone.browser_page import BrowserPage
from onscreen_practice.phone.browser_page import Json as Json
from onscreen_practice.phone.phone_errors import PhoneError, RendererLost

_FUNCTION_NAME = re.compile(r"[A-Za-z]\w*")
_ASYNC_FUNCTIONS = {"list", "stat", "read"}
"""Functions that may return a promise, because they may have to render images first."""


class DisplaySize(msgspec.Struct, frozen=True):
    """Screen size in device pixels, with the ratio to density-independent pixels.

    `ratio` is the number of device pixels per density-independent pixel.
    """

    width: int
    height: int
    ratio: float

    @property
    def css_size(self) -> tuple[int, int]:
        """Width and height in density-independent pixels, rounded up to integers."""
        return -int(-self.width // self.ratio), -int(-self.height // self.ratio)

    @property
    def clip(self) -> tuple[float, float] | None:
        """Exact width and height in density-independent pixels, for cropping screenshots.

        Returns None if `css_size` is exact and no clip is needed.
        """
        width, height = self.css_size
        if (width * self.ratio, height * self.ratio) == (self.width, self.height):
            return None
        return self.width / self.ratio, self.height / self.ratio


class Renderer:
    """Thread-safe renderer that shows the phone on a page in its own browser."""

    def __init__(self, size: DisplaySize, *, browser: str = "") -> None:
        """Start the browser and load the phone's scripts.

        Raises:
            PhoneError: no browser was found, or it does not start.
        """
        self._lock = threading.Lock()
        self._size = size
        self._browser = browser
        self._cached: tuple[Json, bytes] = (None, b"")
        self._page: BrowserPage | None = self._start_page()

    @property
    def pid(self) -> int:
        """Process ID of the browser, or 0 if none is running."""
        return self._page.pid if self._page is not None else 0

    def call(self, function: str, *arguments: Json) -> Json:
        """Call a JavaScript function of the page's `phone` object and return its result.

        Raises:
            PhoneError: the function threw an exception; the message is the exception's.
            RendererLost: the browser has exited or does not respond.
        """
        if not _FUNCTION_NAME.fullmatch(function):
            raise PhoneError(f"{function!r} is not a valid function name")
        try:
            encoded_arguments = ",".join(msgspec.json.encode(each).decode() for each in arguments)
        except (TypeError, ValueError, RecursionError) as error:
            raise PhoneError(f"{function}: the arguments cannot be sent as JSON: {error}") from error
        with self._locked():
            return self._evaluate(
                f"phone.{function}({encoded_arguments})", await_promise=function in _ASYNC_FUNCTIONS
            )

    def screenshot(self) -> bytes:
        """Take a PNG screenshot, or return the cached one if the screen has not changed.

        Raises:
            RendererLost: the browser has exited or does not respond.
        """
        with self._locked():
            changes = self._evaluate("phone.changes()", await_promise=True)
            if changes != self._cached[0]:
                self._cached = changes, self._open_page().capture(self._size.clip)
            return self._cached[1]

    def resize(self, size: DisplaySize) -> None:
        """Set the display size for all subsequent screenshots.

        Raises:
            RendererLost: the browser has exited or does not respond.
        """
        with self._locked():
            self._size = size
            self._set_viewport(self._open_page())
            self._evaluate(f"phone.scale({size.ratio}, {size.width}, {size.height})")
            self._cached = None, b""

    def collect_garbage(self) -> None:
        """Free browser memory used by earlier screens, which takes about 25 ms.

        Raises:
            RendererLost: the browser has exited or does not respond.
        """
        with self._locked():
            self._open_page().collect_garbage()

    def restart(self) -> None:
        """Start a new browser if the previous one has exited.

        Raises:
            PhoneError: the browser does not start.
        """
        with self._locked():
            if self._page is None:
                self._cached = None, b""
                self._page = self._start_page()

    def close(self) -> None:
        """Stop the browser process if it is still running."""
        with self._locked():
            self._close_page()

    def _open_page(self) -> BrowserPage:
        if self._page is None:
            raise RendererLost(
                "the browser that renders the phone has exited; reset the phone to start a new one"
            )
        return self._page

    def _start_page(self) -> BrowserPage:
        page = BrowserPage(self._browser)
        self._set_viewport(page)
        return page

    def _set_viewport(self, page: BrowserPage) -> None:
        width, height = self._size.css_size
        page.set_viewport(width, height, ratio=self._size.ratio)

    def _close_page(self) -> None:
        if self._page is not None:
            self._page.close()
            self._page = None

    def _evaluate(self, expression: str, *, await_promise: bool = False) -> Json:
        return self._open_page().evaluate(expression, await_promise=await_promise)

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the lock, and close the page if the browser turns out to have exited."""
        with self._lock:
            try:
                yield
            except RendererLost:
                self._close_page()
                raise
