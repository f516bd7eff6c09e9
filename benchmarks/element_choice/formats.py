"""What the two data files hold: screens without pictures, and questions about them."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path

import msgspec

from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.pixel_array import encode
from onscreen.types import Box, Element, Node, OffscreenCounts, Picture, Screen, Shot
from onscreen_train.element_pairs import NamedScreen, Question

FOLDER = Path(__file__).parent
QUESTIONS = FOLDER / "questions.jsonl.gz"
PAIRS = FOLDER / "pairs.jsonl.gz"
LONGEST = 160
"""Characters kept of a name or value."""

KINDS = ("lexical", "paraphrase", "intent")


def elements(screen: Screen) -> tuple[Element, ...]:
    """Return the elements that can be chosen, in reading order."""
    return tuple(element for element in screen.elements if kind_of(element) != "information")


def write(path: Path, seen: Iterable[NamedScreen], *, questions: Iterable[Question] = ()) -> None:
    """Write screens, then questions; the same values give the same bytes."""
    lines = [msgspec.json.encode(each) for each in (*seen, *questions)]
    path.write_bytes(gzip.compress(b"\n".join(lines) + b"\n", mtime=0))


def bare(shot: Shot) -> Shot:
    """Return the shot as it is kept: one black pixel, whole pixels in boxes, no locators, no long texts."""
    nodes = tuple(_bare(node) for node in shot.nodes)
    return Shot(black(), nodes, shot.app, shot.address, beyond=shot.beyond or OffscreenCounts())


def _bare(node: Node) -> Node:
    box = node.box
    return msgspec.structs.replace(
        node,
        name=node.name[:LONGEST],
        value=node.value[:LONGEST],
        clue=node.clue[:LONGEST],
        locator="",
        box=Box(*(round(side) for side in (box.left, box.top, box.right, box.bottom))),
    )


def black() -> Picture:
    """Return a picture of one black pixel: kept screens have none of their own."""
    import numpy as np  # noqa: PLC0415  reading the files needs no numpy

    return encode(np.zeros((1, 1, 3), dtype=np.uint8))
