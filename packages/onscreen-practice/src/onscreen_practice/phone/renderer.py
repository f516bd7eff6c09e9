"""What draws the phone: calls from any thread take turns, a picture is taken again only when it changed."""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Iterator

import msgspec

from onscreen_practice.phone.browser_page import Json as Json
from onscreen_practice.phone.browser_page import Page
from onscreen_practice.phone.phone_errors import PhoneError, PhoneGone

_FUNCTION = re.compile(r"[A-Za-z]\w*")
_DRAWING_FILES = {"list", "stat", "read"}
"""The functions that may have to draw pictures first, so that they return a promise."""


class Size(msgspec.Struct, frozen=True):
    """The size of the picture in pixels, and how many of them make a density-independent one."""

    width: int
    height: int
    ratio: float

    @property
    def css(self) -> tuple[int, int]:
        """Width and height in density-independent pixels, rounded up."""
        return -int(-self.width // self.ratio), -int(-self.height // self.ratio)

    @property
    def clip(self) -> tuple[float, float] | None:
        """Width and height in density-independent pixels where rounding up gives too many, else None."""
        wide, high = self.css
        if (wide * self.ratio, high * self.ratio) == (self.width, self.height):
            return None
        return self.width / self.ratio, self.height / self.ratio


class Drawing:
    """One page in one browser; every method may be called from any thread."""

    def __init__(self, size: Size, *, browser: str = "") -> None:
        """Start the browser and load the phone's scripts.

        Raises:
            PhoneError: no browser is there, or it does not start.
        """
        self._turn = threading.Lock()
        self._size = size
        self._browser = browser
        self._taken: tuple[Json, bytes] = (None, b"")
        self._page: Page | None = self._open()

    @property
    def pid(self) -> int:
        """The browser's process, 0 when there is none."""
        return self._page.pid if self._page is not None else 0

    def call(self, function: str, *arguments: Json) -> Json:
        """Call a function of the page's `phone` and return what it returns.

        Raises:
            PhoneError: the function threw; the message is its own.
            PhoneGone: the browser is gone.
        """
        if not _FUNCTION.fullmatch(function):
            raise PhoneError(f"{function!r} is no name of a function of the phone")
        try:
            given = ",".join(msgspec.json.encode(each).decode() for each in arguments)
        except (TypeError, ValueError, RecursionError) as error:
            raise PhoneError(f"{function}: the arguments cannot be sent as JSON: {error}") from error
        with self._in_turn():
            return self._evaluate(f"phone.{function}({given})", promised=function in _DRAWING_FILES)

    def picture(self) -> bytes:
        """Return what is shown as PNG.

        Raises:
            PhoneGone: the browser is gone.
        """
        with self._in_turn():
            changes = self._evaluate("phone.changes()", promised=True)
            if changes != self._taken[0]:
                self._taken = changes, self._there().capture(self._size.clip)
            return self._taken[1]

    def resize(self, size: Size) -> None:
        """Draw at this size from now on.

        Raises:
            PhoneGone: the browser is gone.
        """
        with self._in_turn():
            self._size = size
            self._shape(self._there())
            self._evaluate(f"phone.scale({size.ratio}, {size.width}, {size.height})")
            self._taken = None, b""

    def tidy(self) -> None:
        """Give back the memory of what was drawn before; takes some 25 ms.

        Raises:
            PhoneGone: the browser is gone.
        """
        with self._in_turn():
            self._there().tidy()

    def restart(self) -> None:
        """Draw with a new browser when the old one is gone.

        Raises:
            PhoneError: the browser does not start.
        """
        with self._in_turn():
            if self._page is None:
                self._taken = None, b""
                self._page = self._open()

    def close(self) -> None:
        """End the browser; may be called more than once."""
        with self._in_turn():
            self._drop()

    def _there(self) -> Page:
        if self._page is None:
            raise PhoneGone("the browser that draws the phone is gone; reset the phone to start a new one")
        return self._page

    def _open(self) -> Page:
        page = Page(self._browser)
        self._shape(page)
        return page

    def _shape(self, page: Page) -> None:
        width, height = self._size.css
        page.shape(width, height, ratio=self._size.ratio)

    def _drop(self) -> None:
        if self._page is not None:
            self._page.end()
            self._page = None

    def _evaluate(self, expression: str, *, promised: bool = False) -> Json:
        return self._there().evaluate(expression, promised=promised)

    @contextlib.contextmanager
    def _in_turn(self) -> Iterator[None]:
        """Hold the turn; a browser that turns out to be gone is ended."""
        with self._turn:
            try:
                yield
            except PhoneGone:
                self._drop()
                raise
