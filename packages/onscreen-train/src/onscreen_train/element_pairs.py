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
    """A named screen; `app` is the application, by which training and test sets are split."""

    name: str
    app: str
    shot: Shot


class Question(msgspec.Struct, frozen=True, tag="question", tag_field="is"):
    """Which element an instruction means; `right` are indices into the nodes of the screen's shot.

    `kind` is "lexical" if the instruction contains words of the element, "paraphrase" if it uses other
    words with the same meaning, and "intent" if it states a goal without naming the control. All indices in
    `right` are equally correct.
    """

    app: str
    screen: str
    instruction: str
    kind: Kind
    right: tuple[int, ...]


class QuestionSet(msgspec.Struct, frozen=True):
    """The questions in a file, and the screens they refer to by name."""

    screens: Mapping[str, NamedScreen]
    questions: tuple[Question, ...]

    def build_situation(self, question: Question) -> Situation:
        """Return the question as a situation: the instruction and the screen with its elements."""
        screen = build_screen(self.screens[question.screen].shot)
        return Situation(question.instruction, screen=screen)


def load_choices(path: Path) -> QuestionSet:
    """Load a gzip file of screens and questions, one JSON object per line.

    Raises:
        UsageError: the file cannot be read or has other content.
    """
    decoder = msgspec.json.Decoder(NamedScreen | Question)
    try:
        records = [decoder.decode(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError) as error:
        raise UsageError(f"{path} does not hold screens and questions: {error}") from error
    screens = {record.name: record for record in records if isinstance(record, NamedScreen)}
    return QuestionSet(screens, tuple(record for record in records if isinstance(record, Question)))
