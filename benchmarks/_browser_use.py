"""Runs in browser-use's own environment: times the state it gives a model. Request in, JSON out."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time

os.environ["ANONYMIZED_TELEMETRY"] = "false"
os.environ["BROWSER_USE_LOGGING_LEVEL"] = "critical"
os.environ["BROWSER_USE_CLOUD_SYNC"] = "false"

from browser_use.browser import BrowserSession
from browser_use.browser.profile import BrowserProfile


def profile(asked: dict, *, waits: bool) -> BrowserProfile:
    """Its defaults but for the browser, the view and extensions; without its fixed waits if asked."""
    settings = (
        {} if waits else {"minimum_wait_page_load_time": 0.0, "wait_for_network_idle_page_load_time": 0.0}
    )
    size = {"width": asked["width"], "height": asked["height"]}
    return BrowserProfile(
        executable_path=asked["executable"],
        headless=True,
        chromium_sandbox=False,
        enable_default_extensions=False,
        viewport=size,
        window_size=size,
        device_scale_factor=1,
        user_data_dir=None,
        args=asked["flags"],
        **settings,
    )


async def measure(asked: dict, *, waits: bool) -> dict:
    """Return page -> seconds of each state and the characters of its text."""
    session = BrowserSession(browser_profile=profile(asked, waits=waits))
    await session.start()
    measured = {}
    for name, address in asked["pages"].items():
        await session.navigate_to(address)
        await asyncio.sleep(asked["rest_sec"])
        seconds, chars = [], 0
        for _ in range(asked["repeats"]):
            begun = time.perf_counter()
            state = await session.get_browser_state_summary(include_screenshot=True, cached=False)
            text = state.dom_state.llm_representation()
            seconds.append(time.perf_counter() - begun)
            chars = len(text)
        measured[name] = {"seconds": seconds, "chars": chars, "picture": bool(state.screenshot)}
    await session.kill()
    return measured


def main() -> None:
    """Answer the request on standard input."""
    asked = json.load(sys.stdin)
    print("ANSWER " + json.dumps(asyncio.run(measure(asked, waits=asked["mode"] == "default"))))


main()
