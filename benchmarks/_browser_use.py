"""Worker in browser-use's environment: time the state it sends to a model (JSON in, JSON out)."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from functools import partial

os.environ["ANONYMIZED_TELEMETRY"] = "false"
os.environ["BROWSER_USE_LOGGING_LEVEL"] = "critical"
os.environ["BROWSER_USE_CLOUD_SYNC"] = "false"

from browser_use.browser import BrowserSession
from browser_use.browser.profile import BrowserProfile
from browser_use.browser.watchdogs import dom_watchdog
from browser_use.dom.service import DomService


def build_profile(request: dict, *, default_waits: bool) -> BrowserProfile:
    """Return browser-use's default profile with the requested browser and viewport.

    Without `default_waits`, the fixed waits of browser-use are set to 0.
    """
    settings = (
        {}
        if default_waits
        else {"minimum_wait_page_load_time": 0.0, "wait_for_network_idle_page_load_time": 0.0}
    )
    size = {"width": request["width"], "height": request["height"]}
    return BrowserProfile(
        executable_path=request["executable"],
        headless=True,
        chromium_sandbox=False,
        enable_default_extensions=False,
        viewport=size,
        window_size=size,
        device_scale_factor=1,
        user_data_dir=None,
        args=request["flags"],
        **settings,
    )


async def measure(request: dict, *, default_waits: bool) -> dict:
    """Return, for each page, the seconds per state and the number of characters of its text."""
    session = BrowserSession(browser_profile=build_profile(request, default_waits=default_waits))
    await session.start()
    results = {}
    for name, address in request["pages"].items():
        await session.navigate_to(address)
        await asyncio.sleep(request["rest_sec"])
        seconds, chars = [], 0
        for _ in range(request["repeats"]):
            start_time = time.perf_counter()
            state = await session.get_browser_state_summary(include_screenshot=True, cached=False)
            text = state.dom_state.llm_representation()
            seconds.append(time.perf_counter() - start_time)
            chars = len(text)
        results[name] = {"seconds": seconds, "chars": chars, "picture": bool(state.screenshot)}
    await session.kill()
    return results


def main() -> None:
    """Answer the request on standard input."""
    request = json.load(sys.stdin)
    if request["mode"] == "view only":
        dom_watchdog.DomService = partial(DomService, viewport_threshold=0)
    print("ANSWER " + json.dumps(asyncio.run(measure(request, default_waits=request["mode"] == "default"))))


if __name__ == "__main__":
    main()
