"""Comparison of our elements with Chromium's accessibility tree, on pages of many UI toolkits.

    python benchmarks/accessibility.py [--only NAME] [--print] [--rival] [--accname FOLDER]

The reference is every node of `Accessibility.getFullAXTree` that has the role of a widget or takes the focus,
and that a hit test finds in the viewport. It is found if we list an action or a field around the point that
was hit; then the names are compared, by the rules in _name_differences.py. `--print` lists every difference
and publishes nothing. `--accname` also plays the name tests of the web platform, from a checkout of them:

    git clone --depth 1 --filter=blob:none --sparse https://github.com/web-platform-tests/wpt
    git -C wpt sparse-checkout set accname
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import msgspec
from _accessibility_tree import Control, read_controls, read_texts
from _accname_tests import play_accname_tests, render_accname
from _name_differences import MAX_AREA_RATIO, Comparison, compare
from _pages import serve_pages
from _report import publish, render_table
from _rival_environment import REST_SEC, make_environment, make_request, package_version, run_script
from _toolkits import Gallery, collect_galleries

from onscreen.device.web import web
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Start

WIDTH, HEIGHT = 1280, 900
HELD_OUT = "held out"
RIVAL_TIMEOUT_SEC = 1200.0
RIVALS = {"browser-use": "_browser_use_boxes.py", "playwright": "_playwright_boxes.py"}
"""Scripts that read the elements of a page, by the package whose environment they run in."""


class Page(msgspec.Struct, frozen=True):
    """Result for a page: the number of elements we list, and the comparison of its controls.

    `rivals` contains the number of controls that each rival lists, by its name and version.
    """

    toolkit: str
    name: str
    listed: int
    compared: tuple[Comparison, ...]
    rivals: Mapping[str, int] = {}


def measure(galleries: Sequence[Gallery], host: str) -> list[Page]:
    """Compare the controls of every page."""
    settings = {"width": WIDTH, "height": HEIGHT, "call_cap_sec": 30.0, "load_cap_sec": 60.0}
    pages = []
    with closing(web(settings)) as device:
        for gallery in galleries:
            device.start(Start(host + gallery.path))
            time.sleep(REST_SEC)
            elements = build_screen(device.observe()).elements
            compared = compare(read_controls(device), elements, texts=read_texts(device))
            pages.append(Page(gallery.toolkit, gallery.page, len(elements), tuple(compared)))
    return pages


def add_rivals(pages: Sequence[Page], galleries: Sequence[Gallery], *, host: str) -> list[Page]:
    """Add the number of controls that browser-use and Playwright list to the results."""
    request = make_request({gallery.path: host + gallery.path for gallery in galleries}, (WIDTH, HEIGHT))
    boxes = {}
    for package, script in RIVALS.items():
        python = make_environment(package.replace("-", "_"), [package])
        answer = run_script(python, script, request=request, timeout_sec=RIVAL_TIMEOUT_SEC)
        boxes[f"{package} {package_version(python, package)}"] = answer
    return [
        msgspec.structs.replace(
            page,
            rivals={
                rival: sum(is_listed(c.control, found[gallery.path]) for c in page.compared)
                for rival, found in boxes.items()
            },
        )
        for page, gallery in zip(pages, galleries, strict=True)
    ]


def is_listed(control: Control, boxes: Sequence[Sequence[float]]) -> bool:
    """Return whether any box contains the control's point and has at most MAX_AREA_RATIO its area."""
    x, y, area = control.hit.x, control.hit.y, MAX_AREA_RATIO * control.hit.area
    return any(
        left <= x <= right and top <= y <= bottom and (right - left) * (bottom - top) <= area
        for left, top, right, bottom in boxes
    )


