"""Implementation of `onscreen train`, kept separate so that `--help` does not import PyTorch."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import cast

from onscreen.plugins import import_attribute
from onscreen.store.episode_store import find_episodes
from onscreen.types import Action, Episode
from onscreen.types.errors import MissingExtra, UsageError
from onscreen_reflex.weights_manifest import NET_FILE, WEIGHTS_FOLDER
from onscreen_train.decision_rows import Row, Skipped, write_rows
from onscreen_train.fit_loop import TrainingSettings
from onscreen_train.held_out import HeldOutData, load_evaluation_suites
from onscreen_train.step_weights import step_weights
from onscreen_train.task_split import HELD_OUT_APPLICATIONS
from onscreen_train.training_data import (
    add_misfits,
    rows_from_corrections,
    rows_from_episodes,
    rows_from_pairs,
    synthetic_rows,
)
from onscreen_train.training_run import TrainingJob, train
from onscreen_train.warm_start import CHECKPOINT, find_weights
from onscreen_train.word_vectors import encoder_folder

EMBEDDED = "embedded"
"""Value of --warm-start that stands for the weights shipped with `onscreen-reflex`."""
ROWS_FILE, CALIBRATION_FILE, SKIPPED_FILE = "rows.parquet", "calibration.parquet", "left-out.txt"


def run(arguments: Namespace) -> int:
    """Train the model and return the exit status.

    Raises:
        UsageError: there is no training data, or a file cannot be used.
    """
    out = Path(arguments.out)
    warm_start = _find_warm_start(arguments.warm_start)
    encoder = Path(arguments.encoder) if arguments.encoder else encoder_folder()
    rows = out / ROWS_FILE
    if rows.exists():
        _log(f"resuming with {rows}; delete {out} to start over")
    else:
        _log(f"{write_rows(add_misfits(_training_rows(arguments, out)), rows)} decisions in {rows}")
    job = TrainingJob(
        rows,
        encoder,
        out,
        arguments.recipe,
        TrainingSettings(
            arguments.epochs,
            arguments.learning_rate,
            seed=arguments.seed,
            max_positions=arguments.max_positions,
        ),
        warm_start=warm_start,
        calibration_rows=_write_calibration_rows(arguments, out),
    )
    manifest = train(job, log=_log)
    for each in filter(None, (manifest.smallest, manifest.full_size)):
        width, height = each.max_screen_size
        _log(
            f"screens up to {width} x {height}: temperature {each.temperature}, "
            f"minimum confidence {each.min_confidence}"
        )
    _log(f"see {out / 'card.md'}")
    print(f"--model reflex:{out}")  # noqa: T201
    return 0


def _find_warm_start(name: str | None) -> Path | None:
    """Return the folder given by --warm-start, or None if the option is missing."""
    if not name:
        return None
    folder = WEIGHTS_FOLDER if name == EMBEDDED else Path(name)
    if find_weights(folder) is None:
        raise UsageError(
            f"no training in {folder}: it contains neither {CHECKPOINT} nor {NET_FILE}; give the --out "
            f"folder of another training, or {EMBEDDED!r} for the weights that ship"
        )
    return folder


def _training_rows(arguments: Namespace, out: Path) -> Iterator[Row]:
    """Yield the training rows of all sources, and log the reasons for skipped episodes to a file."""
    rewarded = _episode_folders(arguments.episodes)
    to_correct = _episode_folders(arguments.corrected)
    if not (rewarded or to_correct or arguments.pairs):
        raise UsageError(
            "no training data; give folders of episodes, such as those that "
            "'onscreen bench miniwob --agent oracle --seeds 1000-1009 --out runs/oracle' writes"
        )
    out.mkdir(parents=True, exist_ok=True)
    held_out = HeldOutData(load_evaluation_suites(), (*HELD_OUT_APPLICATIONS, *arguments.held_out_app))
    with (out / SKIPPED_FILE).open("w", encoding="utf-8") as file:
        corrections: Iterable[tuple[Row, ...] | Skipped] = ()
        if to_correct:
            corrections = rows_from_corrections(to_correct, teacher=_load_teacher(), held_out=held_out)
        demonstrations = rows_from_episodes(rewarded, weight_of=step_weights, held_out=held_out)
        for item in _count_progress(demonstrations, corrections):
            if isinstance(item, Skipped):
                file.write(f"{item.origin}: {item.reason}\n")
            else:
                yield from item
    held_out.write(out)
    yield from rows_from_pairs(
        [Path(name) for name in arguments.pairs], weight=arguments.pair_weight, limit=arguments.max_pairs
    )
    yield from synthetic_rows(arguments.synthetic)


def _write_calibration_rows(arguments: Namespace, out: Path) -> Path | None:
    """Write the rows of the --calibration episodes; returns None without such episodes."""
    folders = _episode_folders(arguments.calibration)
    if not folders:
        return None
    held_out = HeldOutData((), HELD_OUT_APPLICATIONS)
    items = rows_from_episodes(folders, weight_of=step_weights, held_out=held_out)
    rows = (row for item in items if not isinstance(item, Skipped) for row in item)
    _log(f"{write_rows(rows, out / CALIBRATION_FILE)} decisions in {out / CALIBRATION_FILE}")
    return out / CALIBRATION_FILE


def _load_teacher() -> Callable[[Episode], Action | None]:
    """Return the MiniWoB++ oracle as the teacher for --corrected."""
    try:
        function = import_attribute("onscreen_practice.oracle_agent:next_oracle_action")
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"--corrected needs the package 'onscreen-practice', of which {error.name!r} is not installed; "
            "install it with: pip install onscreen-practice[miniwob]"
        ) from error
    return cast("Callable[[Episode], Action | None]", function)


def _count_progress(*parts: Iterable[tuple[Row, ...] | Skipped]) -> Iterator[tuple[Row, ...] | Skipped]:
    read = skipped = 0
    for part in parts:
        for item in part:
            read, skipped = read + 1, skipped + isinstance(item, Skipped)
            if read % 500 == 0:
                _log(f"{read} episodes read, {skipped} skipped")
            yield item
    _log(f"{read} episodes read, {skipped} skipped")


def _episode_folders(names: Iterable[str]) -> tuple[Path, ...]:
    missing = [name for name in names if not Path(name).is_dir()]
    if missing:
        raise UsageError(f"no folder {missing[0]!r}; give folders that contain episodes")
    return tuple(folder for name in names for folder in find_episodes(Path(name)))


def _log(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201
