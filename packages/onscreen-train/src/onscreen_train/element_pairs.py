"""Screens without pictures, and questions about which element an instruction means."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Shot, Situation
from onscreen.types.errors import UsageError

Kind: TypeAlias = Literal["lexical", "paraphrase", "intent"]


class NamedScreen(msgspec.Struct, frozen=True, tag="screen", tag_field="is"):
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

    screens: Mapping[str, NamedScreen]
    questions: tuple[Question, ...]

    def about(self, question: Question) -> Situation:
        """Return the question as models are asked: the instruction and the screen, its elements marked."""
        screen = build_screen(self.screens[question.screen].shot)
        return Situation(question.instruction, screen=screen)


def read(path: Path) -> Choices:
    """Read a file of screens and questions, a line of JSON each, compressed with gzip.

    Raises:
        UsageError: it cannot be read, or holds something else.
    """
    decoder = msgspec.json.Decoder(NamedScreen | Question)
    try:
        found = [decoder.decode(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError) as error:
        raise UsageError(f"{path} holds no screens and questions: {error}") from error
    screens = {each.name: each for each in found if isinstance(each, NamedScreen)}
    return Choices(screens, tuple(each for each in found if isinstance(each, Question)))
