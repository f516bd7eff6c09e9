"""Worker in browser-use's environment: boxes of the elements it numbers (JSON in, JSON out)."""

from __future__ import annotations

import asyncio
import json
import os
import sys

os.environ["ANONYMIZED_TELEMETRY"] = "false"
os.environ["BROWSER_USE_LOGGING_LEVEL"] = "critical"
os.environ["BROWSER_USE_CLOUD_SYNC"] = "false"

from browser_use.browser import BrowserSession
from browser_use.browser.profile import BrowserProfile


async def measure(request: dict) -> dict:
    """Return, for each page, the boxes [left, top, right, bottom] of the numbered elements."""
    size = {"width": request["width"], "height": request["height"]}
    profile = BrowserProfile(
        executable_path=request["executable"],
        headless=True,
        chromium_sandbox=False,
        enable_default_extensions=False,
        viewport=size,
        window_size=size,
        device_scale_factor=1,
        user_data_dir=None,
        args=request["flags"],
    )
    session = BrowserSession(browser_profile=profile)
    await session.start()
    results = {}
    for name, address in request["pages"].items():
        await session.navigate_to(address)
        await asyncio.sleep(request["rest_sec"])
        state = await session.get_browser_state_summary(include_screenshot=False, cached=False)
        positions = [node.absolute_position for node in state.dom_state.selector_map.values()]
        results[name] = [[p.x, p.y, p.x + p.width, p.y + p.height] for p in positions if p]
    await session.kill()
    return results


def main() -> None:
    """Answer the request on standard input."""
    request = json.load(sys.stdin)
    print("ANSWER " + json.dumps(asyncio.run(measure(request))))


if __name__ == "__main__":
    main()
