"""Many trials: N worker processes, a hard limit for each trial, and nothing done twice.

OUT/config.json      what was asked for, with versions
OUT/results.jsonl    a line for each trial that is over, on the disk before the next begins
OUT/episodes/        a folder for each trial
OUT/logs/            what the workers had to say
"""

from __future__ import annotations

import os
import platform
import queue
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

import onscreen
from onscreen.run.failed_trial import failed_result, timeout_result
from onscreen.run.trial import Limits, Result, Trial
from onscreen.run.worker_process import TrialTimeout, WorkerDied, WorkerProcess
from onscreen.store.episode_store import EPISODE_FILE, check_writable
from onscreen.types import Setting
from onscreen.types.errors import CannotWrite, UsageError

CONFIG_FILE, RESULTS_FILE = "config.json", "results.jsonl"


class SuiteConfig(msgspec.Struct, frozen=True):
    """What was asked for, by value and by name, with what it ran on."""

    suite: str
    tasks: tuple[str, ...]
    seeds: tuple[int, ...]
    agent: str
    model: str
    device: str
    device_settings: Mapping[str, Setting] = {}
    limits: Limits = Limits()
    signals: tuple[str, ...] = ()
    limit_sec: float = 0.0
    workers: int = 1
    version: str = onscreen.__version__
    python: str = platform.python_version()
    system: str = platform.platform()


class TrialEvent(msgspec.Struct, frozen=True):
    """Something a person who follows the suite wants to know; `done` of `total` trials are over."""

    kind: Literal["began", "ended"]
    trial: Trial
    worker: int
    done: int
    total: int
    result: Result | None = None


EventCallback: TypeAlias = Callable[[TrialEvent], None]
_Message: TypeAlias = tuple[int, Trial, Result | None]
_FIXED_FIELDS = ("suite", "agent", "model", "device", "device_settings", "limits", "signals", "limit_sec")


def ignore_event(_event: TrialEvent) -> None:
    """Follow nothing."""


def run_suite(
    trials: Sequence[Trial],
    out: Path,
    *,
    config: SuiteConfig,
    resume: bool = False,
    on_event: EventCallback = ignore_event,
) -> tuple[Result, ...]:
    """Run the trials that have no result yet and return the results of all, in the order of the trials.

    Raises:
        UsageError: the folder cannot be written, or holds results and `resume` is not asked for, or holds
            those of another configuration.
    """
    check_writable(out)
    _prepare_folder(out, config, resume=resume)
    stored = {(r.task, r.seed): r for r in read_results(out)}
    ahead = [trial for trial in trials if _trial_key(trial) not in stored]
    for trial in ahead:
        _remove_partial_episode(Path(trial.folder))
    for result in _run_trials(
        ahead, out, workers=config.workers, on_event=on_event, before=len(trials) - len(ahead)
    ):
        _append_result(out / RESULTS_FILE, result)
        stored[result.task, result.seed] = result
    return tuple(stored[_trial_key(trial)] for trial in trials)


def read_results(out: Path) -> tuple[Result, ...]:
    """Return the results in a suite's folder; a torn last line is taken as not written.

    Raises:
        UsageError: a line cannot be read.
    """
    path = out / RESULTS_FILE
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    results = []
    for number, line in enumerate(lines, start=1):
        try:
            results.append(msgspec.json.decode(line, type=Result))
        except msgspec.MsgspecError as error:
            raise UsageError(f"{path}, line {number}: {error}; mend or remove the line") from error
    return tuple(results)


def read_config(out: Path) -> SuiteConfig:
    """Return the configuration in a suite's folder.

    Raises:
        UsageError: there is none, or it cannot be read.
    """
    try:
        return msgspec.json.decode((out / CONFIG_FILE).read_bytes(), type=SuiteConfig)
    except (OSError, msgspec.MsgspecError) as error:
        raise UsageError(f"no suite can be read from {out}: {error}") from error


def _trial_key(trial: Trial) -> tuple[str, int]:
    return trial.task.name, trial.seed


