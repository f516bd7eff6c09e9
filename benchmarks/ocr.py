"""Text recognition on screens with known words: python benchmarks/ocr.py [--parts words] [--max-sec 600].

Ours, RapidOCR alone with its default settings and Tesseract (sparse text mode) read the same screenshots, one
after the other in one run. A word is found if a tool reports it, apart from case and punctuation, within
`NEAR_PX` of its box. The screens are practice sites, applications of the practice phone and GTK programs;
they and the counts are stored in runs/benchmarks, and a run that was stopped continues there. Then the time
of reading a phone screen again after a tenth of its rows changed is measured, what the merged list recovers
from trees in which a tenth of the nodes is damaged, and how many of the small controls of the tree the sense
`icons` finds without the tree.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise

import msgspec
import numpy as np
from _desktop_screens import collect_desktop_screens
from _report import RESULTS, publish, render_table
from _text_screens import TextScreen, collect_phone_screens, collect_web_screens
from _word_counts import UNLIMITED, compare_tools, word_table
from numpy.typing import NDArray

from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.icon_detection import DetectionLimits, detect_icons
from onscreen.perceive.pixel_array import decode
from onscreen.perceive.screenshot_text import TextReader
from onscreen.perceive.text_merge import merge_text, squash
from onscreen.perceive.unread_regions import PICTURE_ROLES
from onscreen.types import Box, Node

SCREENS = RESULTS / "ocr-screens"
"""Folder of the collected screens; remove it to collect them again."""
SEED = 5
DAMAGED_SHARE = 0.1
SHIFT_PX = 40
DAMAGES = ("intact", "removed", "without name", "shifted")
PARTS = ("icons", "changes", "damage", "words")
CHANGED_SHARE = 0.1
CHANGE_STARTS = (0.1, 0.25, 0.4, 0.55, 0.7)
"""Shares of the height at which the changed rows start."""
WANTED_RATIO = 10
Pixels = NDArray[np.uint8]


class ChangeCase(msgspec.Struct, frozen=True):
    """Processor time and equal lines of a full reading, and of one after a share of the rows changed."""

    share: float
    full_sec: float
    changed_sec: float
    equal_lines: int
    lines: int


def measure_changes(screens: Sequence[TextScreen]) -> tuple[str, dict[str, object]]:
    """Measure reading after about a tenth of the rows was replaced by those of the next screen."""
    cases = [
        _measure_change(decode(screen.shot.picture), decode(other.shot.picture), start_share=share)
        for screen, other in pairwise(screens)
        for share in CHANGE_STARTS
    ]
    full, changed = (sum(getattr(case, name) for case in cases) for name in ("full_sec", "changed_sec"))
    ratios = [case.full_sec / case.changed_sec for case in cases]
    same = sum(case.equal_lines == case.lines for case in cases)
    equal, lines = (sum(getattr(case, name) for case in cases) for name in ("equal_lines", "lines"))
    text = (
        f"In {len(cases)} cases, {len(CHANGE_STARTS)} places on each of {len(screens) - 1} phone screens of "
        "1080 x 2400 pixels, about a tenth of the rows was replaced by those of the next screen "
        f"({statistics.mean(case.share for case in cases):.1%} on average, because no text is cut). A full "
        f"reading takes {full / len(cases):.2f} s of processor time, reading the changed screen "
        f"{changed / len(cases):.2f} s, {full / changed:.1f} times less (median of the ratios "
        f"{statistics.median(ratios):.1f}, lowest {min(ratios):.1f}, highest {max(ratios):.1f}; "
        f"{sum(ratio >= WANTED_RATIO for ratio in ratios)} cases of at least {WANTED_RATIO}). The text is "
        f"the same as that of a full reading in {same} cases, and {equal / max(1, lines):.1%} of the lines "
        f"are. Load average: {os.getloadavg()[0]:.0f}."
    )
    return text, {"cases": msgspec.to_builtins(cases)}


def _measure_change(before: Pixels, source: Pixels, *, start_share: float) -> ChangeCase:
    """Replace rows from a share of the height by those of another picture, and read the result twice."""
    now = before.copy()
    start, end = (_blank_row(before, source, share=start_share + each) for each in (0.0, CHANGED_SHARE))
    now[start:end] = source[start:end]
    reader = TextReader(UNLIMITED)
    reader.read(before)
    started_at = time.process_time()
    again = [line.text for line in reader.read(now).lines]
    middle = time.process_time()
    full = [line.text for line in TextReader(UNLIMITED).read(now).lines]
    ended_at = time.process_time()
    equal = len(full) if again == full else (Counter(again) & Counter(full)).total()
    return ChangeCase(
        (end - start) / len(now), ended_at - middle, middle - started_at, equal, max(len(again), len(full))
    )


def _blank_row(one: Pixels, other: Pixels, *, share: float) -> int:
    """Return the row near a share of the height with the fewest edges, so that no text is cut."""
    height = one.shape[0]
    first, last = int((share - 0.03) * height), int((share + 0.03) * height)
    edges = [np.abs(np.diff(p[first:last, :, 1].astype(int), axis=1)).sum(axis=1) for p in (one, other)]
    return first + int(np.argmin(edges[0] + edges[1]))


def damage(nodes: Sequence[Node], kind: str, *, rng: random.Random) -> tuple[tuple[Node, ...], list[Node]]:
    """Return the nodes with a tenth of the named leaves damaged, and the originals of the damaged ones."""
    parents = {node.parent for node in nodes}
    named = [i for i, n in enumerate(nodes) if n.name and i not in parents and n.box.area]
    chosen = set(rng.sample(named, max(1, int(DAMAGED_SHARE * len(named))))) if named else set()
    damaged = list(nodes)
    for i in chosen:
        box = nodes[i].box
        if kind == "removed":  # an empty leaf stands for the missing node, so that indices stay
            damaged[i] = msgspec.structs.replace(
                nodes[i], role="generic", name="", value="", box=Box(0, 0, 0, 0)
            )
        elif kind == "without name":
            damaged[i] = msgspec.structs.replace(nodes[i], name="")
        else:
            moved = Box(box.left, box.top + SHIFT_PX, box.right, box.bottom + SHIFT_PX)
            damaged[i] = msgspec.structs.replace(nodes[i], box=moved)
    return tuple(damaged), [nodes[i] for i in sorted(chosen)]


def measure_damage(screens: Sequence[TextScreen], until: float) -> tuple[str, dict[str, object]]:
    """Measure what the merge recovers of damaged trees, and what it adds to intact and damaged ones."""
    rng = random.Random(SEED)  # noqa: S311  reproducible sampling, no secrets
    done: Counter[str] = Counter()
    table: dict[tuple[str, str], list[int]] = {}
    for screen in screens:
        if time.monotonic() > until:
            break
        lines = TextReader(UNLIMITED).read(decode(screen.shot.picture)).lines
        platform = screen.kind.partition(" ")[0]
        for kind in DAMAGES:
            sums = table.setdefault((platform, kind), [0] * 4)
            nodes, lost = (
                (screen.shot.nodes, []) if kind == "intact" else damage(screen.shot.nodes, kind, rng=rng)
            )
            lost = [n for n in lost if _is_shown(n, screen)]
            merged = merge_text(nodes, lines)
            added = [n for n in merged if n.seen_by == "ocr" and screen.covers(n.box.center)]
            sums[0] += len(lost)
            sums[1] += sum(any(_is_same(n, m) for m in merged) for n in lost)
            sums[2] += len(added)
            sums[3] += sum(not _is_in(n, screen.shot.nodes) and not _is_word(n, screen) for n in added)
        done[platform] += 1
    rows = [
        (f"{done[platform]} {platform}", kind, *table[platform, kind])
        for platform in sorted(done)
        for kind in DAMAGES
    ]
    heads = (
        "screens",
        "tree",
        "damaged nodes with text",
        "recovered",
        "nodes added",
        "of them without a known word",
    )
    note = (
        f"{done.total()} of {len(screens)} screens in a random order. A tenth of the named leaves is "
        f"removed, loses its name or is shifted by {SHIFT_PX} pixels. A node is recovered if the merged list "
        "has its whole name at its place. A node without a known word is a symbol that was read as a "
        "letter, a word with an error, or a text that the ground truth lacks, such as one in a picture or "
        "an open menu."
    )
    data: dict[str, object] = {f"{platform}, {kind}": sums for (platform, kind), sums in table.items()}
    return f"{note}\n\n{render_table(heads, rows)}", data


def _is_shown(node: Node, screen: TextScreen) -> bool:
    """Check whether the words of a node are visible in its box."""
    here = {squash(w.text) for w in screen.words if not w.optional and node.box.contains(w.box.center)}
    return bool(node.name) and {squash(w) for w in node.name.split() if squash(w)} <= here


def _is_same(node: Node, other: Node) -> bool:
    return squash(node.name) == squash(other.name) and node.box.contains(other.box.center)


def _is_in(node: Node, nodes: Sequence[Node]) -> bool:
    at_place = [n for n in nodes if n.box.intersection(node.box).area > 0]
    return any(squash(node.name) in squash(f"{n.name} {n.value}") for n in at_place)


def _is_word(node: Node, screen: TextScreen) -> bool:
    near = {squash(w.text) for w in screen.words if w.box.intersection(node.box).area > 0}
    return all(squash(word) in near for word in node.name.split())


def measure_icons(screens: Sequence[TextScreen]) -> tuple[str, dict[str, object]]:
    """Measure which small controls and images of the tree are detected."""
    known, found, reported, right = 0, 0, 0, 0
    limits = DetectionLimits()
    for screen in screens:
        pixels = decode(screen.shot.picture)
        words = [w.box for w in screen.words if not w.optional]
        targets = [
            node.box
            for node in screen.shot.nodes
            if (kind_of(node) != "information" or node.role in PICTURE_ROLES)
            and max(node.box.width, node.box.height) <= limits.max_side_px
            and min(node.box.width, node.box.height) >= limits.min_side_px
            and not any(node.box.contains(word.center) for word in words)
        ]
        icons = [
            box
            for box in detect_icons(pixels, ignored=words)
            if screen.covers(box.center) and not any(box.contains(word.center) for word in words)
        ]
        known += len(targets)
        found += sum(any(target.contains(icon.center) for icon in icons) for target in targets)
        reported += len(icons)
        right += sum(any(target.contains(icon.center) for target in targets) for icon in icons)
    text = (
        f"Of {known} small controls and images without text on {len(screens)} screens, {found} are found "
        f"({found / max(1, known):.1%}); {right} of the {reported} candidates "
        f"({right / max(1, reported):.1%}) are in one of them."
    )
    return text, {"known": known, "found": found, "reported": reported, "right": right}


def load_screens() -> list[TextScreen]:
    """Return the stored screens, which are collected first if there are none, in a random order."""
    if not SCREENS.exists():
        collected = SCREENS.with_suffix(".part")
        shutil.rmtree(collected, ignore_errors=True)
        collected.mkdir(parents=True)
        kinds = (collect_desktop_screens(), collect_phone_screens(), collect_web_screens())
        for index, screen in enumerate(chain(*kinds)):
            (collected / f"{index:03}.msgpack").write_bytes(msgspec.msgpack.encode(screen))
        collected.rename(SCREENS)
    paths = sorted(SCREENS.glob("*.msgpack"))
    screens = [msgspec.msgpack.decode(path.read_bytes(), type=TextScreen) for path in paths]
    random.Random(SEED).shuffle(screens)  # noqa: S311  reproducible sampling, no secrets
    return screens


def main() -> None:
    """Load the screens, measure the chosen parts, and publish the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--max-sec", type=float, default=600.0, help="time for each part that reads screens")
    parser.add_argument("--screens", type=int, default=300)
    parser.add_argument("--changes", type=int, default=8, help="number of phone screens with a changed tenth")
    arguments = parser.parse_args()
    screens = load_screens()[: arguments.screens]
    if "icons" in arguments.parts:
        text, data = measure_icons(screens)
        publish("ocr-icons", f"## Detection of icons\n\n{text}", data)
    if "changes" in arguments.parts:
        tall = [s for s in screens if s.shot.picture.size == (1080, 2400)][: arguments.changes + 1]
        text, data = measure_changes(tall)
        publish("ocr-changes", f"## Reading a changed screenshot\n\n{text}", data)
    if "damage" in arguments.parts:
        text, data = measure_damage(screens, time.monotonic() + arguments.max_sec)
        publish("ocr-damage", f"## Text of damaged trees\n\n{text}", data)
    if "words" in arguments.parts:
        done = compare_tools(screens, max_sec=arguments.max_sec)
        note = (
            f"A random sample of {len({each.screen for each in done})} of {len(screens)} screens, all tools "
            f"with the threads of OMP_NUM_THREADS={os.environ.get('OMP_NUM_THREADS', '')}."
        )
        text = f"## Text recognition\n\n{note}\n\n{word_table(done)}"
        publish("ocr", text, {"screens": msgspec.to_builtins(done)})


if __name__ == "__main__":
    main()
