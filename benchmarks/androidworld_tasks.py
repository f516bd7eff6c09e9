"""Whether scripted solutions solve AndroidWorld's tasks on the practice phone, and doing nothing does not.

    python benchmarks/androidworld_tasks.py [--seeds 0-4] [--tasks all|sms|...]

AndroidWorld's own code prepares and scores the tasks; it must be installed (onscreen androidworld install).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from contextlib import closing

import msgspec
from _report import publish, render_table

from onscreen.bench.task_selection import select_tasks
from onscreen.cli.bench import parse_seeds
from onscreen.device.base import Device
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.types.errors import DeviceError
from onscreen_practice.androidworld.androidworld_device import PARAMETERS, androidworld_device
from onscreen_practice.androidworld.androidworld_suite import androidworld
from onscreen_practice.androidworld.task_client import Parameters
from onscreen_practice.androidworld.task_names import ALL_NAMES, EXCLUDED
from onscreen_practice.androidworld.task_solutions import find_solution
from onscreen_practice.recipe_oracle import Oracle


class Row(msgspec.Struct, frozen=True):
    """One task with one seed: the scores of doing nothing and of the scripted solution."""

    name: str
    seed: int
    untouched: float | None
    solved: float | None
    sec: float
    goal: str = ""
    problem: str = ""

    @property
    def is_valid(self) -> bool:
        """Whether the solution scores 1 and doing nothing 0."""
        return self.solved == 1 and self.untouched == 0


def play_task(name: str, seed: int, device: Device) -> Row:
    """Score doing nothing and the scripted solution of one task."""
    task, started = androidworld().task(name, seed), time.monotonic()
    try:
        initial = start_episode(task, device)
        untouched = score_task(initial, device).value
        parameters = msgspec.json.decode(device.read(PARAMETERS), type=Parameters)
        initial = start_episode(task, device)
        agent = Oracle(find_solution(name, parameters))
        episode = run_episode(
            initial, device, agent=agent, signal=done_signal(), score=score_task, hooks=RunHooks()
        )
    except DeviceError as error:
        return Row(name, seed, None, None, time.monotonic() - started, problem=str(error))
    score = episode.score.value if episode.score else None
    last = episode.decisions[-1].action
    problem = "" if score == 1 else f"{last!r}"[:200]
    return Row(name, seed, untouched, score, time.monotonic() - started, episode.task.instruction, problem)


def render(rows: Sequence[Row]) -> str:
    """Return the report."""
    valid = sum(row.is_valid for row in rows)
    names = {row.name for row in rows}
    whole = {name for name in names if all(row.is_valid for row in rows if row.name == name)}
    total = len(ALL_NAMES) + sum(len(each) for each in EXCLUDED.values())
    lines = [
        f"{len(ALL_NAMES)} of AndroidWorld's {total} tasks are supported. Of {len(names)} tasks,",
        f"{len(whole)} are valid on all seeds: the scripted solution scores 1 and doing nothing 0.",
        f"{valid} of {len(rows)} trials are valid.",
        "",
        render_table(
            ("task", "seed", "untouched", "solved", "seconds", "problem"),
            [
                (row.name, str(row.seed), str(row.untouched), str(row.solved), f"{row.sec:.1f}", row.problem)
                for row in rows
            ],
        ),
    ]
    return "\n".join(lines)


def main() -> None:
    """Play the tasks and publish the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0")
    parser.add_argument("--tasks", default="all")
    arguments = parser.parse_args()
    suite = androidworld()
    names = select_tasks(arguments.tasks, suite)
    rows: list[Row] = []
    with closing(androidworld_device({})) as device:
        for name in names:
            for seed in parse_seeds(arguments.seeds):
                rows.append(play_task(name, seed, device))
                print(rows[-1], flush=True)
    publish("androidworld_tasks", render(rows), {"rows": msgspec.to_builtins(rows)})


if __name__ == "__main__":
    main()
