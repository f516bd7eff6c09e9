"""Worker that times a click with a snapshot and a screenshot in Playwright (JSON in, milliseconds out)."""

from __future__ import annotations

import json
import sys
import time
from functools import partial

from _playwright import median_ms, open_browser
from playwright.sync_api import Page


def step(page: Page, mark: str) -> None:
    """Click the marked element, then take a snapshot and a screenshot."""
    page.locator(f"[{mark}]").click()
    page.locator("body").aria_snapshot()
    page.screenshot()


def main() -> None:
    """Answer the request on standard input."""
    request = json.load(sys.stdin)
    times = {}
    with open_browser(request) as page:
        for name, address in request["pages"].items():
            page.goto(address)
            page.evaluate(request["prepare"])
            time.sleep(request["rest_sec"])
            times[name] = median_ms(partial(step, page, request["mark"]), request["repeats"])
    print("ANSWER " + json.dumps(times), flush=True)


if __name__ == "__main__":
    main()
