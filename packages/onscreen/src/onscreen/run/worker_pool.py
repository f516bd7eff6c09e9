"""Pool of workers that share jobs, such as the trials of a benchmark."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Sequence
from typing import Generic, TypeAlias

from onscreen.run.job_worker import JobT, JobWorker, ResultT, WorkerFactory, WorkerLost

PoolEvent: TypeAlias = tuple[int, JobT, ResultT | None]
"""Number of a worker, its job, and the result of the job; None if it has started."""

MAX_LOSSES = 3
"""Number of lost workers after which a job has failed."""


class WorkerPool(Generic[JobT, ResultT]):
    """Threads that each feed jobs to one worker.

    A job whose worker is lost is run again. Each job has exactly one result.
    """

    def __init__(
        self,
        jobs: Sequence[JobT],
        make_worker: WorkerFactory[JobT, ResultT],
        *,
        fail: Callable[[JobT, str], ResultT],
    ) -> None:
        """Create a pool for the jobs; the workers start in `run`.

        `fail` creates the result of a job that lost too many workers, with the reason.
        """
        self._events: queue.SimpleQueue[PoolEvent[JobT, ResultT] | None] = queue.SimpleQueue()
        self._pending: queue.SimpleQueue[tuple[int, JobT]] = queue.SimpleQueue()
        for pair in enumerate(jobs):
            self._pending.put(pair)
        self._unfinished = len(jobs)
        self._losses: dict[int, int] = {}
        self._make_worker, self._fail = make_worker, fail
        self._workers: dict[int, JobWorker[JobT, ResultT]] = {}
        self._stopping = threading.Event()

    def run(self, workers: int) -> Generator[PoolEvent[JobT, ResultT], None, None]:
        """Run the jobs with a number of workers, and yield the events as they arrive.

        Closing the generator kills the workers.
        """
        threads = [
            threading.Thread(target=self._work, args=(number,), daemon=True)
            for number in range(min(max(1, workers), self._unfinished))
        ]
        for thread in threads:
            thread.start()
        active = len(threads)
        try:
            while self._unfinished and active:
                event = self._events.get()
                if event is None:
                    active -= 1
                    continue
                self._unfinished -= event[2] is not None
                yield event
        finally:
            if self._unfinished:
                self._kill_workers()
            self._stopping.set()
            for thread in threads:
                thread.join()

    def _kill_workers(self) -> None:
        """Kill the running workers and start no further job."""
        self._stopping.set()
        for worker in list(self._workers.values()):
            worker.interrupt()

    def _work(self, number: int) -> None:
        """Send jobs to one worker until no job is left, then put None into the event queue."""
        try:
            worker = self._workers[number] = self._make_worker(number)
            while not self._stopping.is_set() and not self._pending.empty():
                if worker.start():
                    self._run_next(number, worker)
        except queue.Empty:
            pass
        finally:
            if (started := self._workers.pop(number, None)) is not None:
                started.close()
            self._events.put(None)

    def _run_next(self, number: int, worker: JobWorker[JobT, ResultT]) -> None:
        """Run the next job; raises queue.Empty if none is left."""
        index, job = self._pending.get_nowait()
        self._events.put((number, job, None))
        try:
            result = worker.run(job)
        except WorkerLost as error:
            if self._stopping.is_set() or self._may_repeat(index):
                self._pending.put((index, job))
                return
            result = self._fail(job, str(error))
        self._events.put((number, job, result))

    def _may_repeat(self, index: int) -> bool:
        """Count the loss of a worker for a job, and return whether the job may be run again."""
        self._losses[index] = self._losses.get(index, 0) + 1
        return self._losses[index] < MAX_LOSSES
