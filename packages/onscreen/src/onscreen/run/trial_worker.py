"""Workers that run the trials of a benchmark one after another, each in its own worker process."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeAlias

import msgspec

from onscreen.run.failed_trial import crash_result, timeout_result
from onscreen.run.trial import ModelUsage, Result, Trial
from onscreen.run.worker_handle import TrialTimeout, WorkerDied, WorkerProcess


class WorkerLost(Exception):
    """Raised when the machine of a worker is gone; the trial has no result and can be run again."""


class TrialWorker(Protocol):
    """Protocol for workers, which run one trial at a time."""

    def start(self) -> bool:
        """Prepare the worker for a trial, and return whether it is ready.

        Returns False if it cannot start yet; the caller tries again. It never raises.
        """

    def run(self, trial: Trial) -> Result:
        """Run a trial and return its result, also if the trial crashes or exceeds its hard timeout.

        Raises:
            WorkerLost: the machine of the worker is gone; `start` prepares another one.
        """

    def interrupt(self) -> None:
        """Kill the worker from another thread; a trial that is running ends early; never raises."""

    def close(self) -> None:
        """Release the device and the process of the worker; never raises."""


WorkerFactory: TypeAlias = Callable[[int], TrialWorker]
"""Function that creates the worker with a number from 0."""


class Workers(Protocol):
    """Protocol for the workers of a benchmark run: their number, and a function that creates each of them."""

    @property
    def count(self) -> int:
        """Number of workers, at least 1."""

    def make_worker(self, number: int) -> TrialWorker:
        """Create the worker with a number from 0, which starts later; never raises."""

    def close(self) -> None:
        """Release what the workers share; never raises."""


class LocalWorkers:
    """Workers on this machine, each with a log in the folder `logs`."""

    def __init__(self, count: int, logs: Path) -> None:
        """Create the workers when they are needed."""
        self.count = max(1, count)
        self._logs = logs

    def make_worker(self, number: int) -> LocalWorker:
        """Create the worker with a number from 0."""
        return LocalWorker(self._logs / log_name(number))

    def close(self) -> None:
        """Do nothing, as the workers share nothing."""


def log_name(number: int) -> str:
    """Return the name of a worker's log."""
    return f"worker-{number}.log"


class LocalWorker:
    """A worker on this machine, whose process is replaced after a crash or a timeout.

    `shown_log` is the path of the log in messages, by default that of `log`.
    """

    def __init__(self, log: Path, *, shown_log: str = "") -> None:
        """Create a worker whose process starts with the first trial and writes to the file `log`."""
        self._log = log
        self._shown_log = shown_log or str(log)
        self._process: WorkerProcess | None = None

    def start(self) -> bool:
        """Return True; the process is started by the next trial if it does not run."""
        return True

    def run(self, trial: Trial) -> Result:
        """Run a trial and return its result, also if the trial crashes or exceeds its hard timeout."""
        started_at = time.monotonic()
        try:
            if self._process is None:
                self._process = WorkerProcess(self._log)
            return self._process.ask(trial)
        except TrialTimeout as error:
            usage = self._drop()
            return timeout_result(trial, str(error), usage=usage, seconds=time.monotonic() - started_at)
        except (WorkerDied, OSError, msgspec.MsgspecError) as error:
            usage, detail = self._drop(), f"{error}, see {self._shown_log}"
            return crash_result(trial, detail, usage=usage, seconds=time.monotonic() - started_at)

    def _drop(self) -> ModelUsage:
        """Kill the process and return the model calls of its last trial."""
        process, self._process = self._process, None
        if process is None:
            return ModelUsage()
        process.kill()
        return process.usage

    def interrupt(self) -> None:
        """Kill the process from another thread; a trial that is running has the result "crashed"."""
        process = self._process
        if process is not None:
            process.interrupt()

    def close(self) -> None:
        """Shut down the process gracefully; it closes its device."""
        process, self._process = self._process, None
        if process is not None:
            process.close()
