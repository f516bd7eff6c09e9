"""Benchmark runner, which runs trials in worker processes with a hard timeout for each.

A suite that was interrupted can be resumed.

OUT/config.json      configuration and versions
OUT/results.jsonl    one line per finished trial, flushed to disk before the next one starts
OUT/episodes/        one folder per trial
OUT/logs/            output of the worker processes
"""

from __future__ import annotations

import platform
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

import onscreen
from onscreen.run.failed_trial import FAILURES
from onscreen.run.ray_cluster import make_workers
from onscreen.run.trial import MODEL_TIMEOUT_SEC, Limits, Result, Trial
from onscreen.run.trial_worker import TRIALS
from onscreen.run.worker_pool import WorkerPool
from onscreen.store.episode_store import EPISODE_FILE, cannot_write, check_writable
from onscreen.store.locked_file import LockedFile
from onscreen.types import Setting
from onscreen.types.errors import CannotWrite, UsageError

CONFIG_FILE, RESULTS_FILE, LOGS_FOLDER = "config.json", "results.jsonl", "logs"


class SuiteConfig(msgspec.Struct, frozen=True):
    """Configuration of a benchmark run, including the software versions in use.

    `cluster` is the address of the Ray cluster that runs the workers: "" for a new cluster on this machine,
    None for worker processes without Ray. With `workers` 0, there are as many workers as the cluster has
    CPUs.
    """

    suite: str
    tasks: tuple[str, ...]
    seeds: tuple[int, ...]
    agent: str
    model: str
    device: str
    device_settings: Mapping[str, Setting] = {}
    limits: Limits = Limits()
    signals: tuple[str, ...] = ()
    senses: tuple[str, ...] = ()
    limit_sec: float = 0.0
    model_timeout_sec: float = MODEL_TIMEOUT_SEC
    workers: int = 1
    maps: str = ""
    cluster: str | None = None
    version: str = onscreen.__version__
    python: str = platform.python_version()
    system: str = platform.platform()


class TrialEvent(msgspec.Struct, frozen=True):
    """A progress event, sent when a trial starts or finishes.

    `done` of `total` trials have finished.
    """

    kind: Literal["started", "finished"]
    trial: Trial
    worker: int
    done: int
    total: int
    result: Result | None = None


EventCallback: TypeAlias = Callable[[TrialEvent], None]
_FIXED_FIELDS = (
    "suite",
    "agent",
    "model",
    "device",
    "device_settings",
    "signals",
    "senses",
    "maps",
    "limit_sec",
)


def ignore_event(_event: TrialEvent) -> None:
    """Do nothing; the default callback for progress events."""


def run_suite(
    trials: Sequence[Trial],
    out: Path,
    *,
    config: SuiteConfig,
    resume: bool = False,
    on_event: EventCallback = ignore_event,
) -> tuple[Result, ...]:
    """Run the trials without a result, and return the results of all trials in order.

    Raises:
        UsageError: the folder cannot be written, is in use by another run, contains results while `resume` is
            False, or contains results of another configuration.
    """
    check_writable(out)
    out.mkdir(parents=True, exist_ok=True)
    with closing(_open_results(out)) as results:
        _prepare_folder(out, config, resume=resume, has_results=results.size > 0)
        stored = {(r.task, r.seed): r for r in read_results(out)}
        pending = [trial for trial in trials if _trial_key(trial) not in stored]
        for trial in pending:
            _remove_partial_episode(Path(trial.folder))
        finished = len(trials) - len(pending)
        for result in _run_trials(pending, out, config=config, on_event=on_event, finished_before=finished):
            _append_result(results, result, folder=out)
            stored[result.task, result.seed] = result
    return tuple(stored[_trial_key(trial)] for trial in trials)


def read_results(out: Path) -> tuple[Result, ...]:
    """Load the trial results from a benchmark's output folder.

    An incomplete last line is ignored.

    Raises:
        UsageError: a line cannot be read.
    """
    path = out / RESULTS_FILE
    lines = path.read_bytes().split(b"\n")[:-1] if path.is_file() else []
    results = []
    for number, line in enumerate(lines, start=1):
        try:
            results.append(_convert_stop(msgspec.json.decode(line, type=Result)))
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise UsageError(f"{path}, line {number}: {error}; fix or remove the line") from error
    return tuple(results)


