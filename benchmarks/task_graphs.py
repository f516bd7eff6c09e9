"""Composition of task graphs on the practice phone: time, disk, number, and the scores of played graphs.

    python benchmarks/task_graphs.py [--count 40000] [--minutes 10] [--seeds 0-2]

Graphs drawn at random are played by joining the UI actions of their subtasks (which must score 1), left
untouched (0), and played with one subtask omitted, chosen at random (0). Playing ends after `--minutes`.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from random import Random

import msgspec
from _report import publish, render_table

from onscreen.cli.bench import parse_seeds
from onscreen.device.base import Device
from onscreen.policy.cascade import Cascade
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Trial
from onscreen.synthesis.graph_composition import count_fillings, enumerate_intents, enumerate_structures
from onscreen.synthesis.made_task import MadeTask
from onscreen.synthesis.task_composition import compose_tasks
from onscreen.synthesis.task_graph import Pool, make_pool
from onscreen.types import Episode, Setting
from onscreen_practice.phone_suite.phone_device import practice_phone
from onscreen_practice.phone_suite.phone_subtasks import PhoneSubtask, graph_moves, phone_subtasks
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.task_recipe import DONE, Move

SMALL_SCREEN: Mapping[str, Setting] = {"size": "540x1200", "density": 200}
ENUMERATED_SIZES = (1, 2, 3)


class Composed(msgspec.Struct, frozen=True):
    """Measurements of a composition: distinct tasks, seconds, bytes, and the tries excluded by reason."""

    tasks: int
    seconds: float
    size_bytes: int
    excluded: dict[str, int]


class Played(msgspec.Struct, frozen=True):
    """Scores of one graph: played, untouched and with one node omitted."""

    name: str
    seed: int
    nodes: tuple[str, ...]
    omitted: str
    full: float | None
    untouched: float | None
    incomplete: float | None
    coverage: float
    untouched_coverage: float
    stop: str
    instruction: str


def compose_many(pool: Pool, count: int) -> Composed:
    """Compose tasks and measure the time and the size of their file."""
    before = time.process_time()
    composed = compose_tasks(pool, count, seed=0)
    seconds = time.process_time() - before
    size = sum(len(msgspec.json.encode(made)) + 1 for made in composed.tasks)
    return Composed(len(composed.tasks), seconds, size, dict(composed.excluded))


def count_graphs(pool: Pool, size: int) -> tuple[int, int, int]:
    """Count the intents of different subtasks, their structures, and the structures with all candidates."""
    intents = structures = fillings = 0
    for intent in enumerate_intents(pool, sizes=(size,)):
        found = enumerate_structures(intent, pool).structures
        intents += bool(found)
        structures += len(found)
        fillings += sum(count_fillings(each, pool) for each in found)
    return intents, structures, fillings


def play(made: MadeTask, moves: Sequence[Move], device: Device) -> Episode:
    """Play UI actions on the task of a graph."""
    trial = Trial(made.task, "", device="phone", limits=Limits(200), signals=())
    return run_trial(trial, device, cascade=Cascade(), create_agent=lambda _: Oracle(tuple(moves)))


def play_graph(
    made: MadeTask, subtasks: tuple[PhoneSubtask, ...], *, seed: int, device: Device, random: Random
) -> Played:
    """Play a graph completely, not at all, and without one node."""
    omitted = random.randrange(len(made.graph.nodes))
    full = play(made, graph_moves(made.graph, subtasks), device)
    untouched = play(made, (DONE,), device)
    incomplete = play(made, graph_moves(made.graph, subtasks, omit=omitted), device)
    return Played(
        made.task.name,
        seed,
        tuple(node.subtask for node in made.graph.nodes),
        made.graph.nodes[omitted].subtask,
        full=score_value(full),
        untouched=score_value(untouched),
        incomplete=score_value(incomplete),
        coverage=coverage(full),
        untouched_coverage=coverage(untouched),
        stop=full.stop.reason if full.stop else "",
        instruction=made.task.instruction,
    )


def score_value(episode: Episode) -> float | None:
    """Return the score of a run, None if it was not judged."""
    return episode.score.value if episode.score else None


def coverage(episode: Episode) -> float:
    """Return the coverage rate of a run."""
    return episode.score.graph.coverage if episode.score and episode.score.graph else 0.0


def play_sample(seeds: Sequence[int], *, minutes: float) -> list[Played]:
    """Play graphs drawn at random, in turn on the phones of several seeds, until the time is over."""
    ends_at, random, played = time.monotonic() + 60 * minutes, Random(0), []  # noqa: S311  a reproducible choice
    subtasks = {seed: phone_subtasks(seed) for seed in seeds}
    tasks = {
        seed: compose_tasks(make_pool([each.template for each in found]), 500, seed=seed).tasks
        for seed, found in subtasks.items()
    }
    with closing(practice_phone(SMALL_SCREEN)) as device:
        for number, seed in zip(itertools.count(), itertools.cycle(seeds)):
            if time.monotonic() > ends_at:
                break
            made = tasks[seed][number // len(seeds)]
            row = play_graph(made, subtasks[seed], seed=seed, device=device, random=random)
            print(row.name, row.nodes, row.full, row.untouched, row.incomplete, row.omitted, flush=True)
            played.append(row)
    return played


def score_rows(played: Sequence[Played]) -> list[list[object]]:
    """Return a table row for each way of playing."""
    return [
        [what, f"{scores.count(1.0)}/{len(scores)}", f"{scores.count(None)}"]
        for what, scores in (
            ("joined trajectories", [each.full for each in played]),
            ("untouched", [each.untouched for each in played]),
            ("one subtask omitted", [each.incomplete for each in played]),
        )
    ]


def main() -> None:
    """Compose, count, play and publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=40_000)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seeds", default="0-2")
    arguments = parser.parse_args()
    played = play_sample(parse_seeds(arguments.seeds), minutes=arguments.minutes)
    pool = make_pool([each.template for each in phone_subtasks()])
    composed = compose_many(pool, arguments.count)
    counts = {size: count_graphs(pool, size) for size in ENUMERATED_SIZES}
    per_thousand = 1000 / max(1, composed.tasks)
    sizes = Counter(len(each.nodes) for each in played)
    summary = (
        f"{len(pool)} subtasks in {len({each.application for each in pool.values()})} applications of the"
        f" practice phone. {composed.tasks:,} distinct tasks with 1 to 6 subtasks were composed in"
        f" {composed.seconds:.0f} s of processor time: {composed.seconds * per_thousand:.1f} s and"
        f" {composed.size_bytes * per_thousand / 1e6:.1f} MB per 1,000."
    )
    text = "\n\n".join(
        (
            "### Task graphs on the phone",
            summary,
            render_table(
                ("different subtasks", "intents", "structures", "with all candidates"),
                [[size, *map("{:,}".format, each)] for size, each in counts.items()],
            ),
            f"{len(played)} graphs drawn at random, on phones of the seeds {arguments.seeds}, with "
            + ", ".join(f"{size} subtasks ({sizes[size]})" for size in sorted(sizes))
            + ":",
            render_table(("played", "score 1", "not judged"), score_rows(played)),
        )
    )
    data = {"composed": composed, "counts": list(counts.items()), "played": played}
    publish("task_graphs", text, msgspec.to_builtins(data))


if __name__ == "__main__":
    main()
