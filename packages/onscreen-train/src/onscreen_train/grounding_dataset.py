"""Dataset of UI instructions, each labeled with the screen elements that it refers to."""

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
    """Recorded screen of an application, identified by name.

    `app` is the application. Training and test sets are split by application.
    """

    name: str
    app: str
    shot: Shot


class Question(msgspec.Struct, frozen=True, tag="question", tag_field="is"):
    """Instruction for a named screen, with the elements that count as correct targets.

    `right` contains indices of nodes in the screen's shot; all of them are equally correct. `kind` is
    "lexical" if the instruction contains words of the element, "paraphrase" if it uses other words with the
    same meaning, and "intent" if it states a goal without naming the control.
    """

    app: str
    screen: str
    instruction: str
    kind: Kind
    right: tuple[int, ...]


class QuestionSet(msgspec.Struct, frozen=True):
    """Questions loaded from a file, together with the screens they refer to."""

    screens: Mapping[str, NamedScreen]
    questions: tuple[Question, ...]

    def build_situation(self, question: Question) -> Situation:
        """Build a `Situation` from the question's instruction and screen."""
        screen = build_screen(self.screens[question.screen].shot)
        return Situation(question.instruction, screen=screen)


def load_choices(path: Path) -> QuestionSet:
    """Load screens and questions from a gzip-compressed JSON Lines file.

    Raises:
        UsageError: the file cannot be read or has another format.
    """
    decoder = msgspec.json.Decoder(NamedScreen | Question)
    try:
        records = [decoder.decode(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError) as error:
        raise UsageError(f"{path} does not hold screens and questions: {error}") from error
    screens = {record.name: record for record in records if isinstance(record, NamedScreen)}
    return QuestionSet(screens, tuple(record for record in records if isinstance(record, Question)))
