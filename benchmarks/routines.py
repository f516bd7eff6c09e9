"""Repetition of recorded runs with other values: python benchmarks/routines.py [--tasks basic] [--every 1].

The scripted solution of a task is recorded with the seeds 0 and 1. A routine is created from the two runs.
The policy `routine` alone plays the task with the seeds 0 (the same values and content) and 2 (others).
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing

import msgspec
from _report import publish, render_table

from onscreen.agent.default import Planner
from onscreen.bench.task_selection import select_tasks
from onscreen.device.base import Device
from onscreen.policy.routine.routine_policy import RoutinePolicy
from onscreen.routines.routine import BadRoutine, Routine
from onscreen.routines.routine_creation import create_routine
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_limit
from onscreen.stop.signal_combination import first_of
from onscreen.types import Episode, Setting
from onscreen_practice.phone_suite.phone_device import practice_phone
from onscreen_practice.phone_suite.phone_suite import phone
from onscreen_practice.task_export import run_task_oracle

RECORDED_SEEDS = (0, 1)
PLAYED_SEEDS = (0, 2)
SMALL_SCREEN: Mapping[str, Setting] = {"size": "540x1200", "density": 200}
MAX_STEPS = 60


class Repetition(msgspec.Struct, frozen=True):
    """A task played by a routine.

    `done` is whether the run reported success, `score` that of the task's check. `sec` is the duration with
    the start of the task, `recorded_sec` that of the recorded run with seed 0.
    """

    task: str
    seed: int
    done: bool
    score: float
    steps: int
    model_calls: int
    sec: float
    recorded_sec: float


def play_task(name: str, device: Device) -> tuple[list[Repetition], str]:
    """Record a task, create its routine, and play it; returns the reason if no routine can be created."""
    suite = phone()
    episodes, seconds = [], []
    for seed in RECORDED_SEEDS:
        start_time = time.perf_counter()
        episodes.append(run_task_oracle(suite, name, seed=seed, device=device))
        seconds.append(time.perf_counter() - start_time)
    try:
        routine = create_routine(episodes, name=name)
    except BadRoutine as error:
        return [], str(error)
    return [repeat(routine, name, seed, device=device, recorded_sec=seconds[0]) for seed in PLAYED_SEEDS], ""


def repeat(routine: Routine, name: str, seed: int, *, device: Device, recorded_sec: float) -> Repetition:
    """Play a task with the policy `routine` alone."""
    start_time = time.perf_counter()
    initial = start_episode(phone().task(name, seed), device, agent="default")
    episode = run_episode(
        initial,
        device,
        agent=Planner(RoutinePolicy((routine,))),
        signal=first_of(done_signal(), steps_limit(MAX_STEPS)),
        score=score_task,
        hooks=RunHooks(),
    )
    sec = time.perf_counter() - start_time
    is_done = episode.stop is not None and episode.stop.reason == "done"
    score = (episode.score.value or 0.0) if episode.score else 0.0
    return Repetition(
        name, seed, is_done, score, len(episode.decisions), _count_model_calls(episode), sec, recorded_sec
    )


def _count_model_calls(episode: Episode) -> int:
    return sum(1 for _ in episode.exchanges())


def rows_by_seed(repetitions: Sequence[Repetition], *, created: int) -> list[tuple[object, ...]]:
    """Return a table row for each seed."""
    rows: list[tuple[object, ...]] = []
    for seed in PLAYED_SEEDS:
        played = [each for each in repetitions if each.seed == seed]
        claimed = [each for each in played if each.done]
        solved = [each for each in claimed if each.score == 1]
        ratios = sorted(each.sec / each.recorded_sec for each in solved)
        rows.append(
            (
                "the same" if seed in RECORDED_SEEDS else "other",
                f"{len(solved)}/{created}",
                len(claimed) - len(solved),
                created - len(claimed),
                sum(each.model_calls for each in played),
                f"{sum(each.steps for each in solved) / max(1, len(solved)):.1f}",
                f"{ratios[len(ratios) // 2]:.2f}" if ratios else "–",
            )
        )
    return rows


def main() -> None:
    """Play the tasks and publish the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", default="basic")
    parser.add_argument("--every", type=int, default=1, help="play only every Nth task")
    arguments = parser.parse_args()
    names = list(select_tasks(arguments.tasks, phone()))[:: arguments.every]
    repetitions: list[Repetition] = []
    reasons: Counter[str] = Counter()
    created = 0
    with closing(practice_phone(SMALL_SCREEN)) as device:
        for name in names:
            played, reason = play_task(name, device)
            repetitions += played
            created += bool(played)
            reasons[_reason_kind(reason)] += not played
            print(name, reason or [(each.seed, each.done, each.score) for each in played], flush=True)
    heads = [
        "values and content",
        "done",
        "wrongly reported as done",
        "abstained",
        "model calls",
        "steps",
        "time",
    ]
    causes = [(reason, count) for reason, count in reasons.most_common() if count]
    text = f"""### Repetition of recorded runs

The scripted solutions of {len(names)} tasks of the practice phone were recorded with two seeds. From the two
runs, a routine could be created for {created} tasks. The policy `routine` alone, without rules, network or
language model, then played these tasks once more with the first seed, and with a third seed, which has other
values and other content. Time is relative to the recorded run (median of the tasks done); steps are means.

{render_table(heads, rows_by_seed(repetitions, created=created))}

Why no routine was created:

{render_table(["reason", "tasks"], causes)}"""
    publish("routines", text, {"repetitions": msgspec.to_builtins(repetitions)})


def _reason_kind(reason: str) -> str:
    """Classify the reason for which no routine was created."""
    kinds = {
        "which the instructions do not contain": "a text that the instruction does not contain",
        "do not say which is meant": "a target that the instruction does not name",
        "number of steps": "different numbers of steps",
        "another target": "different targets",
        "different action": "different actions",
        "worded differently": "different wording of the instructions",
        "no single place": "an answer that cannot be located",
        "no step uses": "a value that no step uses",
        "password": "a password",
        "at a point": "an action at a point",
        "screens": "different screens",
    }
    return next((kind for text, kind in kinds.items() if text in reason), reason[:80])


if __name__ == "__main__":
    main()
