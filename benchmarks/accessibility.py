"""Our elements beside Chromium's own accessibility tree, on gallery pages of user interface toolkits.

    python benchmarks/accessibility.py [--only NAME] [--print]

The reference is every node of `Accessibility.getFullAXTree` that has the role of a widget or takes the focus,
and that a hit test finds in the viewport. It is found if we list an action or a field around the point that
was hit, in a box at most `MAX_AREA_RATIO` times as large unless role and name are equal (a check box and its
label); then the names are compared. `--print` lists every difference and publishes nothing.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing

import msgspec
from _accessibility_tree import Control, read_controls, read_texts
from _pages import serve_pages
from _report import publish, render_table
from _toolkits import Gallery, collect_galleries

from onscreen.device.web import WebDevice, web
from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Element, Point, Start

WIDTH, HEIGHT = 1280, 900
REST_SEC = 1.0
MAX_AREA_RATIO = 4.0
EDGES = " \t*:.,;…\u00d7"


class Difference(msgspec.Struct, frozen=True):
    """A control that we miss, or whose name differs."""

    kind: str
    role: str
    theirs: str
    ours: str = ""


def compare(reference: Sequence[Control], elements: Sequence[Element]) -> Iterator[Difference | None]:
    """Yield for every control how ours differs, None if it does not."""
    for control in reference:
        own = _closest(control, elements)
        if own is None:
            yield Difference(_reason(control, elements), control.role, control.name)
        elif _plain(own.name) != _plain(control.name):
            yield Difference(_name_difference(own, control.name), control.role, control.name, own.name)
        else:
            yield None


def _closest(control: Control, elements: Sequence[Element]) -> Element | None:
    point = Point(control.hit.x, control.hit.y)
    around = [e for e in elements if e.box.contains(point)]
    around = [e for e in around if kind_of(e) != "information" or e.has("disabled")]
    around = [e for e in around if _is_same(e, control) or e.box.area <= MAX_AREA_RATIO * control.hit.area]

    def rank(element: Element) -> tuple[bool, bool, float]:
        return (
            not _is_same(element, control),
            element.role != control.role,
            abs(element.box.area - control.hit.area),
        )

    return min(around, key=rank, default=None)


def _is_same(element: Element, control: Control) -> bool:
    return element.role == control.role and _plain(element.name) == _plain(control.name)


def _reason(control: Control, elements: Sequence[Element]) -> str:
    point = Point(control.hit.x, control.hit.y)
    if any(e.box.contains(point) and kind_of(e) != "information" for e in elements):
        return "missed: only in a larger element of ours"
    return "missed: no action of ours there"


def _name_difference(own: Element, theirs: str) -> str:
    ours, other = _plain(own.name), _plain(theirs)
    if not ours:
        return "name: we have none"
    if not other:
        return "name: only we have one"
    if other in ours:
        return "name: ours is longer"
    if ours in other:
        return (
            "name: theirs includes the value"
            if own.value and _plain(own.value) in other
            else "name: ours is shorter"
        )
    return "name: another"


def _plain(text: str) -> str:
    return "".join(c for c in text if c.isalnum()).casefold() or text.strip(EDGES)


def measure(galleries: Sequence[Gallery], host: str) -> dict[str, tuple[list[Difference | None], int]]:
    """Return the differences on every page, and how many elements we list there."""
    results = {}
    with closing(web({"width": WIDTH, "height": HEIGHT, "call_cap_sec": 30.0, "load_cap_sec": 60.0, "settle_cap_sec": 10.0})) as device:
        for gallery in galleries:
            device.start(Start(host + gallery.path))
            time.sleep(REST_SEC)
            shot = device.observe()
            elements = build_screen(shot).elements
            controls = read_controls(device)
            results[f"{gallery.toolkit}: {gallery.page}"] = (list(compare(controls, elements)), len(elements))
    return results


def render_report(results: Mapping[str, tuple[list[Difference | None], int]], missing: Sequence[str]) -> str:
    """Render the tables."""
    rows, kinds = [], Counter[str]()
    for name, (found, listed) in results.items():
        rows.append([name, listed, *_shares(found)])
        kinds.update(d.kind for d in found if d)
    rows.append(
        [
            "all",
            sum(n for _, n in results.values()),
            *_shares([d for found, _ in results.values() for d in found]),
        ]
    )
    text = f"""### Elements beside Chromium's accessibility tree

Controls: the nodes of the tree that have the role of a widget or take the focus and that a hit test finds
in a view of {WIDTH} x {HEIGHT}. Found: we list an action or a field there. Equal names: of those found,
compared without punctuation and case.

{render_table(["toolkit", "our elements", "controls", "found", "equal names"], rows)}

{render_table(["difference", "count"], kinds.most_common())}"""
    return "\n\n".join([text, *(f"Not measured: {line}" for line in missing)])


def _shares(found: Sequence[Difference | None]) -> tuple[int, str, str]:
    reached = [d for d in found if d is None or not d.kind.startswith("missed")]
    equal = sum(d is None for d in found)
    return (
        len(found),
        f"{len(reached)} ({_percent(len(reached), len(found))})",
        f"{equal} ({_percent(equal, len(reached))})",
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part // whole}%" if whole else "none"


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="measure only toolkits whose name contains this")
    parser.add_argument("--print", action="store_true", help="print every difference without publishing")
    arguments = parser.parse_args()
    galleries, missing = collect_galleries(arguments.only)
    with serve_pages() as host:
        results = measure(galleries, host)
    if arguments.print or arguments.only:
        for name, (found, _) in results.items():
            for difference in found:
                if difference:
                    print(
                        name,
                        "|",
                        difference.kind,
                        "|",
                        difference.role,
                        repr(difference.theirs[:60]),
                        repr(difference.ours[:60]),
                    )
        print(render_report(results, missing))
        return
    data = {
        name: {
            "elements": n,
            "differences": msgspec.to_builtins([d for d in found if d]),
            "controls": len(found),
        }
        for name, (found, n) in results.items()
    }
    publish("accessibility", render_report(results, missing), {"results": data, "missing": missing})


if __name__ == "__main__":
    main()
