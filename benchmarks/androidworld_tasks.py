"""Check that scripted solutions solve AndroidWorld's tasks on the practice phone, and doing nothing fails.

    python benchmarks/androidworld_tasks.py [--seeds 0-4] [--tasks all|sms|...]

AndroidWorld's own code prepares and scores the tasks; it must be installed (onscreen androidworld install).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from contextlib import closing
from statistics import median

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
    """Result of a task with one seed: scores of doing nothing and of the scripted solution."""

    name: str
    seed: int
    untouched: float | None
    solved: float | None
    sec: float
    goal: str = ""
    problem: str = ""

    @property
    def is_valid(self) -> bool:
        """Whether the solution scores 1 and doing nothing scores 0."""
        return self.solved == 1 and self.untouched == 0


def play_task(name: str, seed: int, device: Device) -> Row:
    """Run a task twice, doing nothing and with the scripted solution, and return both scores."""
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


def render(rows: Sequence[Row], seeds: str) -> str:
    """Return the report, with a line for each task."""
    names = dict.fromkeys(row.name for row in rows)
    by_task = {name: [row for row in rows if row.name == name] for name in names}
    valid = sum(all(row.is_valid for row in each) for each in by_task.values())
    supported = len(ALL_NAMES)
    total = supported + sum(len(each) for each in EXCLUDED.values())
    table = [
        (
            name,
            len(each),
            sum(row.untouched == 0 for row in each),
            sum(row.solved == 1 for row in each),
            f"{median(row.sec for row in each):.1f}",
        )
        for name, each in by_task.items()
    ]
    heads = ("task", "trials", "nothing scores 0", "solution scores 1", "seconds, median")
    return "\n".join(
        [
            "### AndroidWorld's tasks on the practice phone",
            "",
            f"Of AndroidWorld's {total} tasks, {supported} are supported. Its code scored each trial twice,",
            "after doing nothing, and after the task's scripted solution. The time is that of both, with the",
            f"preparation. {valid} of {len(by_task)} tasks are valid on all seeds:",
            f"`python benchmarks/androidworld_tasks.py --seeds {seeds}`.",
            "",
            render_table(heads, table),
        ]
    )


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
    publish("androidworld_tasks", render(rows, arguments.seeds), {"rows": msgspec.to_builtins(rows)})


if __name__ == "__main__":
    main()
