"""observe + look + IAF text beside browser-use's state and BrowserGym's step: time, characters, coverage.

    python benchmarks/observe.py [--repeats 5] [--only-ours]

The same seven pages, the same Chromium and view, one after the other in one run. browser-use and BrowserGym
are measured twice: as they come, and with their fixed waits set to nothing ("no waits"). Coverage: of the
elements in view that `_actionable.js` finds by its own hit test, the share that ours lists as an action or a
field around the same point, in a box that is not more than `LARGEST` times as large. It is counted at the
top of the page, at its end and at three places between.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from _pages import pages, served
from _report import publish, table
from _rivals import ask, environment, version

from onscreen.device.base import Device
from onscreen.device.web import web
from onscreen.device.web.chromium_executable import executable
from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.iaf import iaf
from onscreen.perceive.iaf_text import iaf_text
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Point, Screen, Start

WIDTH, HEIGHT = 1280, 720
REST_SEC = 1.0
LARGEST = 4.0
PLACES = (0.0, 0.25, 0.5, 0.75, 1.0)
FLAGS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync")
ACTIONABLE = (Path(__file__).parent / "_actionable.js").read_text()
MODES = ("default", "no waits")
MOST_SEC = 60.0
RIVALS = (
    ("browser-use", "browser-use", "_browser_use.py"),
    ("BrowserGym", "browsergym-core", "_browsergym.py"),
)


def ours(addresses: Mapping[str, str], repeats: int) -> dict[str, dict[str, object]]:
    """Measure our own view of every page."""
    settings = {"width": WIDTH, "height": HEIGHT}
    with closing(web(settings)) as device:
        return {name: _page(device, address, repeats=repeats) for name, address in addresses.items()}


def _page(device: Device, address: str, *, repeats: int) -> dict[str, object]:
    device.start(Start(address))
    time.sleep(REST_SEC)
    seconds, parts = [], []
    for _ in range(repeats):
        begun = time.perf_counter()
        shot = device.observe()
        seen = time.perf_counter()
        screen = build_screen(shot)
        text = iaf_text(iaf(screen), screen)
        seconds.append(time.perf_counter() - begun)
        parts.append(seen - begun)
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
    """Scroll through the page and split what is actionable into what ours has and what it lacks."""
    reached, missed = [], []
    for share in PLACES:
        device.read(f"scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * {share})")
        screen = build_screen(device.observe())
        has, lacks = covered(json.loads(device.read(ACTIONABLE)), screen)
        reached += has
        missed += [{"at": share, **one} for one in lacks]
    return reached, missed


def covered(actionable: Sequence[dict], screen: Screen) -> tuple[list[dict], list[dict]]:
    """Split what is actionable into what ours has and what it lacks."""
    known = [e.box for e in screen.elements if kind_of(e) != "information"]
    reached, missed = [], []
    for one in actionable:
        area = max(1.0, (one["right"] - one["left"]) * (one["bottom"] - one["top"]))
        point = Point(one["x"], one["y"])
        has = any(box.contains(point) and box.area <= LARGEST * area for box in known)
        (reached if has else missed).append(one)
    return reached, missed


def rivals(addresses: Mapping[str, str], repeats: int) -> dict[str, dict]:
    """Measure the others, each in its own environment, a process for each page and mode."""
    found = {}
    for name, package, script in RIVALS:
        python = environment(package.replace("-", "_"), [package])
        found[name] = {"version": version(python, package), "default": {}, "no waits": {}, "failed": {}}
        for page, address in addresses.items():
            for mode in MODES:
                request = {
                    "pages": {page: address},
                    "mode": mode,
                    "executable": executable(),
                    "flags": FLAGS,
                    "width": WIDTH,
                    "height": HEIGHT,
                    "repeats": repeats,
                    "rest_sec": REST_SEC,
                }
                try:
                    found[name][mode] |= ask(python, script, request=request, most_sec=MOST_SEC)
                except RuntimeError as error:
                    found[name]["failed"][f"{page}, {mode}"] = str(error)[:300]
    return found


def middle(measured: Mapping[str, object]) -> float:
    """Return the median of the seconds."""
    return statistics.median(measured["seconds"])


def report(own: Mapping[str, dict], others: Mapping[str, dict], *, missing: Sequence[str]) -> str:
    """Write the tables."""
    names = [f"{name} {told['version']}" for name, told in others.items()]
    heads = ["page", "elements", "ours, s", "ours, characters", "coverage"]
    for name in names:
        heads += [f"{name}, s (no waits)", "times ours (no waits)", "characters"]
    rows = []
    for page, told in own.items():
        share = f"{told['covered']}/{told['actionable']}"
        row = [page, told["elements"], f"{middle(told):.3f}", told["chars"], share]
        for other in others.values():
            row += _beside(told, [other[mode].get(page) for mode in MODES])
        rows.append(row)
    total = f"{sum(t['covered'] for t in own.values())}/{sum(t['actionable'] for t in own.values())}"
    text = f"""### One look at a page

Median of several looks, each with a picture; {WIDTH} x {HEIGHT}. Coverage over all pages: {total}.
browser-use's text reaches beyond the view (by its default, 1,000 pixels below it); BrowserGym's is the
accessibility tree of the whole page. So the characters are of what each gives, not of one and the same view.

{table(heads, rows)}"""
    hung = [f"{name} on {page}: {why}" for name, o in others.items() for page, why in o["failed"].items()]
    return "\n\n".join([text, *(f"Not measured: {line}" for line in [*missing, *hung])])


def _beside(own: Mapping[str, object], measured: Sequence[Mapping[str, object] | None]) -> list[str]:
    times = [f"{middle(m):.2f}" if m else "none" for m in measured]
    ratios = [f"{middle(m) / middle(own):.1f}" if m else "none" for m in measured]
    chars = next((str(m["chars"]) for m in measured if m), "none")
    return [f"{times[0]} ({times[1]})", f"{ratios[0]} ({ratios[1]})", chars]


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--only-ours", action="store_true", help="print our own figures, publish nothing")
    asked = parser.parse_args()
    found, missing = pages()
    with served() as host:
        addresses = {name: host + path for name, path in found.items()}
        own = ours(addresses, asked.repeats)
        if asked.only_ours:
            print(json.dumps(own, indent=1))
            return
        others = rivals(addresses, asked.repeats)
    publish("observe", report(own, others, missing=missing), {"ours": own, **others, "missing": missing})


if __name__ == "__main__":
    main()
