"""Success on the practice phone after exploring each application, beside the same without exploration.

    python benchmarks/exploration.py --seed 3
    python benchmarks/phone_routes.py [--maps runs/exploration-maps] [--groups clock,across] [--seeds 3]
    python benchmarks/phone_routes.py --model reflex+lexical+openai:... --sample 20

The first command explores the applications; this one plays the tasks of each group with the default agent
without maps and with them, one group after the other, and resumes an earlier interrupted call. There is no
language model. The policy `route` was developed on every second application, starting with
the first one; it is judged on the others and on the tasks across applications.

With `--sample`, that many tasks, the same number of each group as far as possible, are played with maps only,
and the steps are counted for which no model was queried: what routes save a user who has a model. The tasks
are drawn with a fixed seed.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from random import Random

import msgspec
from _report import RESULTS, publish, render_table
from success import run_suite

from onscreen.bench.task_selection import make_suite
from onscreen.run.suite_summary import wilson_interval
from onscreen.run.trial import Result
from onscreen.store.episode_store import load_episode
from onscreen.types import Done, Open
from onscreen_practice.phone_suite.task_table import APPLICATION_TASKS

MAPS = RESULTS.parent / "exploration-maps"
MODEL = "lexical"
GROUPS = (*APPLICATION_TASKS, "across")
MIN_TRIALS = 30
"""Minimum number of trials for which the interval of the success rate is printed."""
DEVELOPED = frozenset(tuple(APPLICATION_TASKS)[::2])
NOTES = """\
`python benchmarks/phone_routes.py`, seeds {}, agent `default`, no language model: `{}` beside `route:MAPS+{}`
with the notes of the maps. Each application was explored once, in at most {} steps, on a phone with the same
data and without `--may-modify`. Steps by route are those that the policy chose; no step queried a model. The
policy was developed on the tasks of every second application ("developed") and is judged on the others."""


class GroupResult(msgspec.Struct, frozen=True):
    """Trials of a group of tasks without and with maps, and the number of steps that `route` chose."""

    name: str
    without: tuple[Result, ...]
    routed: tuple[Result, ...]
    route_steps: int


def play(group: str, *, seeds: str, maps: Path) -> GroupResult:
    """Play the tasks of a group without maps, then with them."""
    without = run_suite(
        "phone", "default", seeds=seeds, workers=1, model=MODEL, tasks=group, name=f"routes-without-{group}"
    )
    routed = run_suite(
        "phone",
        "default",
        seeds=seeds,
        workers=1,
        model=f"route:{maps}+{MODEL}",
        tasks=group,
        name=f"routes-with-{group}",
        maps=str(maps),
    )
    return GroupResult(group, without, routed, sum(count_route_steps(result) for result in routed))


def count_route_steps(result: Result) -> int:
    """Count the steps of a trial that the policy `route` chose."""
    decisions = load_episode(result.episode).decisions[: result.steps]
    return sum(decision.proposer.startswith("route") for decision in decisions)


def sample_tasks(number: int) -> tuple[str, ...]:
    """Draw tasks of the phone, from one group after the other until there are enough."""
    rng, groups = Random(number), make_suite("phone").groups  # noqa: S311  a reproducible choice
    drawn = [rng.sample(groups[name], len(groups[name])) for name in GROUPS]
    return tuple([task for tasks in zip_longest(*drawn) for task in tasks if task][:number])


def measure_model(model: str, *, number: int, seeds: str, maps: Path) -> None:
    """Play a sample of tasks with maps and a model, and publish the steps without a query."""
    tasks = sample_tasks(number)
    name = f"route:{maps}+{model}"
    results = run_suite(
        "phone",
        "default",
        seeds=seeds,
        workers=1,
        model=name,
        tasks=",".join(tasks),
        name=f"routes-model-{re.sub(r'[^a-z0-9]+', '-', model)}",
        maps=str(maps),
    )
    decisions = [
        decision for result in results for decision in load_episode(result.episode).decisions[: result.steps]
    ]
    kinds = {
        "all steps": decisions,
        "steps that neither open an application nor end the run": [
            each for each in decisions if not isinstance(each.action, Open | Done)
        ],
    }
    rows = [
        (
            kind,
            len(chosen),
            f"{sum(each.proposer.startswith('route') for each in chosen) / max(1, len(chosen)):.0%}",
            f"{sum(not each.exchanges() for each in chosen) / max(1, len(chosen)):.0%}",
        )
        for kind, chosen in kinds.items()
    ]
    done, calls = sum(bool(result.success) for result in results), sum(r.model_calls for r in results)
    false = sum(result.is_false_success for result in results)
    notes = (
        f"`python benchmarks/phone_routes.py --model {model} --sample {number}`: {len(results)} tasks drawn "
        f"from all groups, seeds {seeds}, agent `default`, `route:MAPS+{model}` with the notes of the maps. "
        f"{done} succeeded, {false} claims were false; {calls} model calls."
    )
    heads = ("steps", "number", "chosen by the route", "without a model call")
    text = "\n\n".join(("### Routes with a language model", notes, render_table(heads, rows)))
    publish(
        f"phone_routes_{re.sub(r'[^a-z0-9]+', '_', model.partition('@')[0])}",
        text,
        {"results": msgspec.to_builtins(results)},
    )


def row(name: str, groups: Sequence[GroupResult]) -> list[object]:
    """Return the table row of some groups."""
    without = [result for group in groups for result in group.without]
    routed = [result for group in groups for result in group.routed]
    steps = sum(result.steps for result in routed)
    by_route = sum(group.route_steps for group in groups)
    return [
        name,
        len(routed),
        *(format_success(results) for results in (without, routed)),
        *(f"{sum(r.steps for r in results) / len(results):.1f}" for results in (without, routed)),
        f"{by_route / max(1, steps):.0%}",
        sum(result.model_calls for result in routed),
        *(f"{sum(r.seconds for r in results) / len(results):.1f}" for results in (without, routed)),
        *(sum(r.is_false_success for r in results) for results in (without, routed)),
    ]


def format_success(results: Sequence[Result]) -> str:
    """Format the number of successful trials, with the interval of the rate for at least 30 trials."""
    done = sum(bool(result.success) for result in results)
    if len(results) < MIN_TRIALS:
        return str(done)
    interval = wilson_interval(done, len(results))
    return f"{done}: {done / len(results):.1%} ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def main() -> None:
    """Play each group, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--maps", type=Path, default=MAPS)
    parser.add_argument("--groups", default=",".join(GROUPS))
    parser.add_argument("--seeds", default="3")
    parser.add_argument("--steps", type=int, default=200, help="steps of the exploration, for the report")
    parser.add_argument("--model", default=MODEL, help="policies and model after the route, for --sample")
    parser.add_argument("--sample", type=int, default=0, help="number of tasks played with the model")
    arguments = parser.parse_args()
    if arguments.sample:
        measure_model(arguments.model, number=arguments.sample, seeds=arguments.seeds, maps=arguments.maps)
        return
    names = arguments.groups.split(",")
    groups = [play(name, seeds=arguments.seeds, maps=arguments.maps) for name in names]
    kinds = {
        "**all**": set(GROUPS),
        "**developed**": DEVELOPED,
        "**judged, one application**": set(APPLICATION_TASKS) - DEVELOPED,
        "**judged, several applications**": {"across"},
    }
    parts = [(title, [group for group in groups if group.name in kind]) for title, kind in kinds.items()]
    rows = [row(title, part) for title, part in parts if part]
    rows += [row(group.name, [group]) for group in groups]
    heads = (
        *("tasks", "number", "succeeded without", "with", "steps without", "with", "steps by route"),
        *("model calls", "seconds without", "with", "false claims without", "with"),
    )
    notes = NOTES.format(arguments.seeds, MODEL, MODEL, arguments.steps)
    text = "\n\n".join(("### Tasks of the phone after exploration", notes, render_table(heads, rows)))
    publish("phone_routes", text, {"groups": msgspec.to_builtins(groups)})


if __name__ == "__main__":
    main()
