"""Tests the phone's tasks: the oracle must score 1, doing nothing and near misses 0.

    python benchmarks/phone_tasks.py [--seeds 0-4] [--workers 2] [--tasks all]

Each task's oracle is played through a stock adb server and the device `android`, on phones with small
pictures.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing

import msgspec
from _report import publish, table

from onscreen.bench.task_selection import tasks_of
from onscreen.cli.bench import seeds_of
from onscreen.device.base import Device
from onscreen.run.episode_loop import RunHooks, begin, run_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen_practice.phone_suite.phone_device import practice_phone
from onscreen_practice.phone_suite.phone_suite import phone, recipe
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.task_export import show_moves

SMALL = {"size": "540x1200", "density": 200}


class Row(msgspec.Struct, frozen=True):
    """Scores for one task and seed: of the oracle, of doing nothing, of each near miss."""

    name: str
    seed: int
    oracle: float | None
    nothing: float | None
    near: tuple[float | None, ...]
    person_steps: int
    kind: str
    layout: str
    why: str = ""

    @property
    def is_valid(self) -> bool:
        """Whether the oracle scores 1 and everything else 0."""
        return self.oracle == 1 and self.nothing == 0 and bool(self.near) and not any(self.near)


def evaluate(name: str, seed: int, device: Device) -> Row:
    """Return the scores for one task and seed."""
    task, suite = recipe(name, seed), phone()
    nothing = score_task(begin(suite.task(name, seed), device), device).value
    episode = show_moves(suite, name, seed=seed, device=device)
    score, near = episode.score, []
    if task.spoil:
        device.read(task.spoil)
        near.append(score_task(episode, device).value)
    if task.near_miss:
        started = begin(suite.task(name, seed), device)
        agent, hooks = Oracle(task.near_miss), RunHooks()
        played = run_episode(
            started, device, agent=agent, signal=done_signal(), score=score_task, hooks=hooks
        )
        near.append(played.score.value if played.score else None)
    why = score.why if score and score.value != 1 else ""
    value = score.value if score else None
    return Row(name, seed, value, nothing, tuple(near), task.person_steps, task.kind, task.layout, why)


def evaluate_all(trials: Sequence[tuple[str, int]]) -> list[Row]:
    """Return the scores for these tasks and seeds, evaluated on one phone."""
    with closing(practice_phone(SMALL)) as device:
        return [evaluate(name, seed, device) for name, seed in trials]


def by_application(rows: Sequence[Row]) -> Iterator[Sequence[object]]:
    """Yield a row of the table for each application, and one for all."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row.name.partition("-")[0]].append(row)
    for name, members in [*sorted(groups.items()), ("**all**", list(rows))]:
        tasks = {row.name: row for row in members}
        kinds = [row.kind for row in tasks.values()]
        yield (
            name,
            len(tasks),
            "/".join(str(kinds.count(kind)) for kind in ("plain", "added", "abstract")),
            sum(row.layout == "changing" for row in tasks.values()),
            f"{sum(row.person_steps for row in members) / len(members):.1f}",
            max(row.person_steps for row in members),
            f"{sum(row.oracle == 1 for row in members)}/{len(members)}",
            f"{sum(row.nothing == 0 for row in members)}/{len(members)}",
            f"{sum(bool(row.near) and not any(row.near) for row in members)}/{len(members)}",
        )


def main() -> None:
    """Evaluate the tasks and publish the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0-4")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tasks", default="all")
    options = parser.parse_args()
    trials = [(name, seed) for name in tasks_of(options.tasks, phone()) for seed in seeds_of(options.seeds)]
    shares = [trials[i :: options.workers] for i in range(options.workers)]
    with ProcessPoolExecutor(options.workers) as pool:
        rows = [row for part in pool.map(evaluate_all, shares) for row in part]
    for row in rows:
        if not row.is_valid:
            print(f"INVALID {row}")
    heads = ["application", "tasks", "plain/added/abstract", "changing layout", "person's steps", "most"]
    heads += ["oracle scores 1", "nothing scores 0", "near misses score 0"]
    text = f"### Tasks of the phone\n\nSeeds {options.seeds}, played through adb:\n\n"
    publish(
        "phone_tasks", text + table(heads, list(by_application(rows))), {"rows": msgspec.to_builtins(rows)}
    )


if __name__ == "__main__":
    main()
