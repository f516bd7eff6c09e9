"""What the two data files hold: screens without pictures, and questions about them."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from onscreen.perceive.look import look
from onscreen.perceive.pixels import encode
from onscreen.think.pick import choices
from onscreen.types import Beyond, Box, Element, Node, Picture, Screen, Shot, Situation

FOLDER = Path(__file__).parent
QUESTIONS = FOLDER / "questions.jsonl.gz"
PAIRS = FOLDER / "pairs.jsonl.gz"
LONGEST = 160
"""Characters kept of a name or value."""

KINDS = ("lexical", "paraphrase", "intent")
Kind: TypeAlias = Literal["lexical", "paraphrase", "intent"]


class Seen(msgspec.Struct, frozen=True, tag="screen", tag_field="is"):
    """A screen by its name; `app` is the application, by which training and test are split."""

    name: str
    app: str
    shot: Shot


class Question(msgspec.Struct, frozen=True, tag="question", tag_field="is"):
    """Which element an instruction means; `right` are indices into the nodes of the screen's shot.

    `kind` is lexical where words of the element stand in the instruction, paraphrase where other words say
    the same, intent where a wish is told and the control is not named. Several in `right` are equally right.
    """

    app: str
    screen: str
    instruction: str
    kind: Kind
    right: tuple[int, ...]


class Choices(msgspec.Struct, frozen=True):
    """What a file holds."""

    screens: Mapping[str, Seen]
    questions: tuple[Question, ...]

    def about(self, question: Question) -> Situation:
        """Return the question as models are asked: the instruction and the screen, its elements marked."""
        screen = look(self.screens[question.screen].shot)
        return Situation(question.instruction, screen=screen)


def elements(screen: Screen) -> tuple[Element, ...]:
    """Return the elements that can be chosen, in reading order."""
    return choices(Situation("", screen=screen))


def read(path: Path) -> Choices:
    """Read a file of screens and questions."""
    lines = gzip.decompress(path.read_bytes()).splitlines()
    decoder = msgspec.json.Decoder(Seen | Question)
    found = [decoder.decode(line) for line in lines]
    screens = {each.name: each for each in found if isinstance(each, Seen)}
    return Choices(screens, tuple(each for each in found if isinstance(each, Question)))


def write(path: Path, seen: Iterable[Seen], *, questions: Iterable[Question] = ()) -> None:
    """Write screens, then questions; the same values give the same bytes."""
    lines = [msgspec.json.encode(each) for each in (*seen, *questions)]
    path.write_bytes(gzip.compress(b"\n".join(lines) + b"\n", mtime=0))


def bare(shot: Shot) -> Shot:
    """Return the shot as it is kept: one black pixel, whole pixels in boxes, no locators, no long texts."""
    nodes = tuple(_bare(node) for node in shot.nodes)
    return Shot(_black(), nodes, shot.app, shot.address, beyond=shot.beyond or Beyond())


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


def _black() -> Picture:
    import numpy as np  # noqa: PLC0415  reading the files needs no numpy

    return encode(np.zeros((1, 1, 3), dtype=np.uint8))
