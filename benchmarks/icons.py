"""Measure detection, naming and selection of icons on pages whose icons are known.

The pages show icons of `bootstrap-icons`, a set that the network was not trained on, in toolbars, lists,
buttons and cards, in several sizes and themes. "Contours alone" are the contours of Canny edges with the same
limits of size, without the other rules. Download the package before:

    npm pack bootstrap-icons
    python benchmarks/icons.py FOLDER
"""

from __future__ import annotations

import argparse
import csv
import html
import random
import re
import tarfile
import time
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import cv2
import msgspec
import numpy as np
from _report import publish, render_table
from playwright.sync_api import Page, sync_playwright

from onscreen.device.chromium_executable import executable, is_sandboxed
from onscreen.perceive.icon_detection import DetectionLimits, Pixels, detect_icons, find_edges
from onscreen.perceive.icon_selection import choose_icon
from onscreen.perceive.icon_sense import read_icons
from onscreen.perceive.pixel_array import decode
from onscreen.types import Box, Picture

SIZES = (16, 20, 24, 32, 48)
THEMES = (
    ("#fff", "#222"), ("#f4f4f4", "#555"), ("#1e1e1e", "#ddd"), ("#1a73e8", "#fff"), ("#ffe9c7", "#b3261e"),
    ("linear-gradient(90deg,#345,#9bc)", "#fff"), ("#e8f5e9", "#1b5e20"), ("#fff", "#999"),
)  # fmt: skip
WORDS = (
    "Report", "invoice", "of", "the", "month", "Open", "Sent", "42", "items", "Today", "Draft", "total",
    "3.50", "Anna", "Berlin", "notes", "v2", "OK", "a",
)  # fmt: skip
VIEW = (1280, 800)


class Truth(msgspec.Struct, frozen=True):
    """An icon of a page with its concept, "" for an icon of no concept or a control."""

    kind: str
    concept: str
    box: Box


def load_icons(folder: Path) -> dict[str, tuple[str, str]]:
    """Return the SVG text and the concept of each icon of the package that has a concept."""
    text = files("onscreen.perceive").joinpath("icon_concepts.tsv").read_text("utf-8")
    rows = csv.DictReader(text.splitlines(), delimiter="\t")
    concepts = {icon: row["concept"] for row in rows for icon in row["icons"].split()}
    icons = {}
    with tarfile.open(next(folder.glob("bootstrap-icons-*.tgz"))) as archive:
        for member in archive:
            match = re.fullmatch(r"package/icons/(.+?)(-fill)?\.svg", member.name)
            concept = match and concepts.get(f"bootstrap:{match[1]}", concepts.get(match[1]))
            stream = archive.extractfile(member) if concept else None
            if match and concept and stream:
                icons[match[1] + (match[2] or "")] = (stream.read().decode(), concept)
    return icons


def write_page(icons: dict[str, tuple[str, str]], *, size: int, theme: tuple[str, str], seed: int) -> str:
    """Return a page with icons in toolbars, lists, buttons and cards."""
    source = random.Random(seed)  # noqa: S311 - no secret
    names = source.sample(sorted(icons), 40)

    def icon() -> str:
        svg, concept = icons[names.pop()]
        svg = re.sub(r'width="16" height="16"', f'width="{size}" height="{size}"', svg)
        return f'<span class=i data-c="{html.escape(concept)}">{svg}</span>'

    def words(count: int) -> str:
        return " ".join(source.choice(WORDS) for _ in range(count))

    bar = "".join(icon() for _ in range(14))
    rows = "".join(
        f"<div class=r>{icon()}<span>{words(5)}</span><b>{words(1)}</b>{icon()}</div>" for _ in range(6)
    )
    buttons = "".join(f"<button>{icon()}</button>" for _ in range(6))
    cards = "".join(f"<div class=c>{icon()}<p>{words(9)}</p></div>" for _ in range(4))
    return f"""<style>body{{margin:0;font:15px sans-serif;background:{theme[0]};color:{theme[1]}}}
    .i{{display:inline-block;line-height:0}}
    .b{{padding:8px;display:flex;gap:{size}px;border-bottom:solid 1px}}
    .r{{display:flex;gap:12px;padding:6px;align-items:center;width:520px}} .r span:not(.i){{flex:1}}
    .c{{display:inline-block;width:220px;border:1px solid;margin:6px;padding:8px;border-radius:6px}}
    button{{background:none;border:1px solid;color:inherit;padding:6px;margin:4px;border-radius:6px}}</style>
    <div class=b>{bar}</div><h2>{words(4)}</h2><p>{words(40)}</p>{rows}{buttons}
    <p><input type=checkbox checked> {words(2)} <input type=radio> {words(2)} <input value="{words(2)}">
    <select><option>{words(1)}</select></p>{cards}<table border=1><tr><td>{words(1)}<td>{words(2)}</table>"""


