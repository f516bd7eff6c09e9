"""Text recognition on screens with known words: python benchmarks/ocr.py [--parts words] [--max-sec 600].

Ours, RapidOCR alone with its default settings and Tesseract (sparse text mode) read the same screenshots, one
after the other in one run. A word is found if a tool reports it, apart from case and punctuation, within
`NEAR_PX` of its box. Then the time of reading a phone screen again after a tenth of its rows changed is
measured, what the merged list recovers from trees in which a tenth of the nodes is damaged, and how many of
the small controls of the tree the sense `icons` finds without the tree.
"""

from __future__ import annotations

import argparse
import csv
import io
import random
import shutil
import statistics
import subprocess
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import msgspec
import numpy as np
from _report import publish, render_table
from _text_screens import KnownWord, TextScreen, collect_phone_screens, collect_web_screens
from rapidocr import RapidOCR

from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.icon_detection import DEFAULT_ICON_LIMITS, detect_icons
from onscreen.perceive.pixel_array import decode
from onscreen.perceive.recognized_text import TextLine
from onscreen.perceive.screenshot_text import TextReader
from onscreen.perceive.text_merge import merge_text, squash
from onscreen.perceive.unread_regions import PICTURE_ROLES
from onscreen.types import Box, Node

SEED = 5
NEAR_PX = 12.0
"""Distance from the box within which a reported word counts as the known one: half a line."""
DAMAGED_SHARE = 0.1
SHIFT_PX = 40
PARTS = ("icons", "changes", "damage", "words")
CHANGED_SHARE = 0.1


