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
PARTS = ("icons", "changes", "damage", "words")
CHANGED_SHARE = 0.1


def measure_changes(screens: Sequence[TextScreen]) -> tuple[str, dict[str, object]]:
    """Measure reading after a tenth of the rows was replaced by those of the next screen."""
    ratios, full_sec, changed_sec, same, equal, lines = [], [], [], 0, 0, 0
    pairs = list(pairwise(screens))
    for screen, other in pairs:
        before = decode(screen.shot.picture)
        source = decode(other.shot.picture)
        now = before.copy()
        start, end = (_blank_row(before, source, share=share) for share in (0.4, 0.4 + CHANGED_SHARE))
        now[start:end] = source[start:end]
        reader = TextReader(UNLIMITED)
        reader.read(before)
        started_at = time.process_time()
        again = reader.read(now)
        middle = time.process_time()
        full = TextReader(UNLIMITED).read(now)
        ended_at = time.process_time()
        changed_sec.append(middle - started_at)
        full_sec.append(ended_at - middle)
        ratios.append(full_sec[-1] / changed_sec[-1])
        texts, expected = ([line.text for line in t.lines] for t in (again, full))
        same += texts == expected
        equal += sum((Counter(texts) & Counter(expected)).values())
        lines += max(len(texts), len(expected))
    text = (
        f"Reading a phone screen of 1080 x 2400 pixels takes {statistics.median(full_sec):.2f} s of "
        f"processor time, after a tenth of its rows changed {statistics.median(changed_sec):.2f} s "
        f"({statistics.median(ratios):.1f} times less, medians of {len(pairs)}, lowest and highest "
        f"{min(ratios):.1f} and {max(ratios):.1f}); the text is the same as that of a full reading in "
        f"{same} of {len(pairs)} cases, and {equal / max(1, lines):.1%} of the lines are. Load average: "
        f"{os.getloadavg()[0]:.0f}."
    )
    return text, {"ratios": ratios, "full_sec": full_sec, "changed_sec": changed_sec, "same": same}


def _blank_row(one: np.ndarray, other: np.ndarray, *, share: float) -> int:
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
    done = 0
    table: dict[str, list[int]] = {k: [0, 0, 0, 0] for k in ("intact", "removed", "without name", "shifted")}
    for screen in screens:
        if time.monotonic() > until:
            break
        lines = TextReader(UNLIMITED).read(decode(screen.shot.picture)).lines
        for kind, sums in table.items():
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
        done += 1
    rows = [(kind, *sums) for kind, sums in table.items()]
    heads = (
        f"tree ({done} screens)",
        "damaged nodes with text",
        "recovered",
        "nodes added",
        "added text that the page lacks",
    )
    return render_table(heads, rows), dict(table)


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
