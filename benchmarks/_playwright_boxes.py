"""Worker in Playwright's environment: boxes of the elements in its snapshot (JSON in, JSON out)."""

from __future__ import annotations

import json
import re
import sys
import time

from playwright.sync_api import Page, sync_playwright

REFERRED = re.compile(r"\[ref=\w+\].*?\[box=(-?[\d.]+),(-?[\d.]+),(-?[\d.]+),(-?[\d.]+)\]")


def read_boxes(page: Page, address: str, *, rest_sec: float) -> list[list[float]]:
    """Open a page and return the boxes [left, top, right, bottom] of the elements that have a reference."""
    page.goto(address)
    time.sleep(rest_sec)
    snapshot = page.aria_snapshot(mode="ai", boxes=True)
    boxes = [[float(number) for number in found] for found in REFERRED.findall(snapshot)]
    return [[left, top, left + width, top + height] for left, top, width, height in boxes]


def main() -> None:
    """Answer the request on standard input."""
    request = json.load(sys.stdin)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=request["executable"], args=list(request["flags"]), headless=True
        )
        page = browser.new_page(viewport={"width": request["width"], "height": request["height"]})
        rest_sec = request["rest_sec"]
        found = {
            name: read_boxes(page, address, rest_sec=rest_sec) for name, address in request["pages"].items()
        }
        browser.close()
    print("ANSWER " + json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
