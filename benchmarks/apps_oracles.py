"""Whether the tasks in real web applications can be solved, and how long a reset takes.

    onscreen apps install
    python benchmarks/apps_oracles.py [--tasks all] [--seeds 0-2]

Each task is played by its oracle, by ending at once, and by its near miss; the check must score 1, 0 and 0.
An oracle uses only the perceived screen and the actions of the vocabulary. Applications that are not
installed are left out. Trials are stored as they end and not played again; delete
`runs/benchmarks/apps_oracles.jsonl` to play all of them again.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from contextlib import closing

import msgspec
from _oracle_trials import TaskSource, Trial, play_missing
from _report import RESULTS, publish, render_table

from onscreen.bench.task_selection import select_tasks
from onscreen.cli.bench import parse_seeds
from onscreen_practice.apps.app_server import AppServer, free_ports
from onscreen_practice.apps.application_table import APPLICATIONS
from onscreen_practice.apps.apps_device import apps
from onscreen_practice.apps.apps_suite import TASKS_BY_GROUP, AppsSuite, recipe
from onscreen_practice.apps.installation import installation_of

STORED = RESULTS / "apps_oracles.jsonl"
RESETS = 5
START_CAP_SEC = 60.0


def reset_sec(name: str) -> float:
    """Return the median duration of a reset of a running application, in seconds."""
    durations = []
    with closing(
        AppServer(APPLICATIONS[name], free_ports([name])[name], start_cap_sec=START_CAP_SEC)
    ) as server:
        server.reset()
        for _ in range(RESETS):
            started = time.perf_counter()
            server.reset()
            durations.append(time.perf_counter() - started)
    return statistics.median(durations)


def render_report(trials: Sequence[Trial], resets: dict[str, float]) -> str:
    """Render a row for each application, and the tasks with an unexpected score."""
    rows = []
    for group, tasks in TASKS_BY_GROUP.items():
        of_group = [each for each in trials if each.task in tasks]
        if of_group:
            rows.append((group, len({each.task for each in of_group}), *_counts(of_group), resets.get(group)))
    total = ("all", len({each.task for each in trials}), *_counts(trials), max(resets.values()))
    shown = [(*row[:-1], "" if row[-1] is None else f"{row[-1]:.2f}") for row in (*rows, total)]
    seeds = sorted({each.seed for each in trials})
    failures = [
        f"{each.task} (seed {each.seed})"
        for each in trials
        if not (each.oracle and each.nothing and each.near)
    ]
    heads = ("application", "tasks", "oracle scores 1", "nothing scores 0", "near miss scores 0", "reset, s")
    return (
        "### Tasks in real web applications\n\n"
        "`python benchmarks/apps_oracles.py`: each task is played by its oracle, by ending at once, and by "
        f"its near miss, with the seeds {', '.join(map(str, seeds))}. A reset stops the application, "
        f"restores its data and starts it until it answers: the median of {RESETS}, in the last row the "
        "longest.\n\n"
        f"{render_table(heads, shown)}\n\nUnexpected scores: {', '.join(failures) or 'none'}."
    )


def _counts(trials: Sequence[Trial]) -> tuple[str, str, str]:
    counted = (
        sum(each.oracle for each in trials),
        sum(each.nothing for each in trials),
        sum(each.near for each in trials),
    )
    oracle, nothing, near = (f"{count}/{len(trials)}" for count in counted)
    return oracle, nothing, near


def main() -> None:
    """Play the chosen tasks, time the resets and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tasks", default="all", metavar="GROUP,TASK")
    parser.add_argument("--seeds", default="0-2", metavar="0-2")
    arguments = parser.parse_args()
    installed = {name for name, each in APPLICATIONS.items() if installation_of(each).is_current}
    selected = select_tasks(arguments.tasks, AppsSuite())
    names = [name for name in selected if installed.issuperset(recipe(name, 0).applications)]
    if not names:
        print("no application of these tasks is installed; install all with: onscreen apps install")
        return
    source, seeds = TaskSource(AppsSuite().task, recipe), parse_seeds(arguments.seeds)
    with closing(apps({})) as device:
        trials = list(play_missing(names, seeds, source=source, device=device, stored=STORED))
    resets = {name: reset_sec(name) for name in APPLICATIONS if name in installed}
    data = {"played": [msgspec.to_builtins(each) for each in trials], "reset_sec": resets}
    publish("apps_oracles", render_report(trials, resets), data)


if __name__ == "__main__":
    main()
