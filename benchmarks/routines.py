"""Repetition of recorded runs with other values: python benchmarks/routines.py [--every 1].

The scripted solution of a task is recorded with the seeds 0 and 1. A routine is created from the two runs.
The policy `routine` alone plays the task with the seeds 0 (the same values and content) and 2 (others).
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing

import msgspec
from _report import publish, render_table

from onscreen.agent.default import Planner
from onscreen.bench.task_selection import select_tasks
from onscreen.device.base import Device
from onscreen.policy.routine.routine_policy import RoutinePolicy
from onscreen.routines.routine import BadRoutine, Routine
from onscreen.routines.routine_creation import create_routine
from onscreen.run.device_factory import make_device
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_limit
from onscreen.stop.signal_combination import first_of
from onscreen.types import Episode, Setting
from onscreen.types.errors import DeviceError, UsageError
from onscreen_practice.apps.apps_suite import AppsSuite
from onscreen_practice.desktop_suite.desktop_suite import desktop
from onscreen_practice.phone_suite.phone_suite import phone
from onscreen_practice.task_export import RecipeSuite, run_task_oracle

RECORDED_SEEDS = (0, 1)
PLAYED_SEEDS = (0, 2)
SUITES: Mapping[str, Callable[[], RecipeSuite]] = {"phone": phone, "apps": AppsSuite, "desktop": desktop}
SETTINGS: Mapping[str, Mapping[str, Setting]] = {"phone": {"size": "540x1200", "density": 200}}
TASKS: Mapping[str, str] = {"phone": "basic", "desktop": "easy"}
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


class SuiteResult(msgspec.Struct, frozen=True):
    """The repetitions of a suite, and why there is no routine, by task."""

    suite: str
    repetitions: list[Repetition]
    reasons: Mapping[str, str]


def play_suite(name: str, *, every: int) -> SuiteResult:
    """Record the tasks of a suite, create their routines, and play them."""
    suite = SUITES[name]()
    repetitions: list[Repetition] = []
    reasons: dict[str, str] = {}
    with closing(make_device(suite.device, SETTINGS.get(name, {}))) as device:
        for task in list(select_tasks(TASKS.get(name, "all"), suite))[::every]:
            try:
                played = play_task(suite, task, device)
            except (BadRoutine, UsageError, DeviceError) as error:
                reasons[task] = str(error)
            else:
                repetitions += played
            print(
                task, reasons.get(task) or [(each.seed, each.done, each.score) for each in played], flush=True
            )
    return SuiteResult(name, repetitions, reasons)


def record_task(suite: RecipeSuite, name: str, device: Device) -> tuple[list[Episode], list[float]]:
    """Play the solution of a task with two seeds; return the episodes and their durations in seconds.

    Raises:
        UsageError: the application of the task is not installed.
        DeviceError: the application does not start.
    """
    episodes, seconds = [], []
    for seed in RECORDED_SEEDS:
        start_time = time.perf_counter()
        episodes.append(run_task_oracle(suite, name, seed=seed, device=device))
        seconds.append(time.perf_counter() - start_time)
    return episodes, seconds


def play_task(suite: RecipeSuite, name: str, device: Device) -> list[Repetition]:
    """Record a task with two seeds, create its routine, and play it.

    Raises:
        BadRoutine: no routine can be created.
        UsageError: the application of the task is not installed.
        DeviceError: the application does not start.
    """
    episodes, seconds = record_task(suite, name, device)
    routine = create_routine(episodes, name=name)
    return [
        repeat(suite, name, seed, routine=routine, device=device, recorded_sec=seconds[0])
        for seed in PLAYED_SEEDS
    ]


def repeat(
    suite: RecipeSuite, name: str, seed: int, *, routine: Routine, device: Device, recorded_sec: float
) -> Repetition:
    """Play a task with the policy `routine` alone."""
    start_time = time.perf_counter()
    initial = start_episode(suite.task(name, seed), device, agent="default")
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
    calls = sum(1 for _ in episode.exchanges())
    return Repetition(name, seed, is_done, score, len(episode.decisions), calls, sec, recorded_sec)


def rows_by_seed(result: SuiteResult) -> list[tuple[object, ...]]:
    """Return a table row for each seed."""
    rows: list[tuple[object, ...]] = []
    tasks = len({each.task for each in result.repetitions}) + len(result.reasons)
    for seed in PLAYED_SEEDS:
        played = [each for each in result.repetitions if each.seed == seed]
        claimed = [each for each in played if each.done]
        solved = [each for each in claimed if each.score == 1]
        ratios = sorted(each.sec / each.recorded_sec for each in solved)
        rows.append(
            (
                result.suite,
                f"{len(played)}/{tasks}",
                "the same" if seed in RECORDED_SEEDS else "other",
                f"{len(solved)}/{len(played)}",
                len(claimed) - len(solved),
                len(played) - len(claimed),
                sum(each.model_calls for each in played),
                f"{sum(each.steps for each in solved) / max(1, len(solved)):.1f}",
                f"{ratios[len(ratios) // 2]:.2f}" if ratios else "–",
            )
        )
    return rows


def main() -> None:
    """Play the tasks and publish the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suites", default=",".join(SUITES))
    parser.add_argument("--every", type=int, default=1, help="play only every Nth task")
    arguments = parser.parse_args()
    results = [play_suite(name, every=arguments.every) for name in arguments.suites.split(",")]
    heads = ["suite", "routines of tasks", "values and content", "done", "wrongly reported as done"]
    heads += ["abstained", "model calls", "steps", "time"]
    rows = [row for result in results for row in rows_by_seed(result)]
    reasons = Counter(_reason_kind(each) for result in results for each in result.reasons.values())
    share = "All tasks" if arguments.every == 1 else f"One of every {arguments.every} tasks"
    text = f"""### Repetition of recorded runs

{share} of the suites were used. The scripted solution of a task was recorded with two seeds, and a routine
was created from the two runs where possible. The policy `routine` alone, without rules, network or language
model, then played the task once more with the first seed, and with a third seed, which has other values and
other content. Time is relative to the recorded run (median of the tasks done); steps are means.

{render_table(heads, rows)}

Why no routine was created:

{render_table(["reason", "tasks"], reasons.most_common())}"""
    publish("routines", text, {"results": msgspec.to_builtins(results)})


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
