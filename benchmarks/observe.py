"""Time, characters and coverage of one observation, compared with browser-use and BrowserGym.

    python benchmarks/observe.py [--repeats 5] [--only-ours]

Ours is measured after a small change of the page, without which it reuses the last picture. All are measured
on the same seven pages with the same Chromium and viewport, one after the other in one run. browser-use and
BrowserGym are measured twice: with their defaults, and with their fixed waits set to 0 ("no waits").
browser-use also lists what is up to 1,000 pixels outside the view; so it is compared with ours at the same
extent, too: limited to the view ("view only"), and with ours in a window that is 1,000 pixels higher.
Coverage is the share of visible elements that `_actionable.js` finds by its own hit test and that we list as
an action or a field around the same point, in a box at most `MAX_AREA_RATIO` times as large. It is counted
at the top of the page, at its end and at three positions between.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from _pages import CHANGE_TEXT, collect_pages, serve_pages
from _report import publish, render_table
from _rival_environment import REST_SEC, make_environment, make_request, package_version, run_script

from onscreen.device.base import Device
from onscreen.device.web import web
from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.types import Point, Screen, Start

WIDTH, HEIGHT = 1280, 720
EXTENT_BELOW = 1000
"""Pixels below the view that browser-use lists by default."""
MAX_AREA_RATIO = 4.0
SCROLL_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
ACTIONABLE = (Path(__file__).parent / "_actionable.js").read_text()
MODES = ("default", "no waits")
VIEW_ONLY = "view only"
TIMEOUT_SEC = 60.0
OTHER_PROJECTS = (
    ("browser-use", "browser-use", "_browser_use.py", (*MODES, VIEW_ONLY)),
    ("BrowserGym", "browsergym-core", "_browsergym.py", MODES),
)


def measure_ours(
    addresses: Mapping[str, str], repeats: int, *, height: int = HEIGHT
) -> dict[str, dict[str, object]]:
    """Measure our observation of every page in a window of a given height."""
    settings = {"width": WIDTH, "height": height}
    with closing(web(settings)) as device:
        return {name: _measure_page(device, address, repeats=repeats) for name, address in addresses.items()}


def _measure_page(device: Device, address: str, *, repeats: int) -> dict[str, object]:
    device.start(Start(address))
    time.sleep(REST_SEC)
    seconds, parts = [], []
    for _ in range(repeats):
        device.read(CHANGE_TEXT)
        start_time = time.perf_counter()
        shot = device.observe()
        observed_time = time.perf_counter()
        screen = build_screen(shot)
        text = screen_text(screen)
        seconds.append(time.perf_counter() - start_time)
        parts.append(observed_time - start_time)
    elements = int(device.read("document.querySelectorAll('*').length"))
    reached, missed = coverage(device)
    return {
        "seconds": seconds,
        "observe_seconds": parts,
        "chars": len(text),
        "elements": elements,
        "nodes": len(shot.nodes),
        "actionable": len(reached) + len(missed),
        "covered": len(reached),
        "missed": missed,
    }


def coverage(device: Device) -> tuple[list[dict], list[dict]]:
    """Scroll through the page and split its actionable elements into covered and missed ones."""
    reached, missed = [], []
    for share in SCROLL_SHARES:
        device.read(f"scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * {share})")
        screen = build_screen(device.observe())
        covered_now, missed_now = split_by_coverage(json.loads(device.read(ACTIONABLE)), screen)
        reached += covered_now
        missed += [{"at": share, **item} for item in missed_now]
    return reached, missed


def split_by_coverage(actionable: Sequence[dict], screen: Screen) -> tuple[list[dict], list[dict]]:
    """Split actionable elements into those that our screen covers and those that it misses."""
    boxes = [e.box for e in screen.elements if kind_of(e) != "information"]
    reached, missed = [], []
    for item in actionable:
        area = max(1.0, (item["right"] - item["left"]) * (item["bottom"] - item["top"]))
        point = Point(item["x"], item["y"])
        is_covered = any(box.contains(point) and box.area <= MAX_AREA_RATIO * area for box in boxes)
        (reached if is_covered else missed).append(item)
    return reached, missed


def measure_others(addresses: Mapping[str, str], repeats: int) -> dict[str, dict]:
    """Measure browser-use and BrowserGym, in one process per page and mode."""
    results = {}
    for name, package, script, modes in OTHER_PROJECTS:
        python = make_environment(package.replace("-", "_"), [package])
        results[name] = {
            "version": package_version(python, package),
            **{mode: {} for mode in modes},
            "failed": {},
        }
        for page, address in addresses.items():
            for mode in modes:
                request = make_request({page: address}, (WIDTH, HEIGHT), mode=mode, repeats=repeats)
                try:
                    results[name][mode] |= run_script(
                        python, script, request=request, timeout_sec=TIMEOUT_SEC
                    )
                except RuntimeError as error:
                    results[name]["failed"][f"{page}, {mode}"] = str(error)[:300]
    return results


def median_seconds(measured: Mapping[str, object]) -> float:
    """Return the median of the measured seconds."""
    return statistics.median(measured["seconds"])


def render_report(
    own: Mapping[str, dict], higher: Mapping[str, dict], others: Mapping[str, dict], *, missing: Sequence[str]
) -> str:
    """Render the tables; `higher` is ours in the higher window."""
    names = [f"{name} {own_result['version']}" for name, own_result in others.items()]
    heads = ["page", "elements", "ours, s", "ours, characters", "coverage"]
    for name in names:
        heads += [f"{name}, s (no waits)", "times ours (no waits)", "characters"]
    rows = []
    for page, own_result in own.items():
        share = f"{own_result['covered']}/{own_result['actionable']}"
        row = [page, own_result["elements"], f"{median_seconds(own_result):.3f}", own_result["chars"], share]
        for other in others.values():
            row += _comparison_cells(own_result, [other[mode].get(page) for mode in MODES])
        rows.append(row)
    total = f"{sum(t['covered'] for t in own.values())}/{sum(t['actionable'] for t in own.values())}"
    text = f"""### One observation of a page

