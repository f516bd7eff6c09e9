"""Training data from recorded episodes, expert corrections, labeled elements and synthetic apps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from pathlib import Path
from typing import TypeAlias
from zlib import crc32

import msgspec

from onscreen.store.episode_store import load_episode
from onscreen.types import Action, Click, Done, Element, Episode
from onscreen.types.errors import BrokenEpisode
from onscreen_reflex.word_pieces import fold_words
from onscreen_train.decision_rows import Row, Skipped, StoredShot, rows_of_episode
from onscreen_train.grounding_dataset import load_choices
from onscreen_train.held_out import HeldOutData
from onscreen_train.hindsight import relabel_click, relabel_sequence
from onscreen_train.synthetic_apps import synthetic_episode
from onscreen_train.task_split import FIRST_TRAINING_SEED

WeightFunction: TypeAlias = Callable[[Episode, Path], "tuple[float, ...]"]
"""Function from an episode and its folder to each decision's training weight; 0 leaves it out."""
Teacher: TypeAlias = Callable[[Episode], "Action | None"]
"""Function that returns the correct next action of an unfinished episode, or None if unknown."""

PAIRS_PREFIX = "pairs "
"""Prefix of the task name in rows from instruction-element pairs; the application follows."""
MISFIT_INTERVAL = 12
"""About one in MISFIT_INTERVAL first decisions is repeated with an unrelated instruction."""
SYNTHETIC_WEIGHT = 0.5
"""Training weight of each decision in a synthetic application."""
HINDSIGHT_INTERVAL = 3
"""About one in HINDSIGHT_INTERVAL decisions is also relabeled in hindsight."""


def rows_from_episodes(
    folders: Sequence[Path], *, weight_of: WeightFunction, held_out: HeldOutData | None = None
) -> Iterator[tuple[Row, ...] | Skipped]:
    """Yield each episode's training rows, or a `Skipped` record if the episode has none.

    An episode is skipped if it is broken, if its seed is reserved for evaluation, if its task or application
    is held out, or if no decision has a training weight.
    """
    for folder in folders:
        episode = _load_episode(folder, held_out)
        if isinstance(episode, Skipped):
            yield episode
            continue
        try:
            rows = tuple(rows_of_episode(episode, origin=str(folder), weights=weight_of(episode, folder)))
        except BrokenEpisode as error:
            yield Skipped(str(folder), str(error))
            continue
        yield (*rows, *_hindsight_rows(rows)) or Skipped(
            str(folder), "no decision has a training weight: not rewarded, or rated bad"
        )


def rows_from_corrections(
    folders: Sequence[Path], *, teacher: Teacher, held_out: HeldOutData | None = None
) -> Iterator[tuple[Row, ...] | Skipped]:
    """Relabel recorded episodes with a teacher's actions (DAgger, Ross et al. 2011).

    Yields the rows of each episode, or a `Skipped` record with the reason.
    """
    for folder in folders:
        episode = _load_episode(folder, held_out)
        if isinstance(episode, Skipped):
            yield episode
            continue
        rows = tuple(_corrected_rows(episode, folder, teacher=teacher))
        yield rows or Skipped(str(folder), "the teacher has no action for it")


def _corrected_rows(episode: Episode, folder: Path, *, teacher: Teacher) -> Iterator[Row]:
    for number, row in enumerate(rows_of_episode(episode, origin=f"corrected {folder}")):
        action = teacher(episode.so_far(number))
        if action is not None:
            yield msgspec.structs.replace(row, action=action, instruction=episode.task.instruction)


def rows_from_pairs(files: Sequence[Path], *, weight: float, limit: int | None = None) -> Iterator[Row]:
    """Yield a training row for each pair of an instruction and the element to click.

    If `limit` is given, at most `limit` pairs of each file are used, evenly spaced.

    Raises:
        UsageError: a file does not contain such pairs.
    """
    for path in files:
        choices = load_choices(path)
        interval = -(-len(choices.questions) // limit) if limit else 1
        for number, question in islice(enumerate(choices.questions), 0, None, max(1, interval)):
            shot = choices.screens[question.screen].shot
            index = question.right[0]
            target = Element.of(shot.nodes[index], index + 1, index=index)
            yield Row(
                f"{PAIRS_PREFIX}{question.app}",
                crc32(question.screen.encode()) % 1000 + FIRST_TRAINING_SEED,
                0,
                question.instruction,
                StoredShot.from_shot(shot),
                (),
                Click(target),
                weight,
                f"{path.name} {number}",
            )


def synthetic_rows(count: int) -> Iterator[Row]:
    """Generate `count` synthetic applications and yield their training rows."""
    for seed in range(FIRST_TRAINING_SEED, FIRST_TRAINING_SEED + count):
        episode = synthetic_episode(seed)
        yield from rows_of_episode(
            episode, origin=f"made {seed}", weights=[SYNTHETIC_WEIGHT] * len(episode.decisions)
        )


def add_misfits(rows: Iterable[Row]) -> Iterator[Row]:
    """Augment the rows with examples whose instruction does not match the screen.

    An additional row follows some of the rows. It repeats the screen with an instruction from another row
    that shares a word with that row's screen but none with this screen. The correct action is to give up.
    """
    rows_by_key: dict[str, Row] = {}
    for row in rows:
        yield row
        hash_value = crc32(f"{row.origin} {row.step}".encode())
        if hash_value % MISFIT_INTERVAL == 0 and not row.history:
            candidates = [other for other in rows_by_key.values() if not _is_related(other, row.seen)]
            if candidates:
                yield msgspec.structs.replace(
                    row,
                    instruction=candidates[hash_value // MISFIT_INTERVAL % len(candidates)].instruction,
                    action=Done("nothing here fits", achieved=False),
                    origin=f"misfit of {row.origin}",
                )
        if _is_related(row, row.seen):
            rows_by_key[f"{row.task} {hash_value % MISFIT_INTERVAL}"] = row


def _is_related(row: Row, shot: StoredShot) -> bool:
    """Return True if any word of the row's instruction occurs on the screen."""
    shown = {
        word
        for node in shot.nodes
        for word in fold_words(f"{node.name} {node.value} {node.clue} {node.role}")
    }
    return not shown.isdisjoint(fold_words(row.instruction))


def _hindsight_rows(rows: Sequence[Row]) -> Iterator[Row]:
    for row, after in zip_longest(rows, rows[1:]):
        if crc32(f"{row.task} {row.seed} {row.step}".encode()) % HINDSIGHT_INTERVAL == 0:
            yield from relabel_click(row, after)
    yield from relabel_sequence(rows)


def _load_episode(folder: Path, held_out: HeldOutData | None) -> Episode | Skipped:
    try:
        episode = load_episode(folder)
    except BrokenEpisode as error:
        return Skipped(str(folder), str(error))
    seed = episode.task.start.seed
    if seed is not None and seed < FIRST_TRAINING_SEED:
        return Skipped(
            str(folder), f"seed {seed} is for evaluation only; training begins at {FIRST_TRAINING_SEED}"
        )
    reason = held_out.find_reason(episode, origin=str(folder)) if held_out else ""
    return Skipped(str(folder), reason) if reason else episode