def read_truth(page: Page) -> list[Truth]:
    """Return the icons and controls that lie in the window."""
    rows = page.evaluate(
        """() => [...document.querySelectorAll('.i, input, select')].map(e => {
            const r = e.getBoundingClientRect();
            const kind = e.className === 'i' ? 'icon' : 'control';
            return [kind, e.dataset.c || '', r.left, r.top, r.right, r.bottom];
        })"""
    )
    return [Truth(kind, concept, Box(*box)) for kind, concept, *box in rows if box[3] <= VIEW[1]]


def detect_contours(pixels: Pixels) -> tuple[Box, ...]:
    """Return the boxes of outer contours with the size of an icon."""
    limits = DetectionLimits()
    merged = cv2.dilate(find_edges(pixels), np.ones((limits.merge_px, limits.merge_px), np.uint8))
    contours, _ = cv2.findContours(merged, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    sides = [cv2.boundingRect(contour) for contour in contours]
    return tuple(
        Box(float(x), float(y), float(x + w), float(y + h))
        for x, y, w, h in sides
        if limits.min_side_px <= max(w, h) <= limits.max_side_px
    )


class Counts:
    """Counts of one detector."""

    def __init__(self) -> None:
        """Start at zero."""
        self.icons = self.hits = self.candidates = self.right = 0
        self.seconds: list[float] = []

    def add(self, boxes: Sequence[Box], truth: Sequence[Truth]) -> None:
        """Add the candidates of one screen; one with its centre inside an icon or control is right."""
        wanted = [each for each in truth if each.kind == "icon"]
        self.icons += len(wanted)
        self.hits += sum(any(each.box.contains(box.center) for box in boxes) for each in wanted)
        self.candidates += len(boxes)
        self.right += sum(any(each.box.contains(box.center) for each in truth) for box in boxes)

    def row(self, name: str) -> tuple[object, ...]:
        """Return recall, precision and the median time."""
        return (
            name,
            f"{self.hits / self.icons:.3f}",
            f"{self.right / max(1, self.candidates):.3f}",
            f"{1000 * float(np.median(self.seconds)):.0f}",
        )


def measure_selection(
    pixels: Pixels, boxes: Sequence[Box], truth: Sequence[Truth]
) -> tuple[int, int, int, int]:
    """Choose every icon by the name of its concept; return right, wrong, none, and wrong for absent ones."""
    seen = read_icons(pixels, boxes)
    concepts = [each.concept for each in truth if each.kind == "icon"]
    right = wrong = none = 0
    for each in truth:
        if each.kind != "icon" or concepts.count(each.concept) > 1:
            continue
        choice = choose_icon(each.concept, seen, size=VIEW)
        if choice.index is None:
            none += 1
        elif each.box.contains(boxes[choice.index].center):
            right += 1
        else:
            wrong += 1
    absent = [c for c in ("robot", "umbrella", "fingerprint", "bank", "trophy") if c not in concepts]
    return right, wrong, none, sum(choose_icon(c, seen, size=VIEW).index is not None for c in absent)


def main() -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="folder with the downloaded package")
    folder = parser.parse_args().folder
    icons = load_icons(folder)
    ours, contours, chosen, named = Counts(), Counts(), np.zeros(4, int), {size: [0, 0] for size in SIZES}
    name_sec = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), chromium_sandbox=is_sandboxed())
        page = browser.new_page(viewport={"width": VIEW[0], "height": VIEW[1]})
        for seed, (size, theme) in enumerate((s, t) for s in SIZES for t in THEMES):
            page.set_content(write_page(icons, size=size, theme=theme, seed=seed))
            pixels, truth = decode(Picture(page.screenshot())), read_truth(page)
            found: tuple[Box, ...] = ()
            for counts, detect in ((contours, detect_contours), (ours, detect_icons)):
                start = time.perf_counter()
                found = detect(pixels)
                counts.seconds.append(time.perf_counter() - start)
                counts.add(found, truth)
            start = time.perf_counter()
            readings = read_icons(pixels, found)
            name_sec.append(time.perf_counter() - start)
            for icon in readings:
                known = next((e for e in truth if e.concept and e.box.contains(icon.box.center)), None)
                if known is not None:
                    named[size][0] += known.concept == icon.reading.name
                    named[size][1] += 1
            chosen += measure_selection(pixels, found, truth)
        browser.close()
    heads = ("detection", "recall", "precision", "ms per screen")
    table = render_table(heads, [ours.row("icons"), contours.row("contours alone")])
    names = render_table(
        ("size (px)", "named right", "of detected"),
        [(s, f"{r / max(1, n):.3f}", n) for s, (r, n) in named.items()],
    )
    right, wrong, none, false = chosen.tolist()
    selection = (
        f"Selection by the name of the concept: {right} right, {wrong} wrong, {none} not chosen; "
        f"{false} choices for concepts that are not on the screen.\n"
        f"Naming: median {1000 * float(np.median(name_sec)):.0f} ms per screen."
    )
    head = f"## Icons\n\n{len(ours.seconds)} screens, {ours.icons} icons of a set that was not trained on."
    text = f"{head}\n\n{table}\n\n{names}\n\n{selection}"
    publish("icons", text, {"recall": ours.hits / ours.icons, "precision": ours.right / ours.candidates})


if __name__ == "__main__":
    main()