Median of several looks, each with a new picture, ours after a change of one text on the page;
{WIDTH} x {HEIGHT}. Coverage over all pages: {total}.
browser-use's text reaches beyond the view (by its default, 1,000 pixels below it); BrowserGym's is the
accessibility tree of the whole page. So the characters are of what each gives, not of one and the same view.

{render_table(heads, rows)}

{_render_same_extent(own, higher, others["browser-use"])}"""
    hung = [f"{name} on {page}: {why}" for name, o in others.items() for page, why in o["failed"].items()]
    return "\n\n".join([text, *(f"Not measured: {line}" for line in [*missing, *hung])])


def _render_same_extent(
    own: Mapping[str, dict], higher: Mapping[str, dict], other: Mapping[str, dict]
) -> str:
    """Render the table that compares browser-use at the same extent of the page."""
    heads = ["page"]
    for extent in ("view", f"view and {EXTENT_BELOW:,} pixels below it"):
        heads += [f"{extent}: ours, s", "characters", "browser-use, s", "times ours", "characters"]
    rows = []
    for page in own:
        row = [page]
        for ours, theirs in ((own, other[VIEW_ONLY]), (higher, other["no waits"])):
            row += [f"{median_seconds(ours[page]):.3f}", ours[page]["chars"]]
            row += _comparison_cells(ours[page], [theirs.get(page)])
        rows.append(row)
    return f"""At the same extent of the page, browser-use without its waits. Left: what is in the view.
Right: the view and {EXTENT_BELOW:,} pixels below it, ours in a window of {WIDTH} x {HEIGHT + EXTENT_BELOW},
so with a larger picture than browser-use's.

{render_table(heads, rows)}"""


def _comparison_cells(
    own: Mapping[str, object], measured: Sequence[Mapping[str, object] | None]
) -> list[str]:
    times = [f"{median_seconds(m):.2f}" if m else "none" for m in measured]
    ratios = [f"{median_seconds(m) / median_seconds(own):.1f}" if m else "none" for m in measured]
    chars = next((str(m["chars"]) for m in measured if m), "none")
    return [*(f"{first} ({', '.join(rest)})" if rest else first for first, *rest in (times, ratios)), chars]


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--only-ours", action="store_true", help="print our own figures without publishing")
    arguments = parser.parse_args()
    paths, missing = collect_pages()
    with serve_pages() as host:
        addresses = {name: host + path for name, path in paths.items()}
        own = measure_ours(addresses, arguments.repeats)
        if arguments.only_ours:
            print(json.dumps(own, indent=1))
            return
        higher = measure_ours(addresses, arguments.repeats, height=HEIGHT + EXTENT_BELOW)
        others = measure_others(addresses, arguments.repeats)
    report = render_report(own, higher, others, missing=missing)
    publish("observe", report, {"ours": own, "ours, higher": higher, **others, "missing": missing})


if __name__ == "__main__":
    main()
