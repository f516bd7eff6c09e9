"""Words that text recognition tools find on screens with known words, stored per screen."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec
import numpy as np
from _report import RESULTS, render_table
from _text_screens import KnownWord, TextScreen
from rapidocr import RapidOCR
from rapidocr.utils.output import RapidOCROutput

from onscreen.perceive.pixel_array import decode
from onscreen.perceive.recognized_text import TextLine
from onscreen.perceive.screenshot_text import ReadingLimits, TextReader
from onscreen.perceive.text_merge import squash
from onscreen.perceive.text_recognition import count_threads
from onscreen.types import Box

NEAR_PX = 12.0
"""Distance from the box within which a reported word counts as the known one: half a line."""
UNLIMITED = ReadingLimits(max_sec=float("inf"))
STORE = RESULTS / "ocr-screens.jsonl"
"""File with the counts of each screen, to which a run that continues adds the missing ones."""


Reader = Callable[[np.ndarray], list[KnownWord]]
"""Function that reads the words of an RGB array."""


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
    """Read a screenshot as the sense `ocr` does, but without a time limit, as the other tools."""
    return words_of(TextReader(UNLIMITED).read(pixels).lines)


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


def make_rapidocr() -> Reader:
    """Return a function that reads a screenshot with RapidOCR and its default settings."""
    engine = RapidOCR(
        params={
            "Global.log_level": "critical",
            "EngineConfig.onnxruntime.intra_op_num_threads": count_threads(),
        }
    )

    def read(pixels: np.ndarray) -> list[KnownWord]:
        output = engine(np.ascontiguousarray(pixels[:, :, ::-1]))
        if not isinstance(output, RapidOCROutput) or output.boxes is None or not output.txts:
            return []
        lines = [
            TextLine(text, Box(*box.min(axis=0).tolist(), *box.max(axis=0).tolist()), float(score))
            for box, text, score in zip(output.boxes, output.txts, output.scores or (), strict=True)
        ]
        return words_of(lines)

    return read


def processor_sec() -> float:
    """Return the processor time of this process and its ended children, which other load hardly changes."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def count_words(screen: TextScreen, reported: Sequence[KnownWord], *, seconds: float) -> WordCounts:
    """Compare the reported words with those that are known to be on the screen."""
    counts = WordCounts(seconds=seconds)
    shown = [w for w in reported if screen.covers(w.box.center) and any(map(str.isalnum, w.text))]
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


class ScreenCounts(msgspec.Struct, frozen=True):
    """Counts of one tool on one screen."""

    screen: str
    kind: str
    tool: str
    counts: WordCounts


def compare_tools(
    screens: Iterable[TextScreen], *, max_sec: float, store: Path = STORE
) -> tuple[ScreenCounts, ...]:
    """Read screens with every tool until the time is used up, and return all stored counts.

    The counts are stored after each reading. What is stored is not read again by a later run.
    """
    tools = {
        "onscreen": read_with_ours,
        "RapidOCR alone": make_rapidocr(),
        "Tesseract": read_with_tesseract,
    }
    store.parent.mkdir(parents=True, exist_ok=True)
    store.touch()
    done = [msgspec.json.decode(line, type=ScreenCounts) for line in store.read_bytes().splitlines()]
    known = {(each.screen, each.tool) for each in done}
    until = time.monotonic() + max_sec
    for screen in screens:
        if time.monotonic() > until:
            break
        missing = {name: read for name, read in tools.items() if (screen.name, name) not in known}
        pixels = decode(screen.shot.picture) if missing else np.zeros((1, 1, 3), np.uint8)
        for name, read in missing.items():
            started_at = processor_sec()
            reported = read(pixels)
            counts = count_words(screen, reported, seconds=processor_sec() - started_at)
            done.append(ScreenCounts(screen.name, screen.kind, name, counts))
            with store.open("ab") as file:
                file.write(msgspec.json.encode(done[-1]) + b"\n")
    return tuple(done)


def word_table(done: Sequence[ScreenCounts]) -> str:
    """Render the comparison of the tools as a table."""
    totals: dict[tuple[str, str], WordCounts] = defaultdict(WordCounts)
    screens: Counter[tuple[str, str]] = Counter()
    for each in done:
        for kind in ("all", each.kind):
            screens[kind, each.tool] += 1
            totals[kind, each.tool].add(each.counts)
    rows = [
        (
            name,
            f"{screens[kind, name]} {kind}",
            c.known,
            f"{c.found / max(1, c.known):.1%}",
            f"{c.right / max(1, c.reported):.1%}",
            f"{c.centred / max(1, c.found):.1%}",
            f"{c.seconds:.0f} s",
        )
        for (kind, name), c in sorted(totals.items(), key=lambda each: (each[0][0] != "all", each[0]))
    ]
    heads = ("tool", "screens", "words", "recall", "precision", "centre in box", "processor time")
    return render_table(heads, rows)
