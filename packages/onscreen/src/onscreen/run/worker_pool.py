"""Pool of workers that share the trials of a benchmark."""

from __future__ import annotations

import queue
import threading
from collections.abc import Generator, Sequence
from typing import TypeAlias

from onscreen.run.failed_trial import crash_result
from onscreen.run.trial import ModelUsage, Result, Trial
from onscreen.run.trial_worker import TrialWorker, WorkerFactory, WorkerLost

PoolEvent: TypeAlias = tuple[int, Trial, Result | None]
"""Number of a worker, its trial, and the result of the trial; None if it has started."""

MAX_LOSSES = 3
"""Number of workers that may be lost with the same trial, after which the trial counts as crashed."""


class WorkerPool:
    """Threads that each feed trials to one worker.

    A trial whose worker is lost is run again. Each trial has exactly one result.
    """

    def __init__(self, trials: Sequence[Trial], make_worker: WorkerFactory) -> None:
        """Create a pool for the trials; the workers start in `run`."""
        self._events: queue.SimpleQueue[PoolEvent | None] = queue.SimpleQueue()
        self._pending: queue.SimpleQueue[Trial] = queue.SimpleQueue()
        for trial in trials:
            self._pending.put(trial)
        self._unfinished = len(trials)
        self._losses: dict[tuple[str, int], int] = {}
        self._make_worker = make_worker
        self._workers: dict[int, TrialWorker] = {}
        self._stopping = threading.Event()

    def run(self, workers: int) -> Generator[PoolEvent, None, None]:
        """Run the trials with a number of workers, and yield the events as they arrive.

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
        """Kill the running workers and start no further trial."""
        self._stopping.set()
        for worker in list(self._workers.values()):
            worker.interrupt()

    def _work(self, number: int) -> None:
        """Send trials to one worker until none is left, then put None on the events."""
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

    def _run_next(self, number: int, worker: TrialWorker) -> None:
        """Run the next trial; raises queue.Empty if none is left."""
        trial = self._pending.get_nowait()
        self._events.put((number, trial, None))
        try:
            result = worker.run(trial)
        except WorkerLost as error:
            if self._stopping.is_set() or self._may_repeat(trial):
                self._pending.put(trial)
                return
            result = crash_result(trial, str(error), usage=ModelUsage(), seconds=0.0)
        self._events.put((number, trial, result))

    def _may_repeat(self, trial: Trial) -> bool:
        """Count the loss of a worker with a trial, and return True if the trial may be run again."""
        key = trial.task.name, trial.seed
        self._losses[key] = self._losses.get(key, 0) + 1
        return self._losses[key] < MAX_LOSSES
