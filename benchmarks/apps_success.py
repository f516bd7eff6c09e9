"""Success and claims of "done" of the default agent without a model in real web applications, by application.

    onscreen apps install
    python benchmarks/apps_success.py [--seeds 0] [--workers 1] [--before FOLDER [FOLDER ...]]

Plays the suite `apps` with the ordinary command and resumes an earlier interrupted call; delete the folders
`runs/apps-first-SEEDS` and `runs/apps-second-SEEDS` to play all tasks again. The agent was developed on both
halves, with seed 0; other seeds have other data in the same tasks. `--before` are the folders of a run of an
earlier version, for comparison.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec
from _report import publish, render_table
from success import run_suite

from onscreen.run.suite_summary import summarize
from onscreen.run.trial import Result
from onscreen_practice.apps.apps_suite import GROUPS

HALVES = {
    "first": ("fava", "sqliteweb", "transmission", "backlog", "tiddlywiki", "radicale"),
    "second": ("roundup", "optuna", "piccolo", "syncthing", "fossil", "dokuwiki", "joint"),
}
"""Applications of each half, both used for development; `joint` are the tasks in two applications."""
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


def render_rows(results: Sequence[Result], before: Sequence[Result]) -> list[Sequence[object]]:
    """Return a table row for each application, for each half, and for all tasks."""
    rows: list[Sequence[object]] = []
    names = [(half, name) for half, each in HALVES.items() for name in each]
    totals = [("first", "all"), ("second", "all"), ("both", "all")]
    for half, name in (*names, *totals):
        groups = HALVES.get(half, (*HALVES["first"], *HALVES["second"])) if name == "all" else (name,)
        tasks = {task for group in groups for task in GROUPS[group]}
        now, earlier = ([each for each in of if each.task in tasks] for of in (results, before))
        if not now:
            continue
        counts = zip(count_results(now), count_results(earlier), strict=True)
        cells = [f"{count} (before: {old})" if earlier else str(count) for count, old in counts]
        rows.append((half, name, len(now), *cells))
    return rows


def main() -> None:
    """Play both halves, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--before", type=Path, nargs="*", default=[])
    arguments = parser.parse_args()
    seeds, workers = arguments.seeds, arguments.workers
    halves = [
        run_suite(
            "apps",
            "default",
            seeds=seeds,
            workers=workers,
            model="reflex+lexical",
            tasks=",".join(names),
            name=f"apps-{half}",
        )
        for half, names in HALVES.items()
    ]
    results = tuple(result for half in halves for result in half)
    before = read_results(arguments.before)
    overall = summarize(results).overall
    low, high = overall.interval.low, overall.interval.high
    notes = (
        f"`python benchmarks/apps_success.py --seeds {seeds}`, default agent, `reflex+lexical`, no language "
        f"model. {100 * (overall.success_rate or 0):.1f} % ({100 * low:.1f} to {100 * high:.1f}) succeeded. "
        "An impossible task succeeds if the run gives up and changes nothing. Both halves are development "
        "halves by now: the second one was used for judging until its four false claims with seed 0 were "
        "inspected and their causes removed. Before: the version without the checks for open forms, rejected "
        "values, text in search fields and unrequested insertions."
    )
    text = "\n\n".join(
        (
            "### Default agent in real web applications",
            notes,
            render_table(HEADS, render_rows(results, before)),
        )
    )
    publish("apps_success", text, {"trials": [msgspec.to_builtins(result) for result in results]})


if __name__ == "__main__":
    main()
