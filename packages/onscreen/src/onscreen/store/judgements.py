"""User judgements of episodes, stored in each episode's folder."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from onscreen.types.errors import BrokenEpisode, CannotWrite

JUDGEMENTS_FILE = "judgements.jsonl"
Verdict: TypeAlias = Literal["good", "bad"]


class Judgement(msgspec.Struct, frozen=True):
    """A user's judgement of an episode or one of its steps.

    `step` is counted from 1, None for the whole episode; `at` is in seconds since the epoch. `by` is the name
    of the user, "" if it was not stored.
    """

    verdict: Verdict
    step: int | None = None
    at: float = 0.0
    by: str = ""


def load_judgements(folder: Path) -> tuple[Judgement, ...]:
    """Load a user's judgements of an episode, oldest first.

    A later judgement overrides an earlier one.

    Raises:
        BrokenEpisode: the file is not valid.
    """
    path = folder / JUDGEMENTS_FILE
    if not path.exists():
        return ()
    try:
        return tuple(msgspec.json.decode(line, type=Judgement) for line in path.read_bytes().splitlines())
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BrokenEpisode(f"{path} cannot be read: {error}; fix it, or delete it to start over") from error


def last_verdict(folder: Path) -> Verdict | None:
    """Return a user's last judgement of a whole episode, or None.

    Raises:
        BrokenEpisode: the file is not valid.
    """
    verdicts = [judgement.verdict for judgement in load_judgements(folder) if judgement.step is None]
    return verdicts[-1] if verdicts else None


def add_judgement(folder: Path, judgement: Judgement) -> None:
    """Add a user's judgement to a recorded episode.

    Raises:
        CannotWrite: the file cannot be written.
    """
    try:
        with (folder / JUDGEMENTS_FILE).open("ab") as file:
            file.write(msgspec.json.encode(judgement) + b"\n")
    except OSError as error:
        raise CannotWrite(f"cannot write {folder / JUDGEMENTS_FILE}: {error.strerror or error}") from error
