"""The browser that draws the phone, in a thread of its own: calls from any thread take turns."""

from __future__ import annotations

import base64
import contextlib
import shutil
import tempfile
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias, TypeVar

import msgspec
from playwright.sync_api import CDPSession, Page, Playwright, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from onscreen.worlds.phone.errors import PhoneError, PhoneGone
from onscreen.worlds.phone.screen import script, style

Json: TypeAlias = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
_Result = TypeVar("_Result")
_BROWSERS = ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser")
_FLAGS = (
    "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
    "--hide-scrollbars", "--force-color-profile=srgb", "--disable-lcd-text", "--disable-extensions", "--mute-audio",
    "--renderer-process-limit=1", "--disable-dev-shm-usage",
)  # fmt: skip
_PAGE = "<!doctype html><html lang=en><meta charset=utf-8><title>phone</title><style>{style}</style><body><div id=root></div></body></html>"


class Size(msgspec.Struct, frozen=True):
    """The size of the picture in pixels, and how many of them make a density-independent one."""

    width: int
    height: int
    ratio: float

    @property
    def css(self) -> tuple[int, int]:
        """Width and height in density-independent pixels, rounded up."""
        return -int(-self.width // self.ratio), -int(-self.height // self.ratio)


class Drawing:
    """One page in one browser; every method may be called from any thread."""

    def __init__(self, size: Size, *, browser: str = "") -> None:
        """Start the browser and load the phone's scripts.

        Raises:
            PhoneError: no browser is there, or it does not start.
        """
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="phone")
        self._profile = tempfile.mkdtemp(prefix="onscreen-phone-")
        self._playwright: Playwright | None = None
        self._page: Page | None = None
        self._wire: CDPSession | None = None
        self._size = size
        try:
            self._in_turn(lambda: self._open(browser))
        except PhoneError:
            self.close()
            raise

    def call(self, function: str, *arguments: Json) -> Json:
        """Call a function of the page's `phone` and return what it returns.

        Raises:
            PhoneError: the function threw; the message is its own.
            PhoneGone: the browser is gone.
        """
        given = ",".join(msgspec.json.encode(each).decode() for each in arguments)
        return self._in_turn(lambda: self._evaluate(f"phone.{function}({given})"))

    def picture(self) -> bytes:
        """Return what is shown as PNG.

        Raises:
            PhoneGone: the browser is gone.
        """
        return self._in_turn(self._capture)

    def resize(self, size: Size) -> None:
        """Draw at this size from now on.

        Raises:
            PhoneGone: the browser is gone.
        """
        self._size = size
        self._in_turn(self._shape)
        self.call("scale", size.ratio)

    def close(self) -> None:
        """End the browser; may be called more than once."""
        with contextlib.suppress(RuntimeError, PhoneError):
            self._in_turn(self._end)
        self._thread.shutdown()
        shutil.rmtree(self._profile, ignore_errors=True)

    def _in_turn(self, work: Callable[[], _Result]) -> _Result:
        try:
            return self._thread.submit(work).result()
        except PlaywrightError as error:
            raise PhoneGone(f"the browser that draws the phone is gone: {_first_line(error)}") from error

    def _open(self, browser: str) -> None:
        path = browser or next((found for name in _BROWSERS if (found := shutil.which(name))), None)
        self._playwright = sync_playwright().start()
        try:
            context = self._playwright.chromium.launch_persistent_context(
                self._profile, executable_path=path, args=list(_FLAGS), no_viewport=True, chromium_sandbox=False
            )
        except PlaywrightError as error:
            raise PhoneError(
                f"the browser {path or 'of Playwright'} does not start: {_first_line(error)}; "
                "install one with: apt install chromium   (or: playwright install chromium)"
            ) from error
        page = context.pages[0]
        self._wire = context.new_cdp_session(page)
        self._page = page
        self._shape()
        page.set_content(_PAGE.format(style=style()))
        self._evaluate(script())

    def _evaluate(self, expression: str) -> Json:
        return self._send("Runtime.evaluate", {"expression": expression, "returnByValue": True})

    def _send(self, method: str, asked: Mapping[str, Json]) -> Json:
        if self._wire is None:
            raise PhoneGone("the phone is closed")
        found = self._wire.send(method, dict(asked))
        details = found.get("exceptionDetails")
        if details:
            told = details.get("exception", {}).get("description") or details.get("text", "")
            raise PhoneError(str(told))
        value: Json = found.get("result", {}).get("value")
        return value

    def _shape(self) -> None:
        if self._wire is None:
            raise PhoneGone("the phone is closed")
        width, height = self._size.css
        asked = {"width": width, "height": height, "deviceScaleFactor": self._size.ratio, "mobile": False}
        self._wire.send("Emulation.setDeviceMetricsOverride", asked)

    def _capture(self) -> bytes:
        if self._wire is None:
            raise PhoneGone("the phone is closed")
        clip = {"x": 0, "y": 0, "width": self._size.width / self._size.ratio, "height": self._size.height / self._size.ratio, "scale": 1}
        asked = {"format": "png", "optimizeForSpeed": True, "captureBeyondViewport": False, "clip": clip}
        return base64.b64decode(self._wire.send("Page.captureScreenshot", asked)["data"])

    def _end(self) -> None:
        self._wire = None
        if self._page is not None:
            with contextlib.suppress(PlaywrightError):
                self._page.context.close()
        if self._playwright is not None:
            self._playwright.stop()
        self._page = self._playwright = None


def _first_line(error: PlaywrightError) -> str:
    return error.message.strip().partition("\n")[0]


