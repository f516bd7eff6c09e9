"""Export of tasks to screenshots, a manifest and a Parquet table.

The screenshot <application>_<task>.png shows the finished task. It is taken from a run of the task's
oracle, so a task whose oracle fails has no screenshot.
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
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_limit
from onscreen.stop.signal_combination import first_of
from onscreen.types import Episode
from onscreen.types.errors import OnscreenError, UsageError
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.reference_screenshots import Reference, write_manifest
from onscreen_practice.task_recipe import TaskRecipe

TABLE_FILE = "tasks.parquet"
EXTRA_STEPS = 40
"""Steps that an oracle may use to find its targets, in addition to its scripted actions."""


class RecipeSuite(Suite, Protocol):
    """Protocol for suites that provide a known solution for each task."""

    def recipe(self, name: str, seed: int) -> TaskRecipe:
        """Create the recipe of the named task, including a known solution.

        Raises:
            UnknownName: the suite has no task with that name.
        """


class ExportFailure(OnscreenError):
    """Export error for a task whose scripted solution failed.

    Without a solution, there is no screenshot of the finished task.
    """


ResultCallback = Callable[[Reference | ExportFailure], None]


def run_task_oracle(suite: RecipeSuite, name: str, *, seed: int, device: Device) -> Episode:
    """Run a task's scripted solution on the device and return the scored episode.

    Raises:
        UnknownName: the suite has no task with that name.
        DeviceError: the device cannot be prepared for the task.
    """
    moves = suite.recipe(name, seed).moves
    signal = first_of(done_signal(), steps_limit(len(moves) + EXTRA_STEPS))
    initial = start_episode(suite.task(name, seed), device, agent="oracle")
    return run_episode(
        initial, device, agent=Oracle(moves), signal=signal, score=score_task, hooks=RunHooks()
    )


def export(
    suite: RecipeSuite,
    names: Sequence[str],
    *,
    seed: int,
    device: Device,
    folder: Path,
    on_result: ResultCallback,
) -> tuple[Reference, ...]:
    """Export tasks to a folder as screenshots, a manifest and a Parquet table.

    A task that its oracle does not solve is left out. `on_result` is called after each task with its
    reference or its failure.

    Raises:
        UsageError: the folder cannot be written.
        DeviceError: the device fails.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        references = []
        for name in names:
            reference = _export_task(suite, name, seed=seed, device=device, folder=folder)
            on_result(reference)
            if isinstance(reference, Reference):
                references.append(reference)
        write_manifest(references, folder)
        write_task_table(suite, references, path=folder / TABLE_FILE)
    except OSError as error:
        raise UsageError(f"cannot write to {folder}: {error.strerror or error}") from error
    return tuple(references)


def _export_task(
    suite: RecipeSuite, name: str, *, seed: int, device: Device, folder: Path
) -> Reference | ExportFailure:
    episode = run_task_oracle(suite, name, seed=seed, device=device)
    if not (episode.score and episode.score.value == 1):
        return ExportFailure(f"{name}, seed {seed}: {episode.score.why if episode.score else 'not scored'}")
    recipe = suite.recipe(name, seed)
    application, _, task_name = name.partition("-")
    picture = episode.last.picture
    picture_file = folder / f"{application}_{task_name}.png"
    picture_file.write_bytes(picture.png)
    return Reference(
        application,
        name,
        recipe.instruction,
        picture_file.name,
        picture.sha256,
        *picture.size,
        recipe.template or recipe.instruction,
        dict(recipe.values),
        recipe.kind,
        recipe.layout,
        recipe.person_steps,
        seed,
        f"oracle run of {name}, seed {seed}",
    )


def write_task_table(suite: RecipeSuite, references: Sequence[Reference], *, path: Path) -> None:
    """Write the tasks to a Parquet file, one row per task, with checks encoded as JSON.

    Raises:
        OSError: the file cannot be written.
    """
    rows = []
    for reference in references:
        check = msgspec.json.encode(suite.task(reference.task, reference.seed).check).decode()
        values = msgspec.json.encode(reference.values).decode()
        rows.append({**msgspec.structs.asdict(reference), "values": values, "check": check})
    parquet.write_table(pa.Table.from_pylist(rows), path)