class WordCounts(msgspec.Struct):
    """Counts of known, reported and found words, and of those with the centre inside the true box."""

    known: int = 0
    found: int = 0
    centred: int = 0
    reported: int = 0
    right: int = 0
    seconds: float = 0.0

    def add(self, other: WordCounts) -> None:
        """Add other counts."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def words_of(lines: Sequence[TextLine]) -> list[KnownWord]:
    """Split lines into words, whose boxes are estimated from the numbers of characters."""
    words = []
    for line in lines:
        per_char, start = line.box.width / max(1, len(line.text)), 0
        for word in line.text.split():
            left = line.box.left + start * per_char
            words.append(
                KnownWord(word, Box(left, line.box.top, left + len(word) * per_char, line.box.bottom))
            )
            start += len(word) + 1
    return words


def read_with_ours(pixels: np.ndarray) -> list[KnownWord]:
    """Read a screenshot with the sense `ocr`."""
    return words_of(TextReader().read(pixels).lines)


def read_with_tesseract(pixels: np.ndarray) -> list[KnownWord]:
    """Read a screenshot with Tesseract in its mode for sparse text."""
    header = f"P6 {pixels.shape[1]} {pixels.shape[0]} 255\n".encode()
    command = [shutil.which("tesseract") or "tesseract", "-", "-", "-l", "eng", "--psm", "11", "tsv"]
    done = subprocess.run(command, input=header + pixels.tobytes(), capture_output=True, check=True)
    rows = csv.DictReader(io.StringIO(done.stdout.decode()), delimiter="\t", quoting=csv.QUOTE_NONE)
    found = []
    for row in rows:
        if (row["text"] or "").strip() and float(row["conf"]) >= 0:
            left, top = float(row["left"]), float(row["top"])
            box = Box(left, top, left + float(row["width"]), top + float(row["height"]))
            found.append(KnownWord(row["text"], box))
    return found


def make_rapidocr() -> Callable[[np.ndarray], list[KnownWord]]:
    """Return a function that reads a screenshot with RapidOCR and its default settings."""
    engine = RapidOCR(params={"Global.log_level": "critical"})

    def read(pixels: np.ndarray) -> list[KnownWord]:
        output = engine(np.ascontiguousarray(pixels[:, :, ::-1]))
        if output.boxes is None:
            return []
        lines = [
            TextLine(text, Box(*box.min(axis=0).tolist(), *box.max(axis=0).tolist()), float(score))
            for box, text, score in zip(output.boxes, output.txts, output.scores, strict=True)
        ]
        return words_of(lines)

    return read


def count_words(screen: TextScreen, reported: Sequence[KnownWord], *, seconds: float) -> WordCounts:
    """Compare the reported words with those that are known to be on the screen."""
    counts = WordCounts(seconds=seconds)
    shown = [w for w in reported if screen.area.contains(w.box.center) and any(map(str.isalnum, w.text))]
    counts.reported = len(shown)
    free = list(shown)
    for word in sorted(screen.words, key=lambda each: each.optional):
        near = [w for w in free if squash(w.text) == squash(word.text) and _distance(w, word) <= NEAR_PX]
        best = min(near, key=lambda w: _distance(w, word), default=None)
        counts.known += not word.optional
        if best is not None:
            free.remove(best)
            counts.right += 1
            counts.found += not word.optional
            counts.centred += not word.optional and word.box.contains(best.box.center)
    return counts


def _distance(word: KnownWord, known: KnownWord) -> float:
    """Return the distance of the centre of a word from a box, 0 inside it."""
    centre, box = word.box.center, known.box
    across = max(box.left - centre.x, 0, centre.x - box.right)
    return max(across, box.top - centre.y, 0, centre.y - box.bottom)


def compare_tools(
    screens: Sequence[TextScreen], max_sec: float
) -> tuple[dict[str, dict[str, WordCounts]], int]:
    """Read screens with every tool until the time is used up.

    Returns counts per tool and kind of screen, and the number of screens.
    """
    tools = {
        "onscreen": read_with_ours,
        "RapidOCR alone": make_rapidocr(),
        "Tesseract": read_with_tesseract,
    }
    totals: dict[str, dict[str, WordCounts]] = {name: defaultdict(WordCounts) for name in tools}
    until = time.monotonic() + max_sec
    done = 0
    for screen in screens:
        if time.monotonic() > until:
            break
        pixels = decode(screen.shot.picture)
        for name, read in tools.items():
            started_at = time.monotonic()
            reported = read(pixels)
            counts = count_words(screen, reported, seconds=time.monotonic() - started_at)
            totals[name][screen.kind].add(counts)
            totals[name]["all"].add(counts)
        done += 1
    return totals, done


def word_table(totals: Mapping[str, Mapping[str, WordCounts]], done: int) -> str:
    """Render the comparison of the tools as a table."""
    rows = []
    for name, kinds in totals.items():
        for kind, c in sorted(kinds.items()):
            rows.append(
                (
                    name,
                    kind,
                    c.known,
                    f"{c.found / max(1, c.known):.1%}",
                    f"{c.right / max(1, c.reported):.1%}",
                    f"{c.centred / max(1, c.found):.1%}",
                    f"{c.seconds:.0f} s",
                )
            )
    heads = ("tool", "screens", "words", "recall", "precision", "centre in box", f"time ({done} screens)")
    return render_table(heads, rows)


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
        reader = TextReader()
        reader.read(before)
        started_at = time.monotonic()
        again = reader.read(now)
        middle = time.monotonic()
        full = TextReader().read(now)
        ended_at = time.monotonic()
        changed_sec.append(middle - started_at)
        full_sec.append(ended_at - middle)
        ratios.append(full_sec[-1] / changed_sec[-1])
        texts, expected = ([line.text for line in t.lines] for t in (again, full))
        same += texts == expected
        equal += sum((Counter(texts) & Counter(expected)).values())
        lines += max(len(texts), len(expected))
    text = (
        f"Reading a phone screen of 1080 x 2400 pixels takes {statistics.median(full_sec):.2f} s, after a "
        f"tenth of its rows changed {statistics.median(changed_sec):.2f} s ({statistics.median(ratios):.1f} "
        f"times faster, medians of {len(pairs)}); the text is the same as that of a full reading in "
        f"{same} of {len(pairs)} cases, and {equal / max(1, lines):.1%} of the lines are."
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
        lines = TextReader().read(decode(screen.shot.picture)).lines
        for kind, sums in table.items():
            nodes, lost = (
                (screen.shot.nodes, []) if kind == "intact" else damage(screen.shot.nodes, kind, rng=rng)
            )
            lost = [n for n in lost if _is_shown(n, screen)]
            merged = merge_text(nodes, lines)
            added = [n for n in merged if n.seen_by == "ocr" and screen.area.contains(n.box.center)]
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
    """Measure which small controls and images of the tree are detected by contours alone."""
    known, found, reported, right = 0, 0, 0, 0
    for screen in screens:
        pixels = decode(screen.shot.picture)
        words = [w.box for w in screen.words if not w.optional]
        targets = [
            node.box
            for node in screen.shot.nodes
            if (kind_of(node) != "information" or node.role in PICTURE_ROLES)
            and max(node.box.width, node.box.height) <= DEFAULT_ICON_LIMITS.max_px
            and min(node.box.width, node.box.height) >= DEFAULT_ICON_LIMITS.min_px
            and not any(node.box.contains(word.center) for word in words)
        ]
        icons = [
            box
            for box in detect_icons(pixels, ignored=words)
            if screen.area.contains(box.center) and not any(box.contains(word.center) for word in words)
        ]
        known += len(targets)
        found += sum(any(target.contains(icon.center) for icon in icons) for target in targets)
        reported += len(icons)
        right += sum(any(target.contains(icon.center) for target in targets) for icon in icons)
    text = (
        f"Of {known} small controls and images without text on {len(screens)} screens, contours find {found} "
        f"({found / max(1, known):.1%}); {right} of the {reported} shapes found "
        f"({right / max(1, reported):.1%}) are in one of them."
    )
    return text, {"known": known, "found": found, "reported": reported, "right": right}


def main() -> None:
    """Collect the screens, measure the chosen parts, and publish the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--max-sec", type=float, default=600.0, help="time for each part that reads screens")
    parser.add_argument("--screens", type=int, default=200)
    parser.add_argument("--changes", type=int, default=8, help="number of phone screens with a changed tenth")
    arguments = parser.parse_args()
    phone = list(collect_phone_screens())
    screens = [*collect_web_screens(), *phone]
    random.Random(SEED).shuffle(screens)  # noqa: S311  reproducible sampling, no secrets
    screens = screens[: arguments.screens]
    if "icons" in arguments.parts:
        text, data = measure_icons(screens)
        publish("ocr-icons", f"## Detection of icons\n\n{text}", data)
    if "changes" in arguments.parts:
        tall = [s for s in phone if s.shot.picture.size == (1080, 2400)][: arguments.changes + 1]
        text, data = measure_changes(tall)
        publish("ocr-changes", f"## Reading a changed screenshot\n\n{text}", data)
    if "damage" in arguments.parts:
        text, data = measure_damage(screens, time.monotonic() + arguments.max_sec)
        publish("ocr-damage", f"## Text of damaged trees\n\n{text}", data)
    if "words" in arguments.parts:
        totals, done = compare_tools(screens, arguments.max_sec)
        data = {"screens": done, "totals": msgspec.to_builtins(totals)}
        publish("ocr", f"## Text recognition\n\n{word_table(totals, done)}", data)


if __name__ == "__main__":
    main()
