"""Worker in Playwright's environment: boxes of the elements in its snapshot (JSON in, JSON out)."""

from __future__ import annotations

import json
import re
import sys
import time

from _playwright import open_browser
from playwright.sync_api import Page

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
    rest_sec = request["rest_sec"]
    with open_browser(request) as page:
        found = {
            name: read_boxes(page, address, rest_sec=rest_sec) for name, address in request["pages"].items()
        }
    print("ANSWER " + json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
