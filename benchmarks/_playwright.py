"""Worker that times Playwright's snapshot and screenshot of pages (JSON in, milliseconds out)."""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, sync_playwright


def median_ms(function: Callable[[], object], repeats: int) -> float:
    """Return the median time of a function in milliseconds."""
    times = []
    for _ in range(repeats):
        start_time = time.perf_counter()
        function()
        times.append((time.perf_counter() - start_time) * 1000)
    return statistics.median(times)


def measure(page: Page, address: str, *, repeats: int, rest_sec: float) -> dict[str, float]:
    """Open a page and measure its snapshot and its screenshot."""
    page.goto(address)
    time.sleep(rest_sec)
    body = page.locator("body")
    return {
        "snapshot": median_ms(body.aria_snapshot, repeats),
        "screenshot": median_ms(page.screenshot, repeats),
    }


@contextmanager
def open_browser(request: Mapping[str, Any]) -> Iterator[Page]:
    """Start the browser of a request, and close it at the end; gives a blank page of the requested size."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=request["executable"], args=list(request["flags"]), headless=True
        )
        yield browser.new_page(viewport={"width": request["width"], "height": request["height"]})
        browser.close()


def main() -> None:
    """Answer the request on standard input."""
    request = json.load(sys.stdin)
    with open_browser(request) as page:
        times = {
            name: measure(page, address, repeats=request["repeats"], rest_sec=request["rest_sec"])
            for name, address in request["pages"].items()
        }
    print("ANSWER " + json.dumps(times), flush=True)


if __name__ == "__main__":
    main()