def _prepare_folder(out: Path, config: SuiteConfig, *, resume: bool) -> None:
    """See that the folder is new or to be gone on with, and write the configuration."""
    there = (out / CONFIG_FILE).exists() or (out / RESULTS_FILE).exists()
    if there and not resume:
        raise UsageError(
            f"{out} holds results already; go on with them by --resume, or choose another folder with --out"
        )
    if there:
        old = read_config(out)
        changed = [f for f in _FIXED_FIELDS if getattr(old, f) != getattr(config, f)]
        told = "; ".join(f"{f} was {getattr(old, f)!r}, is {getattr(config, f)!r}" for f in changed)
        if changed:
            raise UsageError(f"{out} cannot be gone on with: {told}; choose another folder with --out")
        _cut_torn_line(out / RESULTS_FILE)
    part = out / f"{CONFIG_FILE}.part"
    part.write_bytes(msgspec.json.format(msgspec.json.encode(config), indent=2) + b"\n")
    part.replace(out / CONFIG_FILE)


def _cut_torn_line(path: Path) -> None:
    if path.exists():
        content = path.read_bytes()
        os.truncate(path, content.rfind(b"\n") + 1)


def _remove_partial_episode(folder: Path) -> None:
    """Remove an episode that was cut off: its device is gone, so its trial begins anew."""
    if (folder / EPISODE_FILE).exists():
        shutil.rmtree(folder)


def _append_result(path: Path, result: Result) -> None:
    try:
        with path.open("ab") as file:
            file.write(msgspec.json.encode(result) + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise CannotWrite(f"cannot write {path}: {error.strerror}; free some room, then --resume") from error


class _WorkerPool:
    """The workers, each a thread that feeds a process."""

    def __init__(self, trials: Sequence[Trial], out: Path) -> None:
        self.told: queue.SimpleQueue[_Message | None] = queue.SimpleQueue()
        self._ahead: queue.SimpleQueue[Trial] = queue.SimpleQueue()
        for trial in trials:
            self._ahead.put(trial)
        self._out = out
        self._running: dict[int, WorkerProcess] = {}
        self._over = threading.Event()

    def work(self, number: int) -> None:
        """Feed one process until nothing is ahead, then say so by None."""
        try:
            while not self._over.is_set():
                trial = self._ahead.get_nowait()
                self.told.put((number, trial, None))
                self.told.put((number, trial, self._asked(number, trial)))
        except queue.Empty:
            pass
        finally:
            if (process := self._running.pop(number, None)) is not None:
                process.close()
            self.told.put(None)

    def _asked(self, number: int, trial: Trial) -> Result:
        log = self._out / "logs" / f"worker-{number}.log"
        began = time.monotonic()
        try:
            if number not in self._running:
                self._running[number] = WorkerProcess(log)
            return self._running[number].ask(trial)
        except TrialTimeout:
            self._drop(number)
            return timeout_result(trial, seconds=time.monotonic() - began)
        except (WorkerDied, OSError, msgspec.MsgspecError) as error:
            self._drop(number)
            return failed_result(trial, f"crashed: {error}, see {log}", seconds=time.monotonic() - began)

    def _drop(self, number: int) -> None:
        if (process := self._running.pop(number, None)) is not None:
            process.kill()

    def stop(self) -> None:
        """Kill what runs and begin nothing more."""
        self._over.set()
        for process in list(self._running.values()):
            process.interrupt()


def _run_trials(
    trials: Sequence[Trial], out: Path, *, workers: int, on_event: EventCallback, before: int
) -> Iterator[Result]:
    """Run the trials and give each result as it comes; killed when the caller goes no further."""
    crew = _WorkerPool(trials, out)
    numbers = range(min(max(1, workers), len(trials)))
    threads = [threading.Thread(target=crew.work, args=(number,), daemon=True) for number in numbers]
    for thread in threads:
        thread.start()
    done, at_work, total = before, len(threads), before + len(trials)
    try:
        while at_work:
            told = crew.told.get()
            if told is None:
                at_work -= 1
                continue
            worker, trial, result = told
            done += result is not None
            if result is not None:
                yield result
            on_event(TrialEvent("ended" if result else "began", trial, worker, done, total, result))
    finally:
        crew.stop()
        for thread in threads:
            thread.join()
