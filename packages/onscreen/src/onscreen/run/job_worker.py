"""Jobs and the workers that run them one after another, on this machine or on others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, Protocol, TypeAlias, TypeVar

import msgspec


class Job(Protocol):
    """Protocol for independent pieces of work, such as trials."""

    @property
    def folder(self) -> str:
        """Folder for the files that the job writes, "" for none."""


JobT = TypeVar("JobT", bound=Job)
ResultT = TypeVar("ResultT")
_JobT_contra = TypeVar("_JobT_contra", bound=Job, contravariant=True)
_ResultT_co = TypeVar("_ResultT_co", covariant=True)


class WorkerLost(Exception):
    """Raised if the machine of a worker is gone; the job has no result and can be run again."""


class JobWorker(Protocol[_JobT_contra, _ResultT_co]):
    """Protocol for workers, which run one job at a time."""

    def start(self) -> bool:
        """Prepare the worker for a job, and return whether it is ready.

        Returns False if it cannot start yet; the caller tries again. It never raises.
        """

    def run(self, job: _JobT_contra) -> _ResultT_co:
        """Run a job and return its result, even if the job crashes or exceeds its hard timeout.

        Raises:
            WorkerLost: the machine of the worker is gone; `start` prepares another one.
        """

    def interrupt(self) -> None:
        """Kill the worker from another thread, which ends a running job early; never raises."""

    def close(self) -> None:
        """Release the device and the process of the worker; never raises."""


WorkerFactory: TypeAlias = Callable[[int], JobWorker[JobT, ResultT]]
"""Function that creates the worker with a number from 0."""


class JobKind(msgspec.Struct, Generic[JobT, ResultT], frozen=True):
    """Functions and types shared by all jobs of one kind.

    `make_worker` creates a worker on this machine from the path of its log and the path that messages show
    for the log. `fail` creates the result of a job that could not be run, with the reason. `relocate` returns
    a result with its files in a folder other than the one they were written to.
    """

    job_type: type[JobT]
    result_type: type[ResultT]
    make_worker: Callable[[Path, str], JobWorker[JobT, ResultT]]
    fail: Callable[[JobT, str], ResultT]
    relocate: Callable[[ResultT, str], ResultT]


class JobWorkers(Protocol[_JobT_contra, _ResultT_co]):
    """Protocol for a group of workers: their number, a function that creates each worker, and a cleanup."""

    @property
    def count(self) -> int:
        """Number of workers, at least 1."""

    def make_worker(self, number: int) -> JobWorker[_JobT_contra, _ResultT_co]:
        """Create the worker with a number (from 0), which starts later; never raises."""

    def close(self) -> None:
        """Release resources shared by the workers; never raises."""


class LocalWorkers(Generic[JobT, ResultT]):
    """Workers on this machine, each with a log in the folder `logs`."""

    def __init__(self, kind: JobKind[JobT, ResultT], *, count: int, logs: Path) -> None:
        """Store the kind, the number and the log folder of the workers, which are created when needed."""
        self.count = max(1, count)
        self._kind, self._logs = kind, logs

    def make_worker(self, number: int) -> JobWorker[JobT, ResultT]:
        """Create the worker with a number (from 0)."""
        log = self._logs / log_name(number)
        return self._kind.make_worker(log, str(log))

    def close(self) -> None:
        """Do nothing, as the workers share nothing."""


def log_name(number: int) -> str:
    """Return the name of a worker's log."""
    return f"worker-{number}.log"
