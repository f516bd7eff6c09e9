"""Check that every phone task is solvable and rejects doing nothing and wrong details.

    python benchmarks/phone_tasks.py [--seeds 0-4] [--workers 2] [--tasks basic|hard]

Each task's oracle is played through a stock adb server and the device `android`, on phones with small
screens. Random side effects are applied to the finished state; those that every task permits are not counted.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from random import Random

import msgspec
from _report import publish, render_table

from onscreen.bench.task_selection import select_tasks
from onscreen.cli.bench import parse_seeds
from onscreen.cli.options import slugify
from onscreen.device.base import Device
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen_practice.phone_suite.phone_device import practice_phone
from onscreen_practice.phone_suite.phone_suite import phone, recipe
from onscreen_practice.phone_suite.random_side_effects import (
    SideEffectScores,
    make_side_effects,
    score_side_effects,
)
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.state.value_patterns import States
from onscreen_practice.task_export import run_task_oracle

SMALL_SCREEN = {"size": "540x1200", "density": 200}


class Row(msgspec.Struct, frozen=True):
    """Result of a task with one seed: scores of the oracle, doing nothing, and each near miss."""

    name: str
    seed: int
    oracle: float | None
    untouched: float | None
    near_misses: tuple[float | None, ...]
    person_steps: int
    kind: str
    layout: str
    said: str = ""
    side_effects: SideEffectScores = SideEffectScores()

    @property
    def is_valid(self) -> bool:
        """Whether the solution passes, everything else fails, and the check detects all side effects."""
        return (
            self.oracle == 1
            and self.untouched == 0
            and bool(self.near_misses)
            and not any(self.near_misses)
            and not self.side_effects.undetected
        )


def play_task(name: str, seed: int, device: Device) -> Row:
    """Run a task with the oracle, doing nothing, and each near miss, and return the scores."""
    task_recipe, suite = recipe(name, seed), phone()
    untouched = score_task(start_episode(suite.task(name, seed), device), device).value
    episode = run_task_oracle(suite, name, seed=seed, device=device)
    score, near_misses = episode.score, []
    side_effects = play_side_effects(name, seed, device)
    if task_recipe.spoil:
        device.read(task_recipe.spoil)
        near_misses.append(score_task(episode, device).value)
    if task_recipe.near_miss:
        initial = start_episode(suite.task(name, seed), device)
        agent, hooks = Oracle(task_recipe.near_miss), RunHooks()
        near_miss_episode = run_episode(
            initial, device, agent=agent, signal=done_signal(), score=score_task, hooks=hooks
        )
        near_misses.append(near_miss_episode.score.value if near_miss_episode.score else None)
    failure = score.why if score and score.value != 1 else ""
    value = score.value if score else None
    return Row(
        name,
        seed,
        value,
        untouched,
        tuple(near_misses),
        task_recipe.person_steps,
        task_recipe.kind,
        task_recipe.layout,
        failure,
        side_effects,
    )


def play_side_effects(name: str, seed: int, device: Device) -> SideEffectScores:
    """Evaluate the check of a finished task on states with random side effects."""
    states = States(*json.loads(device.read("practice eval '[begin, s]'")))
    effects = make_side_effects(states.after, name.partition("-")[0], rng=Random(f"{name} {seed}"))  # noqa: S311
    return score_side_effects(recipe(name, seed).check, effects, states=states)


def play_tasks(trials_share: Sequence[tuple[str, int]]) -> list[Row]:
    """Run the given tasks on one phone."""
    with closing(practice_phone(SMALL_SCREEN)) as device:
        return [report_invalid(play_task(name, seed, device)) for name, seed in trials_share]


def report_invalid(row: Row) -> Row:
    """Print a task whose scores are not as required, and return it."""
    if not row.is_valid:
        print(f"INVALID {row}", flush=True)
    return row


def rows_by_application(task_rows: Sequence[Row]) -> Iterator[Sequence[object]]:
    """Yield a table row for each application."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for each in task_rows:
        groups[each.name.partition("-")[0]].append(each)
    for name, members in [*sorted(groups.items()), ("**all**", list(task_rows))]:
        tasks = {each.name: each for each in members}
        kinds = [each.kind for each in tasks.values()]
        yield (
            name,
            len(tasks),
            "/".join(str(kinds.count(kind)) for kind in ("plain", "added", "abstract")),
            sum(each.layout == "changing" for each in tasks.values()),
            f"{sum(each.person_steps for each in members) / len(members):.1f}",
            max(each.person_steps for each in members),
            f"{sum(each.oracle == 1 for each in members)}/{len(members)}",
            f"{sum(each.untouched == 0 for each in members)}/{len(members)}",
            f"{sum(bool(each.near_misses) and not any(each.near_misses) for each in members)}/{len(members)}",
            side_effect_cell([each.side_effects for each in members]),
        )


def side_effect_cell(scores: Sequence[SideEffectScores]) -> str:
    """Format how many of the side effects that are not permitted were detected."""
    forbidden = sum(each.made - each.permitted for each in scores)
    return f"{sum(each.detected for each in scores)}/{forbidden}"


def main() -> None:
    """Play, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0-4")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tasks", default="basic")
    arguments = parser.parse_args()
    trials = [
        (name, seed)
        for name in select_tasks(arguments.tasks, phone())
        for seed in parse_seeds(arguments.seeds)
    ]
    shares = [trials[i :: arguments.workers] for i in range(arguments.workers)]
    with ProcessPoolExecutor(arguments.workers) as pool:
        task_rows = [each for part in pool.map(play_tasks, shares) for each in part]
    heads = ["application", "tasks", "plain/added/abstract", "changing layout", "person's steps", "most"]
    heads += ["oracle scores 1", "nothing scores 0", "near misses score 0", "side effects score 0"]
    is_basic = arguments.tasks == "basic"
    title = "Tasks of the phone" if is_basic else f"Tasks of the phone: {arguments.tasks}"
    text = f"### {title}\n\nSeeds {arguments.seeds}, played through adb:\n\n"
    publish(
        "phone_tasks" if is_basic else f"phone_tasks_{slugify(arguments.tasks)}",
        text + render_table(heads, list(rows_by_application(task_rows))),
        {"rows": msgspec.to_builtins(task_rows)},
    )


if __name__ == "__main__":
    main()