def _convert_stop(result: Result) -> Result:
    """Separate the detail from the stop reason, which earlier versions stored as one text."""
    for reason in FAILURES:
        if not result.detail and result.stop.startswith(f"{reason}: "):
            detail = result.stop.removeprefix(f"{reason}: ")
            return msgspec.structs.replace(result, stop=reason, detail=detail)
    return result


def read_config(out: Path) -> SuiteConfig:
    """Load the configuration from a benchmark's output folder.

    Raises:
        UsageError: the file is missing or cannot be read.
    """
    try:
        return msgspec.json.decode((out / CONFIG_FILE).read_bytes(), type=SuiteConfig)
    except OSError as error:
        raise UsageError(
            f"the configuration of the suite, {out / CONFIG_FILE}, cannot be read ({error.strerror}); "
            "choose another folder with --out"
        ) from error
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise UsageError(
            f"{out / CONFIG_FILE} is not the configuration of a suite: {error}; "
            "choose another folder with --out"
        ) from error


def _trial_key(trial: Trial) -> tuple[str, int]:
    return trial.task.name, trial.seed


def _open_results(out: Path) -> LockedFile:
    """Open the results for appending, and lock the folder against other runs until they are closed."""
    try:
        return LockedFile(out / RESULTS_FILE)
    except OSError as error:
        raise cannot_write(out, error) from error


def _prepare_folder(out: Path, config: SuiteConfig, *, resume: bool, has_results: bool) -> None:
    """Check that the folder is new or can be resumed, and write the configuration."""
    has_results = has_results or (out / CONFIG_FILE).exists()
    if has_results and not resume:
        raise UsageError(
            f"{out} already contains results. Pass --resume to continue, or choose another folder with --out"
        )
    if has_results:
        old, new = _fixed_settings(read_config(out)), _fixed_settings(config)
        differences = "; ".join(f"{f} was {old[f]!r}, now {new[f]!r}" for f in new if old[f] != new[f])
        if differences:
            raise UsageError(f"{out} cannot be resumed: {differences}; choose another folder with --out")
    part = out / f"{CONFIG_FILE}.part"
    part.write_bytes(msgspec.json.format(msgspec.json.encode(config), indent=2) + b"\n")
    part.replace(out / CONFIG_FILE)


def _fixed_settings(config: SuiteConfig) -> Mapping[str, object]:
    """Return the settings that must not change when a suite is resumed, by name."""
    fixed = {field: getattr(config, field) for field in _FIXED_FIELDS}
    return {**fixed, **msgspec.structs.asdict(config.limits)}


def _remove_partial_episode(folder: Path) -> None:
    """Remove an interrupted episode; without its device, the trial must start over."""
    if (folder / EPISODE_FILE).exists():
        shutil.rmtree(folder)


def _append_result(results: LockedFile, result: Result, *, folder: Path) -> None:
    try:
        results.append(msgspec.json.encode(result), at=results.size)
    except OSError as error:
        raise CannotWrite(
            f"cannot write {folder / RESULTS_FILE}: {error.strerror}; free disk space, then pass --resume"
        ) from error


def _run_trials(
    trials: Sequence[Trial],
    out: Path,
    *,
    config: SuiteConfig,
    on_event: EventCallback,
    finished_before: int,
) -> Iterator[Result]:
    """Run the trials and yield each result as it arrives.

    Closing the generator kills the workers.
    """
    if not trials:
        return
    done, total = finished_before, finished_before + len(trials)
    with (
        closing(
            make_workers(TRIALS, count=config.workers, cluster=config.cluster, logs=out / LOGS_FOLDER)
        ) as workers,
        closing(WorkerPool(trials, workers.make_worker, fail=TRIALS.fail).run(workers.count)) as events,
    ):
        for worker, trial, result in events:
            done += result is not None
            if result is not None:
                yield result
            on_event(TrialEvent("finished" if result else "started", trial, worker, done, total, result))
