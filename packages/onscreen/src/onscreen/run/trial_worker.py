"""Workers that run the trials of a benchmark one after another, each in its own worker process."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from onscreen.run.failed_trial import crash_result, timeout_result
from onscreen.run.job_worker import JobKind
from onscreen.run.trial import ModelUsage, Result, Trial
from onscreen.run.worker_handle import TrialTimeout, WorkerDied, WorkerProcess


class TrialWorker:
    """A worker on this machine; its process is replaced after a crash or a timeout.

    `shown_log` is the path of the log in messages, by default that of `log`.
    """

    def __init__(self, log: Path, *, shown_log: str = "") -> None:
        """Create a worker whose process starts with the first trial and writes to the file `log`."""
        self._log = log
        self._shown_log = shown_log or str(log)
        self._process: WorkerProcess | None = None

    def start(self) -> bool:
        """Return True; if the process does not run, the next trial starts it."""
        return True

    def run(self, job: Trial) -> Result:
        """Run a trial and return its result, even if the trial crashes or exceeds its hard timeout."""
        started_at = time.monotonic()
        try:
            if self._process is None:
                self._process = WorkerProcess(self._log)
            return self._process.ask(job)
        except TrialTimeout as error:
            usage = self._drop()
            return timeout_result(job, str(error), usage=usage, seconds=time.monotonic() - started_at)
        except (WorkerDied, OSError, msgspec.MsgspecError) as error:
            usage, detail = self._drop(), f"{error}, see {self._shown_log}"
            return crash_result(job, detail, usage=usage, seconds=time.monotonic() - started_at)

    def _drop(self) -> ModelUsage:
        """Kill the process and return the model calls of its last trial."""
        process, self._process = self._process, None
        if process is None:
            return ModelUsage()
        process.kill()
        return process.usage

    def interrupt(self) -> None:
        """Kill the process from another thread; a running trial ends with the result "crashed"."""
        process = self._process
        if process is not None:
            process.interrupt()

    def close(self) -> None:
        """Shut down the process gracefully, so that it closes its device."""
        process, self._process = self._process, None
        if process is not None:
            process.close()


def make_trial_worker(log: Path, shown_log: str) -> TrialWorker:
    """Create a worker on this machine; messages show `shown_log` as the path of its log."""
    return TrialWorker(log, shown_log=shown_log)


def fail_trial(trial: Trial, detail: str) -> Result:
    """Return the result of a trial that could not be run."""
    return crash_result(trial, detail, usage=ModelUsage(), seconds=0.0)


def relocate_result(result: Result, folder: str) -> Result:
    """Return a copy of a result with its episode in another folder."""
    return msgspec.structs.replace(result, episode=folder)


TRIALS = JobKind(Trial, Result, make_trial_worker, fail_trial, relocate_result)
"""The trials of a benchmark as jobs."""
