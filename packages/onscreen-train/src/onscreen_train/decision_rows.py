"""Training rows, one per decision in an episode, stored as Parquet files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import cast

import msgspec
import pyarrow as pa
from pyarrow import parquet

from onscreen.perceive.screen_change import past_steps
from onscreen.types import Action, Dialog, ElementNote, Episode, Node, OffscreenCounts, Picture, Shot, Tab
from onscreen.types.errors import UsageError
from onscreen_reflex.action_history import StepSummary, summarize_step

BLANK_PICTURE = Picture(
    bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010800000000"
        "3a7e9b550000000a49444154789c6360000000020001e221bc330000000049454e44ae426082"
    )
)
"""Placeholder picture of one pixel, because training data contains no pictures."""


class StoredShot(msgspec.Struct, frozen=True):
    """Observation of a screen without the screenshot image.

    `size` is the image's original width and height in pixels.
    """

    nodes: tuple[Node, ...]
    app: str = ""
    address: str = ""
    beyond: OffscreenCounts = OffscreenCounts()
    tabs: tuple[Tab, ...] = ()
    dialog: Dialog | None = None
    size: tuple[int, int] = (0, 0)

    @classmethod
    def from_shot(cls, shot: Shot) -> StoredShot:
        """Create a `StoredShot` from a full observation, dropping the image."""
        return cls(shot.nodes, shot.app, shot.address, shot.beyond, shot.tabs, shot.dialog, shot.picture.size)

    def to_shot(self) -> Shot:
        """Convert to a `Shot` with a one-pixel placeholder image."""
        return Shot(
            BLANK_PICTURE,
            self.nodes,
            self.app,
            self.address,
            0.0,
            self.beyond,
            tabs=self.tabs,
            dialog=self.dialog,
        )


class Row(msgspec.Struct, frozen=True):
    """Training record for one decision: instruction, screen, action history and chosen action.

    `weight` is the training weight, above 0. `origin` names the episode and the step.
    """

    task: str
    seed: int
    step: int
    instruction: str
    seen: StoredShot
    history: tuple[StepSummary, ...]
    action: Action
    weight: float = 1.0
    origin: str = ""
    notes: tuple[ElementNote, ...] = ()


class Skipped(msgspec.Struct, frozen=True):
    """Episode or row that was left out of the training data, with the reason."""

    origin: str
    reason: str


def rows_of_episode(episode: Episode, *, origin: str, weights: Sequence[float] = ()) -> Iterator[Row]:
    """Yield a training row for each decision with a positive weight.

    If `weights` is empty, every decision has weight 1.
    """
    history = tuple(map(summarize_step, past_steps(episode)))
    for number, step in enumerate(episode.steps()):
        weight = weights[number] if weights else 1.0
        action = step.decision.action
        if weight > 0:
            yield Row(
                episode.task.name,
                episode.task.start.seed or 0,
                number,
                _instruction_at(episode, number),
                StoredShot.from_shot(step.before),
                history[:number],
                action,
                weight,
                origin,
                step.decision.notes,
            )


def _instruction_at(episode: Episode, step: int) -> str:
    plan = episode.decisions[step].plan
    if plan.subtasks and plan.at < len(plan.subtasks):
        return plan.subtasks[plan.at].text
    return episode.task.instruction


_SCHEMA = pa.schema(
    [
        ("task", pa.string()),
        ("seed", pa.int64()),
        ("step", pa.int32()),
        ("instruction", pa.string()),
        ("seen", pa.binary()),
        ("history", pa.binary()),
        ("action", pa.binary()),
        ("weight", pa.float32()),
        ("origin", pa.string()),
        ("notes", pa.binary()),
    ]
)
_AS_JSON = ("seen", "history", "action", "notes")
_GROUP_SIZE = 2000


def write_rows(rows: Iterator[Row], path: Path) -> int:
    """Write rows to a Parquet file and return the number of rows.

    The rows are written to a temporary file first, so `path` never holds an incomplete table.

    Raises:
        UsageError: the file cannot be written.
    """
    part = path.with_suffix(".part")
    count = 0
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with parquet.ParquetWriter(part, _SCHEMA, compression="zstd") as writer:
            while group := list(islice(rows, _GROUP_SIZE)):
                writer.write_table(_table(group))
                count += len(group)
        part.replace(path)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error
    return count


def _table(rows: Sequence[Row]) -> pa.Table:
    encode = msgspec.json.encode
    columns = {
        "task": [row.task for row in rows],
        "seed": [row.seed for row in rows],
        "step": [row.step for row in rows],
        "instruction": [row.instruction for row in rows],
        "seen": [encode(row.seen) for row in rows],
        "history": [encode(row.history) for row in rows],
        "action": [encode(row.action) for row in rows],
        "weight": [row.weight for row in rows],
        "origin": [row.origin for row in rows],
        "notes": [encode(row.notes) for row in rows],
    }
    return pa.table(columns, schema=_SCHEMA)


def read_rows(path: Path) -> Iterator[Row]:
    """Read training rows lazily from a Parquet file.

    Raises:
        UsageError: the file is damaged or is not a table of rows.
    """
    try:
        with parquet.ParquetFile(path) as file:
            _check_schema(file, path)
            for batch in file.iter_batches(_GROUP_SIZE):
                yield from map(_parse_row, batch.to_pylist())
    except (OSError, pa.ArrowException, msgspec.MsgspecError) as error:
        raise UsageError(f"cannot read {path}: {error}") from error


def _check_schema(file: parquet.ParquetFile, path: Path) -> None:
    if not file.schema_arrow.equals(_SCHEMA):
        raise UsageError(f"{path} is not a table of decisions: its columns are {file.schema_arrow.names}")


def _parse_row(wire: Mapping[str, object]) -> Row:
    decoded = {name: msgspec.json.decode(cast("bytes", wire[name])) for name in _AS_JSON}
    return msgspec.convert({**wire, **decoded}, Row, strict=False)
