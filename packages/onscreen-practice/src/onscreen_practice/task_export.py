"""Tasks as files: the finished screen of each as <application>_<task>.png, a manifest, and a Parquet table.

The pictures come from the oracle's own run of each task, so a task whose oracle fails has none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import msgspec
import pyarrow as pa
from pyarrow import parquet

from onscreen.bench.base import Suite
from onscreen.device.base import Device
from onscreen.run.episode_loop import RunHooks, begin, run_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.combination import first_of
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_limit
from onscreen.types import Episode
from onscreen.types.errors import OnscreenError, UsageError
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.reference_pictures import Reference, write_manifest
from onscreen_practice.task_recipe import TaskRecipe

TABLE = "tasks.parquet"
STEPS_OVER = 40
"""How many steps an oracle may spend on looking for its targets, beside its moves."""


class WithRecipes(Suite, Protocol):
    """A suite whose tasks come with the moves that do them."""

    def recipe(self, name: str, seed: int) -> TaskRecipe:
        """Make the task's recipe.

        Raises:
            UnknownName: there is no task of that name.
        """


class NotDone(OnscreenError):
    """The oracle did not do its task, so there is no picture of it done."""


Follow = Callable[[Reference | NotDone], None]


def show_moves(suite: WithRecipes, name: str, *, seed: int, device: Device) -> Episode:
    """Run a task's oracle and return its episode, judged.

    Raises:
        UnknownName: there is no task of that name.
        DeviceError: the device cannot be brought to the start.
    """
    moves = suite.recipe(name, seed).moves
    signal = first_of(done_signal(), steps_limit(len(moves) + STEPS_OVER))
    begun = begin(suite.task(name, seed), device, agent="oracle")
    return run_episode(begun, device, agent=Oracle(moves), signal=signal, score=score_task, hooks=RunHooks())


def export(
    suite: WithRecipes, names: Sequence[str], *, seed: int, device: Device, folder: Path, follow: Follow
) -> tuple[Reference, ...]:
    """Write pictures, manifest and table of these tasks into the folder; what could not be done is left out.

    Raises:
        UsageError: the folder cannot be written.
        DeviceError: the device fails.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        found = []
        for name in names:
            reference = _made(suite, name, seed=seed, device=device, folder=folder)
            follow(reference)
            if isinstance(reference, Reference):
                found.append(reference)
        write_manifest(found, folder)
        write_table(suite, found, path=folder / TABLE)
    except OSError as error:
        raise UsageError(f"cannot write to {folder}: {error.strerror or error}") from error
    return tuple(found)


def _made(suite: WithRecipes, name: str, *, seed: int, device: Device, folder: Path) -> Reference | NotDone:
    episode = show_moves(suite, name, seed=seed, device=device)
    if not (episode.score and episode.score.value == 1):
        return NotDone(f"{name}, seed {seed}: {episode.score.why if episode.score else 'not judged'}")
    made = suite.recipe(name, seed)
    application, _, short = name.partition("-")
    picture = episode.last.picture
    file = folder / f"{application}_{short}.png"
    file.write_bytes(picture.png)
    return Reference(
        application,
        name,
        made.instruction,
        file.name,
        picture.sha256,
        *picture.size,
        made.template or made.instruction,
        dict(made.values),
        made.kind,
        made.layout,
        made.person_steps,
        seed,
        f"the oracle's own run of {name}, seed {seed}",
    )


def write_table(suite: WithRecipes, references: Sequence[Reference], *, path: Path) -> None:
    """Write the tasks as Parquet: a row a task, with its check as JSON and the picture's file.

    Raises:
        OSError: the file cannot be written.
    """
    rows = []
    for each in references:
        check = msgspec.json.encode(suite.task(each.task, each.seed).check).decode()
        values = msgspec.json.encode(each.values).decode()
        rows.append({**msgspec.structs.asdict(each), "values": values, "check": check})
    parquet.write_table(pa.Table.from_pylist(rows), path)
