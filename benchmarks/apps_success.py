"""Success and claims of "done" of the default agent without a model in real web applications, by application.

    onscreen apps install
    python benchmarks/apps_success.py [--held-out] [--seeds 0] [--workers 1] [--before FOLDER ...]

Plays the suite `apps` with the ordinary command and resumes an earlier interrupted call; delete the folders
`runs/apps-first-SEEDS` and `runs/apps-second-SEEDS` to play all tasks again. The agent was developed on both
halves, with seed 0; other seeds have other data in the same tasks. `--before` are the folders of a run of an
earlier version, for comparison. `--held-out` plays only the applications that were added last, in which the
agent was not developed, and publishes a table of its own.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from _report import publish, render_table
from success import run_suite

from onscreen.run.suite_summary import summarize
from onscreen.run.trial import Result
from onscreen_practice.apps.apps_suite import GROUPS
from onscreen_train.task_split import HELD_OUT_APPLICATIONS

HALVES = {
    "first": ("fava", "sqliteweb", "transmission", "backlog", "tiddlywiki", "radicale"),
    "second": ("roundup", "optuna", "piccolo", "syncthing", "fossil", "dokuwiki", "joint"),
}
"""Applications of each half, both used for development; `joint` are the tasks in two applications."""
HELD_OUT = {"held out": HELD_OUT_APPLICATIONS}
"""Applications whose tasks were written before the agent was run in them."""
IMPOSSIBLE = "impossible"
"""Group of the tasks that no application has a function for."""
HEADS = ("half", "application", "tasks", "succeeded", "of these impossible", "claims of done", "false claims")


def read_results(folders: Sequence[Path]) -> tuple[Result, ...]:
    """Read the results in the folders of a run."""
    lines = [line for folder in folders for line in (folder / "results.jsonl").read_bytes().splitlines()]
    return tuple(msgspec.json.decode(line, type=Result) for line in lines)


def count_results(results: Sequence[Result]) -> tuple[int, int, int, int]:
    """Return the numbers of successes, of successes in impossible tasks, of claims and of false claims."""
    succeeded = [each for each in results if each.success]
    return (
        len(succeeded),
        sum(each.task in GROUPS[IMPOSSIBLE] for each in succeeded),
        sum(each.stop == "done" for each in results),
        sum(each.is_false_success for each in results),
    )


def render_rows(
    results: Sequence[Result], before: Sequence[Result], halves: Mapping[str, Sequence[str]]
) -> list[Sequence[object]]:
    """Return a table row for each application, for each half, and for all tasks."""
    rows: list[Sequence[object]] = []
    names = [(half, name) for half, each in halves.items() for name in each]
    totals = [(half, "all") for half in halves]
    totals += [("both", "all")] if len(halves) > 1 else []
    every = [name for each in halves.values() for name in each]
    for half, name in (*names, *totals):
        groups = halves.get(half, every) if name == "all" else (name,)
        tasks = {task for group in groups for task in GROUPS[group]}
        now, earlier = ([each for each in of if each.task in tasks] for of in (results, before))
        if not now:
            continue
        counts = zip(count_results(now), count_results(earlier), strict=True)
        cells = [f"{count} (before: {old})" if earlier else str(count) for count, old in counts]
        rows.append((half, name, len(now), *cells))
    return rows


DEVELOPED = (
    "Both halves are development halves by now: the second one was used for judging until its four false "
    "claims with seed 0 were inspected and their causes removed."
)


def main() -> None:
    """Play both halves or the applications that are held out, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--seeds", default="0")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--before", type=Path, nargs="*", default=[])
    arguments = parser.parse_args()
    halves = HELD_OUT if arguments.held_out else HALVES
    played = [
        run_suite(
            "apps",
            "default",
            seeds=arguments.seeds,
            workers=arguments.workers,
            model="reflex+lexical",
            tasks=",".join(names),
            name=f"apps-{half.replace(' ', '-')}",
        )
        for half, names in halves.items()
    ]
    results = tuple(result for half in played for result in half)
    before = read_results(arguments.before)
    overall = summarize(results).overall
    low, high = overall.interval.low, overall.interval.high
    option = "--held-out " if arguments.held_out else ""
    notes = (
        f"`python benchmarks/apps_success.py {option}--seeds {arguments.seeds}`, default agent, "
        f"`reflex+lexical`, no language model. {100 * (overall.success_rate or 0):.1f} % "
        f"({100 * low:.1f} to {100 * high:.1f}) succeeded. "
        "An impossible task succeeds if the run gives up and changes nothing."
    )
    title = "Default agent in real web applications" + (", held out" if arguments.held_out else "")
    paragraphs = (f"### {title}", notes if arguments.held_out else f"{notes} {DEVELOPED}")
    text = "\n\n".join((*paragraphs, render_table(HEADS, render_rows(results, before, halves))))
    name = "apps_held_out" if arguments.held_out else "apps_success"
    publish(name, text, {"trials": [msgspec.to_builtins(result) for result in results]})


if __name__ == "__main__":
    main()
