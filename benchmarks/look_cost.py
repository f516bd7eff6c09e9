"""Time to observe a web page, by part: initially, after a small change, and without a change.

    python benchmarks/look_cost.py [--repeats 15] [--only-ours]

Every page is shown at 1280 x 720 by the same Chromium. A small change replaces the last letter of one text in
view. "Read" is the call that reads the nodes of the page, without the picture; "complete read" the same call
without what was kept from earlier looks. Playwright's `aria_snapshot` (the whole page as text) and its
`screenshot` are measured beside, each alone.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Mapping
from contextlib import closing

from _pages import CHANGE_TEXT, collect_pages, serve_pages
from _report import publish, render_table
from _rival_environment import REST_SEC, make_environment, make_request, package_version, run_script

from onscreen.device.web import WebDevice, web
from onscreen.device.web.page_stability import settle
from onscreen.device.web.script_client import ScriptClient
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.policy.language_model_policy import VIEW_CHARS
from onscreen.types import Start

WIDTH, HEIGHT = 1280, 720
STARTS = 5
TIMEOUT_SEC = 180.0


def median_ms(
    function: Callable[[], object], repeats: int, before: Callable[[], object] = lambda: 0
) -> float:
    """Return a function's median time in milliseconds; `before` runs untimed before each call."""
    times = []
    for _ in range(repeats):
        before()
        start_time = time.perf_counter()
        function()
        times.append((time.perf_counter() - start_time) * 1000)
    return statistics.median(times)


def measure_page(device: WebDevice, address: str, repeats: int) -> dict[str, float]:
    """Measure the observations of one page, in milliseconds."""

    def open_page() -> None:
        device.start(Start("about:blank"))
        device.start(Start(address))
        time.sleep(REST_SEC)

    def change() -> None:
        device.read(CHANGE_TEXT)

    first = median_ms(device.observe, STARTS, open_page)
    tab = device._usable_tab()  # noqa: SLF001  the parts of a look have no public names
    client = ScriptClient(device._running_browser(), tab)  # noqa: SLF001
    limits = (device.settings.max_nodes, device.settings.max_text, 2500, False)

    def read(*arguments: object) -> str:
        return client.call(tab.root, "snapshot", *limits, *arguments, result_type=str)

    shot = device.observe()
    result = {
        "elements": float(device.read("document.querySelectorAll('*').length")),
        "first look": first,
        "complete read": median_ms(lambda: read(True), repeats),
        "read after a small change": median_ms(read, repeats, change),
        "read without a change": median_ms(read, repeats),
        "wait": median_ms(lambda: settle(client), repeats),
        "look after a small change": median_ms(device.observe, repeats, change),
        "screen and text": median_ms(lambda: screen_text(build_screen(shot), cap_chars=VIEW_CHARS), repeats),
    }
    for _ in range(3):
        device.observe()
    return {**result, "look without a change": median_ms(device.observe, repeats)}


def measure_playwright(addresses: Mapping[str, str], repeats: int) -> tuple[str, dict[str, dict[str, float]]]:
    """Time Playwright's snapshot and screenshot of every page; also return its version."""
    python = make_environment("playwright", ["playwright"])
    request = make_request(addresses, (WIDTH, HEIGHT), repeats=repeats)
    times = run_script(python, "_playwright.py", request=request, timeout_sec=TIMEOUT_SEC)
    return package_version(python, "playwright"), times


def render_report(own: Mapping[str, Mapping[str, float]], version: str, times: Mapping[str, dict]) -> str:
    """Render the table of medians."""
    columns = [name for name in next(iter(own.values())) if name != "elements"]
    heads = ["page", "elements", *columns]
    heads += [f"Playwright {version} aria_snapshot", "screenshot"] if times else []
    rows = []
    for page, measured in own.items():
        row = [page, f"{measured['elements']:.0f}", *(f"{measured[name]:.1f}" for name in columns)]
        row += [f"{times[page][name]:.1f}" for name in ("snapshot", "screenshot")] if times else []
        rows.append(row)
    return f"""### What one look costs, by its parts

Medians in milliseconds; {WIDTH} x {HEIGHT}. A look waits until the page is quiet, reads its nodes and takes a
picture, which Chromium gives after two frames of 1/60 s; a look without a change reuses the last nodes and
picture.

{render_table(heads, rows)}"""


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--only-ours", action="store_true", help="print our own figures without publishing")
    arguments = parser.parse_args()
    paths, missing = collect_pages()
    with serve_pages() as host:
        addresses = {name: host + path for name, path in paths.items()}
        with closing(web({"width": WIDTH, "height": HEIGHT})) as device:
            own = {name: measure_page(device, url, arguments.repeats) for name, url in addresses.items()}
        if arguments.only_ours:
            print(render_report(own, "", {}))
            return
        version, times = measure_playwright(addresses, arguments.repeats)
    report = render_report(own, version, times)
    publish("look_cost", report, {"ours": own, "playwright": times, "missing": missing})


if __name__ == "__main__":
    main()
