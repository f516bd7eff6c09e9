"""Format of the data files, which contain screens without pictures and questions about them."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path

import msgspec

from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.pixel_array import encode
from onscreen.types import Box, Element, Node, OffscreenCounts, Picture, Screen, Shot
from onscreen_train.grounding_dataset import NamedScreen, Question

FOLDER = Path(__file__).parent
QUESTIONS = FOLDER / "questions.jsonl.gz"
PAIRS = FOLDER / "pairs.jsonl.gz"
MAX_TEXT_CHARS = 160
"""Maximum length of stored names and values."""

KINDS = ("lexical", "paraphrase", "intent")


def elements(screen: Screen) -> tuple[Element, ...]:
    """Return the elements that can be chosen, in reading order."""
    return tuple(element for element in screen.elements if kind_of(element) != "information")


def write(path: Path, screens: Iterable[NamedScreen], *, questions: Iterable[Question] = ()) -> None:
    """Write screens, then questions, to a file; the same values produce the same bytes."""
    lines = [msgspec.json.encode(each) for each in (*screens, *questions)]
    path.write_bytes(gzip.compress(b"\n".join(lines) + b"\n", mtime=0))


def strip_shot(shot: Shot) -> Shot:
    """Reduce a shot for storage: no picture, no locators, integer boxes, truncated texts."""
    nodes = tuple(_strip_node(node) for node in shot.nodes)
    return Shot(black_pixel(), nodes, shot.app, shot.address, beyond=shot.beyond or OffscreenCounts())


def _strip_node(node: Node) -> Node:
    box = node.box
    return msgspec.structs.replace(
        node,
        name=node.name[:MAX_TEXT_CHARS],
        value=node.value[:MAX_TEXT_CHARS],
        clue=node.clue[:MAX_TEXT_CHARS],
        locator="",
        box=Box(*(round(side) for side in (box.left, box.top, box.right, box.bottom))),
    )


def black_pixel() -> Picture:
    """Return a picture of one black pixel, because stored screens have no pictures."""
    import numpy as np  # noqa: PLC0415  reading the files needs no numpy

    return encode(np.zeros((1, 1, 3), dtype=np.uint8))