def render_report(pages: Sequence[Page], missing: Sequence[str]) -> str:
    """Render the tables: results by toolkit, then differences by category."""
    by_toolkit = {page.toolkit: [p for p in pages if p.toolkit == page.toolkit] for page in pages}
    rivals = tuple(pages[0].rivals) if pages else ()
    rows = [[toolkit, *_row(found, rivals)] for toolkit, found in by_toolkit.items()]
    held_out = [page for page in pages if page.toolkit.startswith(HELD_OUT)]
    others = [page for page in pages if page not in held_out]
    rows += [
        [title, *_row(group, rivals)] for title, group in (("all others", others), ("all held out", held_out))
    ]
    different = [c for page in pages for c in page.compared if c.verdict != "equal"]
    kinds = Counter((c.verdict, c.rule) for c in different)
    roles = Counter(
        (c.control.role, c.our_role, c.role_rule) for page in pages for c in page.compared if c.our_role
    )
    heads = ["toolkit", "pages", "our elements", "controls", "found", "equal names", "equal or better"]
    heads += [f"{rival} lists" for rival in rivals]
    differences = [[*kind, n] for kind, n in kinds.most_common()]
    other_roles = [[*pair, n] for pair, n in roles.most_common()]
    text = f"""### Elements beside Chromium's accessibility tree

Controls: the nodes of the tree that have the role of a widget or take the focus and that a hit test finds
in a view of {WIDTH} x {HEIGHT}, without containers that take the focus for the controls in them. Found: we
list an action or a field there. Equal or better names: of those found, compared without punctuation and case;
a rule of `_name_differences.py` decides what is better, from what the page shows. browser-use and Playwright:
a numbered element, or one with a reference in the snapshot for models, around the point of the control, at
most {MAX_AREA_RATIO:.0f} times as large. The page reader was corrected on the differences that these pages
showed, except for those that are held out.

{render_table(heads, rows)}

{render_table(["difference", "decided by the rule", "count"], differences)}

{render_table(["role in the tree", "our role", "explained by", "count"], other_roles)}"""
    return "\n\n".join([text, *(f"Not measured: {line}" for line in missing)])


def _row(pages: Sequence[Page], rivals: Sequence[str]) -> tuple[object, ...]:
    compared = [c for page in pages for c in page.compared]
    found = [c for c in compared if c.verdict != "missed"]
    equal = sum(c.verdict == "equal" for c in found)
    good = sum(c.verdict in {"equal", "better"} for c in found)
    listed = sum(page.listed for page in pages)
    shares = (_share(len(found), len(compared)), _share(equal, len(found)), _share(good, len(found)))
    theirs = [_share(sum(page.rivals[rival] for page in pages), len(compared)) for rival in rivals]
    return len(pages), listed, len(compared), *shares, *theirs


def _share(part: int, whole: int) -> str:
    return f"{part} ({100 * part / whole:.1f} %)" if whole else "none"


def describe_differences(pages: Sequence[Page]) -> Iterator[str]:
    """Yield a line for each difference."""
    for page in pages:
        for found in page.compared:
            if found.verdict != "equal":
                line = f"{page.toolkit}: {page.name} | {found.verdict}: {found.rule} | {found.control.role}"
                yield f"{line} {found.control.name[:60]!r} {found.ours[:60]!r}"


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="measure only toolkits or pages whose name contains this")
    parser.add_argument("--print", action="store_true", help="print every difference without publishing")
    parser.add_argument("--rival", action="store_true", help="count what the two rivals list, too")
    parser.add_argument("--accname", type=Path, help="folder with a checkout of the web platform tests")
    arguments = parser.parse_args()
    galleries, missing = collect_galleries(arguments.only)
    with serve_pages() as host:
        pages = measure(galleries, host)
        if arguments.rival:
            pages = add_rivals(pages, galleries, host=host)
    accname = play_accname_tests(arguments.accname) if arguments.accname else []
    text = "\n\n".join([render_report(pages, missing), render_accname(accname)])
    if arguments.print or arguments.only:
        print(*describe_differences(pages), text, sep="\n")
        return
    data: Mapping[str, object] = msgspec.to_builtins({"pages": pages, "missing": missing, "accname": accname})
    publish("accessibility", text, data)


if __name__ == "__main__":
    main()
