"""Workers that share the trials of a benchmark, some of which are lost."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from onscreen.run.job_host import HostReply, JobHost, store_files
from onscreen.run.job_worker import WorkerLost
from onscreen.run.trial import Result, Trial
from onscreen.run.trial_worker import TRIALS, TrialWorker
from onscreen.run.worker_pool import MAX_LOSSES, WorkerPool
from onscreen.store.episode_store import load_episode
from onscreen.types import Task


def _trials(count: int) -> list[Trial]:
    return [Trial(Task(f"Task {number}", name=f"task-{number}"), "") for number in range(count)]


class LossyWorker:
    """A worker that is lost with the trials of some names, as often as `losses` says."""

    def __init__(self, losses: Counter[str], lock: threading.Lock) -> None:
        """Share the losses with the other workers of the pool."""
        self._losses, self._lock = losses, lock
        self.starts = 0

    def start(self) -> bool:
        """Succeed at the second attempt."""
        self.starts += 1
        return self.starts > 1

    def run(self, job: Trial) -> Result:
        """Return a result, or lose the worker."""
        name = job.task.name
        with self._lock:
            is_lost = self._losses[name] > 0
            self._losses[name] -= 1
        if is_lost:
            raise WorkerLost("the machine is gone")
        return Result(
            name, 0, True, 1.0, steps=1, seconds=0.0, model_calls=0, tokens_in=0, tokens_out=0,
            stop="done", episode="",
        )  # fmt: skip

    def interrupt(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def _run(losses: dict[str, int], *, trials: int, workers: int) -> list[Result]:
    counted, lock = Counter(losses), threading.Lock()
    pool = WorkerPool(_trials(trials), lambda _number: LossyWorker(counted, lock), fail=TRIALS.fail)
    return [result for _, _, result in pool.run(workers) if result is not None]


@pytest.mark.parametrize("workers", [1, 3, 64])
def test_a_trial_that_loses_its_worker_is_run_again_and_counted_once(workers: int) -> None:
    """However many workers are lost, every trial has exactly one result."""
    results = _run({"task-3": 1, "task-7": MAX_LOSSES - 1, "task-39": 1}, trials=40, workers=workers)
    assert Counter(result.task for result in results) == Counter(f"task-{n}" for n in range(40))
    assert all(result.success for result in results)


def test_a_trial_that_loses_every_worker_crashes() -> None:
    """A trial with which several workers were lost is not repeated for ever, and its result says why."""
    results = _run({"task-1": 99}, trials=4, workers=2)
    crashed = [result for result in results if result.stop == "crashed"]
    assert [result.task for result in crashed] == ["task-1"]
    assert crashed[0].detail == "the machine is gone"


def test_the_host_of_another_machine_sends_the_recorded_episode(practice: None, tmp_path: Path) -> None:  # noqa: ARG001
    """The result of a worker on another machine, with episode and screenshots, is that of a local worker."""
    trial = Trial(
        Task("Press the button.", name="press"), str(tmp_path / "remote"), device="fake", agent="default",
        model="lexical",
    )  # fmt: skip
    host, local = JobHost(TRIALS, "logs/worker-0.log"), TrialWorker(tmp_path / "worker.log")
    try:
        reply = msgspec.msgpack.decode(host.run(msgspec.msgpack.encode(trial)), type=HostReply)
        direct = local.run(msgspec.structs.replace(trial, folder=str(tmp_path / "local")))
    finally:
        host.close()
        local.close()
    assert not (tmp_path / "remote").exists()
    store_files(reply.files, tmp_path / "remote")
    result = msgspec.msgpack.decode(reply.result, type=Result)
    remote = load_episode(tmp_path / "remote")
    assert remote.shots[0].picture.png
    assert [each.action for each in remote.decisions] == [
        each.action for each in load_episode(tmp_path / "local").decisions
    ]
    assert result.episode == str(tmp_path / "remote")
    same = ("task", "success", "reward", "steps", "stop", "detail", "instruction")
    assert [getattr(result, name) for name in same] == [getattr(direct, name) for name in same]


def test_files_outside_the_episode_are_refused(tmp_path: Path) -> None:
    """A worker cannot write files elsewhere than in the folder of its episode."""
    with pytest.raises(ValueError, match="outside the folder"):
        store_files({"../other": b""}, tmp_path / "episode")
    assert not (tmp_path / "other").exists()
