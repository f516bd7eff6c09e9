"""What is learnt from: episodes, corrections of episodes, pairs of an instruction and an element -> rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TypeAlias
from zlib import crc32

import msgspec

from onscreen.store.episode_store import load_episode
from onscreen.types import Action, Click, Done, Element, Episode
from onscreen.types.errors import BrokenEpisode
from onscreen_reflex.word_pieces import fold_words
from onscreen_train.element_pairs import read
from onscreen_train.episode_rows import Row, Seen, Skipped, rows_of
from onscreen_train.synthetic_apps import made
from onscreen_train.task_split import FIRST_SEED
from onscreen_train.training_examples import hindsight

Weigh: TypeAlias = Callable[[Episode, Path], "tuple[float, ...]"]
"""What each decision of an episode is worth, 0 for none."""
Teach: TypeAlias = Callable[[Episode], "Action | None"]
"""What would have been right at the end of an episode so far; None where the teacher does not know."""

PAIRED = "pairs "
"""What the task's name of a row of a pair begins with; the application follows."""
ODD = 12
"""After one of so many first decisions comes one that fits nothing."""
MADE_WEIGHT = 0.5
"""What a decision in a made application counts."""
EVERY = 3
"""Of so many decisions one is told in hindsight, too."""


def episodes(folders: Sequence[Path], *, weigh: Weigh) -> Iterator[tuple[Row, ...] | Skipped]:
    """Yield the rows of each episode, or why it is left out: broken, for evaluation only, not rewarded."""
    for folder in folders:
        found = _loaded(folder)
        if isinstance(found, Skipped):
            yield found
            continue
        try:
            rows = tuple(rows_of(found, origin=str(folder), weights=weigh(found, folder)))
        except BrokenEpisode as error:
            yield Skipped(str(folder), str(error))
            continue
        yield (*rows, *_in_hindsight(rows)) or Skipped(
            str(folder), "no decision of it counts: not rewarded, or judged bad"
        )


def corrected(folders: Sequence[Path], *, teach: Teach) -> Iterator[tuple[Row, ...] | Skipped]:
    """Yield each episode's situations with what the teacher would have done (DAgger, Ross et al. 2011)."""
    for folder in folders:
        found = _loaded(folder)
        if isinstance(found, Skipped):
            yield found
            continue
        rows = tuple(_taught(found, folder, teach=teach))
        yield rows or Skipped(str(folder), "the teacher knows nothing of it")


def _taught(episode: Episode, folder: Path, *, teach: Teach) -> Iterator[Row]:
    for number, row in enumerate(rows_of(episode, origin=f"corrected {folder}")):
        action = teach(episode.so_far(number))
        if action is not None:
            yield msgspec.structs.replace(row, action=action, instruction=episode.task.instruction)


def paired(files: Sequence[Path], *, weight: float) -> Iterator[Row]:
    """Yield a row for each pair of an instruction and what it means; every one is a click.

    Raises:
        UsageError: a file is none of pairs.
    """
    for path in files:
        choices = read(path)
        for number, question in enumerate(choices.questions):
            shot = choices.screens[question.screen].shot
            at = question.right[0]
            target = Element.of(shot.nodes[at], at + 1, index=at)
            yield Row(
                f"{PAIRED}{question.app}",
                crc32(question.screen.encode()) % 1000 + FIRST_SEED,
                0,
                question.instruction,
                Seen.of(shot),
                (),
                Click(target),
                weight,
                f"{path.name} {number}",
            )


def invented(count: int) -> Iterator[Row]:
    """Yield the rows of so many made applications."""
    for seed in range(FIRST_SEED, FIRST_SEED + count):
        episode = made(seed)
        yield from rows_of(episode, origin=f"made {seed}", weights=[MADE_WEIGHT] * len(episode.decisions))


def misfits(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield each row, and after some the same screen asked for what has nothing to do with it.

    What is right then is to give up. What is asked is another task's, on whose own screen one of its words
    stands; on this none does.
    """
    asked: dict[str, Row] = {}
    for row in rows:
        yield row
        chance = crc32(f"{row.origin} {row.step}".encode())
        if chance % ODD == 0 and not row.history:
            others = [other for other in asked.values() if not _has_to_do(other, row.seen)]
            if others:
                yield msgspec.structs.replace(
                    row,
                    instruction=others[chance // ODD % len(others)].instruction,
                    action=Done("nothing here fits", achieved=False),
                    origin=f"misfit of {row.origin}",
                )
        if _has_to_do(row, row.seen):
            asked[f"{row.task} {chance % ODD}"] = row


def _has_to_do(asked: Row, seen: Seen) -> bool:
    """Whether a word of what was asked is on the screen."""
    shown = {
        word
        for node in seen.nodes
        for word in fold_words(f"{node.name} {node.value} {node.clue} {node.role}")
    }
    return not shown.isdisjoint(fold_words(asked.instruction))


def _in_hindsight(rows: Sequence[Row]) -> Iterator[Row]:
    for row, after in zip_longest(rows, rows[1:]):
        if crc32(f"{row.task} {row.seed} {row.step}".encode()) % EVERY == 0:
            yield from hindsight(row, after)


def _loaded(folder: Path) -> Episode | Skipped:
    try:
        episode = load_episode(folder)
    except BrokenEpisode as error:
        return Skipped(str(folder), str(error))
    seed = episode.task.start.seed
    if seed is not None and seed < FIRST_SEED:
        return Skipped(str(folder), f"seed {seed} is for evaluation only; training begins at {FIRST_SEED}")
    return episode
