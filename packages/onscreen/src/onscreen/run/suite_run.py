"""Benchmark runner, which runs trials in worker processes with a hard timeout for each.

A suite that was interrupted can be resumed.

OUT/config.json      configuration and versions
OUT/results.jsonl    one line per finished trial, flushed to disk before the next one starts
OUT/episodes/        one folder per trial
OUT/logs/            output of the worker processes
"""

from __future__ import annotations

import platform
import queue
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

import onscreen
from onscreen.run.failed_trial import FAILURES, crash_result, timeout_result
from onscreen.run.trial import MODEL_TIMEOUT_SEC, Limits, ModelUsage, Result, Trial
from onscreen.run.worker_handle import TrialTimeout, WorkerDied, WorkerProcess
from onscreen.store.episode_store import EPISODE_FILE, cannot_write, check_writable
from onscreen.store.locked_file import LockedFile
from onscreen.types import Setting
from onscreen.types.errors import CannotWrite, UsageError

CONFIG_FILE, RESULTS_FILE = "config.json", "results.jsonl"


class SuiteConfig(msgspec.Struct, frozen=True):
    """Configuration of a benchmark run, including the software versions in use."""

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
_Message: TypeAlias = tuple[int, Trial, Result | None]
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
        UsageError: the folder cannot be written, is written to by another run, holds results while `resume`
            is False, or holds results of another configuration.
    """
    check_writable(out)
    out.mkdir(parents=True, exist_ok=True)
    with closing(_open_results(out)) as results:
        _prepare_folder(out, config, resume=resume, has_results=results.size > 0)
        stored = {(r.task, r.seed): r for r in read_results(out)}
        pending = [trial for trial in trials if _trial_key(trial) not in stored]
        for trial in pending:
            _remove_partial_episode(Path(trial.folder))
        for result in _run_trials(
            pending,
            out,
            workers=config.workers,
            on_event=on_event,
            finished_before=len(trials) - len(pending),
        ):
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
    """Open the results for appending; no other run of a suite can use the folder until they are closed."""
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
    """Remove an interrupted episode; its device is gone, so the trial starts over."""
    if (folder / EPISODE_FILE).exists():
        shutil.rmtree(folder)


def _append_result(results: LockedFile, result: Result, *, folder: Path) -> None:
    try:
        results.append(msgspec.json.encode(result), at=results.size)
    except OSError as error:
        raise CannotWrite(
            f"cannot write {folder / RESULTS_FILE}: {error.strerror}; free some disk space, then --resume"
        ) from error


class _WorkerPool:
    """Worker threads that each feed trials to one worker process."""

    def __init__(self, trials: Sequence[Trial], out: Path) -> None:
        self.events: queue.SimpleQueue[_Message | None] = queue.SimpleQueue()
        self._pending: queue.SimpleQueue[Trial] = queue.SimpleQueue()
        for trial in trials:
            self._pending.put(trial)
        self._out = out
        self._running: dict[int, WorkerProcess] = {}
        self._stopping = threading.Event()

    def work(self, number: int) -> None:
        """Send trials to one process until none is left, then put None on `events`."""
        try:
            while not self._stopping.is_set():
                trial = self._pending.get_nowait()
                self.events.put((number, trial, None))
                self.events.put((number, trial, self._run_trial(number, trial)))
        except queue.Empty:
            pass
        finally:
            if (process := self._running.pop(number, None)) is not None:
                process.close()
            self.events.put(None)

    def _run_trial(self, number: int, trial: Trial) -> Result:
        log = self._out / "logs" / f"worker-{number}.log"
        started_at = time.monotonic()
        try:
            if number not in self._running:
                self._running[number] = WorkerProcess(log)
            return self._running[number].ask(trial)
        except TrialTimeout as error:
            usage = self._drop(number)
            return timeout_result(trial, str(error), usage=usage, seconds=time.monotonic() - started_at)
        except (WorkerDied, OSError, msgspec.MsgspecError) as error:
            usage, detail = self._drop(number), f"{error}, see {log}"
            return crash_result(trial, detail, usage=usage, seconds=time.monotonic() - started_at)

    def _drop(self, number: int) -> ModelUsage:
        """Kill a process and return the model calls of its last trial."""
        process = self._running.pop(number, None)
        if process is None:
            return ModelUsage()
        process.kill()
        return process.usage

    def stop(self) -> None:
        """Kill the running processes and start no further trial."""
        self._stopping.set()
        for process in list(self._running.values()):
            process.interrupt()


def _run_trials(
    trials: Sequence[Trial], out: Path, *, workers: int, on_event: EventCallback, finished_before: int
) -> Iterator[Result]:
    """Run the trials and yield each result as it arrives.

    Closing the generator kills the workers.
    """
    pool = _WorkerPool(trials, out)
    numbers = range(min(max(1, workers), len(trials)))
    threads = [threading.Thread(target=pool.work, args=(number,), daemon=True) for number in numbers]
    for thread in threads:
        thread.start()
    done, active, total = finished_before, len(threads), finished_before + len(trials)
    try:
        while active:
            message = pool.events.get()
            if message is None:
                active -= 1
                continue
            worker, trial, result = message
            done += result is not None
            if result is not None:
                yield result
            on_event(TrialEvent("finished" if result else "started", trial, worker, done, total, result))
    finally:
        pool.stop()
        for thread in threads:
            thread.join()
