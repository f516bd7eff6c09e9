"""The default agent on the practice phone with the tree, with visual perception, and with both.

    python benchmarks/phone_senses.py [--rounds 3] [--max-sec 3000] [--steps 20]

The tasks have the proportions of Mobile-Eval: for every application one plain instruction, one with an added
requirement and one abstract one, and a tenth across applications. A round has one task of each application,
so that every prefix of the order is balanced; no round starts with visual perception alone after `max-sec`.
The policies are those of the package. An interrupted call is continued.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from _report import RESULTS, publish, render_table
from success import BenchOutput

from onscreen.run.suite_summary import Tally, count_results
from onscreen.run.trial import Result
from onscreen_practice.phone_suite.phone_suite import GROUPS, recipe
from onscreen_practice.phone_suite.task_table import APPLICATION_TASKS

KINDS = ("plain", "added", "abstract")
COLUMNS = {
    "tree": ("none",),
    "tree and vision": ("unread-text", "icons"),
    "vision": ("without-tree", "ocr", "icons"),
}
"""Source of what the agent perceives -> names of the senses, cheapest first."""
ACROSS = 2
"""Tasks across applications in each round: a tenth, as in Mobile-Eval."""
CHUNK = 11
"""Tasks that one command plays."""
SETTINGS = ("size=540x1200", "density=200")


def choose_tasks(rounds: int) -> tuple[str, ...]:
    """Return the first task of a kind of each application for every round, and tasks across applications."""
    names = []
    for number in range(rounds):
        for place, application in enumerate(sorted(APPLICATION_TASKS)):
            kind = KINDS[(place + number) % len(KINDS)]
            names.append(next(n for n in GROUPS[application] if recipe(n, 0).kind == kind))
        across = [n for n in GROUPS["across"] if recipe(n, 0).kind == KINDS[number % len(KINDS)]]
        names += across[:ACROSS]
    return tuple(names)


def chunk_folder(tasks: Sequence[str], senses: Sequence[str]) -> Path:
    """Return the folder of the results of some tasks."""
    return RESULTS.parent / f"phone-senses-{'-'.join(senses)}-{tasks[0]}"


def play(tasks: Sequence[str], senses: Sequence[str], *, steps: int) -> tuple[Result, ...]:
    """Play tasks with `onscreen bench` and return the results."""
    onscreen, folder = Path(sys.executable).with_name("onscreen"), chunk_folder(tasks, senses)
    command = [str(onscreen), "bench", "phone", "--tasks", ",".join(tasks), "--max-steps", str(steps)]
    command += ["--no-pages", "--resume", "--json", "--out", str(folder)]
    command += [word for sense in senses for word in ("--sense", sense)]
    command += [word for setting in SETTINGS for word in ("--set", setting)]
    process = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(process.stdout, type=BenchOutput).trials


def play_column(tasks: Sequence[str], senses: Sequence[str], *, steps: int, until: float) -> Iterator[Result]:
    """Play the tasks in their order until the time is used up."""
    for start in range(0, len(tasks), CHUNK):
        chunk = tasks[start : start + CHUNK]
        if time.monotonic() > until and not chunk_folder(chunk, senses).exists():
            return
        yield from play(chunk, senses, steps=steps)


def table_row(name: str, tally: Tally) -> Sequence[object]:
    """Return a row with the metrics of Mobile-Eval."""
    ratio = "" if tally.step_ratio is None else f"{tally.step_ratio:.2f}"
    shares = (
        "" if share is None else f"{share:.1%}" for share in (tally.process_score, tally.completion_rate)
    )
    return name, f"{tally.succeeded}/{tally.total}", *shares, ratio, f"{tally.mean_steps:.1f}"


def main() -> None:
    """Play, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--max-sec", type=float, default=3000.0)
    arguments = parser.parse_args()
    tasks, until = choose_tasks(arguments.rounds), time.monotonic() + arguments.max_sec
    results = {
        name: tuple(play_column(tasks, senses, steps=arguments.steps, until=until))
        for name, senses in COLUMNS.items()
    }
    shared = {r.task for r in min(results.values(), key=len)}
    rows = [table_row(f"{name}, {len(found)} tasks", count_results(found)) for name, found in results.items()]
    rows += [
        table_row(
            f"{name}, the {len(shared)} tasks played by all",
            count_results([r for r in found if r.task in shared]),
        )
        for name, found in results.items()
        if len(found) > len(shared)
    ]
    heads = ("perceived by", "succeeded", "process score", "completion rate", "steps by a person's", "steps")
    note = (
        f"{len(tasks)} tasks, seed 0: for each of {len(APPLICATION_TASKS)} applications one plain, one with "
        "an added requirement and one abstract, and a tenth across applications; fewer where the time ended, "
        f"in a fixed order. Agent `default` with the policies of the package (`reflex+lexical`, no "
        f"language model), at most {arguments.steps} steps, screen {SETTINGS[0].removeprefix('size=')}, no "
        "notes. Senses: " + "; ".join(f"{n}: `{', '.join(s)}`" for n, s in COLUMNS.items()) + ". Steps by a "
        "person's are the relative efficiency, over the successful trials."
    )
    publish(
        "phone_senses",
        f"### Tree and visual perception on the phone\n\n{note}\n\n{render_table(heads, rows)}",
        {name: msgspec.to_builtins(found) for name, found in results.items()},
    )


if __name__ == "__main__":
    main()
