"""Names of controls that need approval, and the time that the checks of a step take."""

import argparse
import gc
import gzip
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
from _safety_browser import BLANK, Attempts

from onscreen.perceive.screen_builder import build_screen
from onscreen.run.approval import refuse_irreversible, refuse_unrequested
from onscreen.run.argument_origins import with_origins
from onscreen.types import (
    Action,
    Box,
    Click,
    Decision,
    Element,
    Episode,
    Node,
    Outcome,
    Shot,
    Start,
    Task,
    Type,
)

MAX_STEP_MS = 5.0
RUN_STEPS = 25
MIN_REAL_NODES = 20
FOLDER = Path(__file__).parent
NAMES_FILES = (FOLDER / "approval_names.txt", FOLDER / "approval_names_second.txt")
PAIRS_FILE = FOLDER / "element_choice" / "pairs.jsonl.gz"


def attack_dangerous_names(_options: argparse.Namespace) -> Attempts:
    """Click controls with dangerous names; each needs approval."""
    for name in _read_names("dangerous"):
        yield name, "" if _needs_approval(name) else "not recognized"


def attack_harmless_names(_options: argparse.Namespace) -> Attempts:
    """Click controls with harmless names; none needs approval."""
    for name in _read_names("harmless"):
        yield name, "needs approval" if _needs_approval(name) else ""


def judge_names(path: Path) -> str:
    """Judge a list of names that was held out, with the columns language, label and name.

    Labels are "dangerous" and "harmless". The text states how many of each need approval, and which names
    were judged wrongly.
    """
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines() if line.count("\t") == 2]  # noqa: PLR2004
    found = {label: [row for row in rows if row[1] == label] for label in ("dangerous", "harmless")}
    lines = []
    for label, names in found.items():
        stopped = [row for row in names if _needs_approval(row[2])]
        wrong = [row for row in names if (row in stopped) == (label == "harmless")]
        lines.append(f"{label}: {len(stopped)} of {len(names)} need approval")
        lines += [f"  wrong: {row[0]} {row[2]}" for row in wrong]
    return "\n".join(lines)


def _read_names(label: str) -> list[str]:
    lines = (line for file in NAMES_FILES for line in file.read_text("utf-8").splitlines())
    rows = (line.split("\t") for line in lines)
    return [row[2] for row in rows if row[0] == label]


def _needs_approval(name: str) -> bool:
    node = Node("button", name, Box(0, 0, 80, 20), states=("clickable",))
    episode = Episode(Task("x"), (Shot(BLANK, (node,)),))
    return bool(refuse_irreversible()(episode, Decision(Click(Element.of(node, 1, index=0)))))


def attack_step_time(options: argparse.Namespace) -> Attempts:
    """Time the checks of a step on screens of real pages, in runs of 25 steps, as processor time."""
    shots = [shot for shot in _real_shots() if len(shot.nodes) > MIN_REAL_NODES]
    times_ms = []
    gc.freeze()
    for start in range(0, len(shots) - RUN_STEPS, RUN_STEPS):
        task = Task("Send Ann the message that I am late", start=Start("http://a.test/"))
        episode = Episode(task, (shots[start],))
        for shot in shots[start + 1 : start + RUN_STEPS]:
            action = _alternate(episode)
            begun = time.thread_time()
            decision = with_origins(episode, Decision(action))
            refuse_unrequested()(episode, decision)
            times_ms.append((time.thread_time() - begun) * 1000)
            episode = episode.then(decision, Outcome(), shot=shot)
    options.step_ms = times_ms
    yield from ((f"{ms:.1f} ms", "" if ms <= MAX_STEP_MS else f"{ms:.1f} ms") for ms in times_ms)


def _alternate(episode: Episode) -> Action:
    """Return a click on an element of the last screen, or a text of 30 words for it."""
    elements = build_screen(episode.last).elements
    element = elements[len(episode.decisions) * 7 % len(elements)]
    words = [word for node in episode.last.nodes[::9] for word in node.name.split()[:2]][:30]
    return Click(element) if len(episode.decisions) % 2 else Type(" ".join(words), element)


def _real_shots() -> Iterator[Shot]:
    """Yield the screens that the element choice benchmark was recorded on."""
    with gzip.open(PAIRS_FILE, "rt", encoding="utf-8") as lines:
        for line in lines:
            if '"is":"screen"' in line[:20]:
                yield msgspec.json.decode(line, type=_RealScreen).shot


class _RealScreen(msgspec.Struct):
    shot: Shot
