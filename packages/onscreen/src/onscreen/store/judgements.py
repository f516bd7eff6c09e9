"""What a person thought of an episode, kept beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from onscreen.types.errors import BrokenEpisode, CannotWrite

JUDGEMENTS_FILE = "judgements.jsonl"
Verdict: TypeAlias = Literal["good", "bad"]


class Judgement(msgspec.Struct, frozen=True):
    """A person's word on an episode, or on one of its steps, counted from 1; `at` is seconds since 1970."""

    verdict: Verdict
    step: int | None = None
    at: float = 0.0


def load_judgements(folder: Path) -> tuple[Judgement, ...]:
    """Return what was judged of the episode in a folder, oldest first; later words go before earlier ones.

    Raises:
        BrokenEpisode: the file holds something else.
    """
    path = folder / JUDGEMENTS_FILE
    if not path.exists():
        return ()
    try:
        return tuple(msgspec.json.decode(line, type=Judgement) for line in path.read_bytes().splitlines())
    except (OSError, msgspec.MsgspecError) as error:
        raise BrokenEpisode(f"{path} cannot be read: {error}; delete it to judge anew") from error


def add_judgement(folder: Path, judgement: Judgement) -> None:
    """Add a judgement to those of the episode in a folder.

    Raises:
        CannotWrite: the file cannot be written.
    """
    try:
        with (folder / JUDGEMENTS_FILE).open("ab") as file:
            file.write(msgspec.json.encode(judgement) + b"\n")
    except OSError as error:
        raise CannotWrite(f"cannot write {folder / JUDGEMENTS_FILE}: {error.strerror or error}") from error
