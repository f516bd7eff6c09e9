"""Whether the tasks on the Linux desktop can be solved.

    onscreen doctor --fix desktop
    python benchmarks/desktop_oracles.py [--tasks all] [--seeds 0-1]

Each task is played by its oracle, by ending at once, and by its near miss; the check must score 1, 0 and 0.
An oracle uses only the perceived screen and the actions of the vocabulary. Tasks whose programs are not
installed are left out. Trials are stored as they end and not played again; delete
`runs/benchmarks/desktop_oracles.jsonl` to play all of them again.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing

from _oracle_trials import TaskSource, Trial, play_missing
from _report import RESULTS, publish, render_table

from onscreen.bench.task_selection import select_tasks
from onscreen.cli.bench import parse_seeds
from onscreen.device.linux import linux
from onscreen_practice.desktop_suite.chain_tasks import CHAIN_TASKS
from onscreen_practice.desktop_suite.desktop_suite import desktop, missing_programs, recipe

STORED = RESULTS / "desktop_oracles.jsonl"


def label_task(name: str) -> str:
    """Return the programs of a task, or their number for a chain."""
    programs = recipe(name, 0).applications
    return f"{len(programs)} programs in turn" if name in CHAIN_TASKS else " and ".join(programs)


def render_trials(trials: Sequence[Trial]) -> str:
    """Render the rates by program, those of chains by the number of their programs."""
    labels = {each.task: label_task(each.task) for each in trials}
    rows = []
    for label in dict.fromkeys(labels.values()):
        own = [each for each in trials if labels[each.task] == label]
        tasks = len({each.task for each in own})
        passed = (sum(each) for each in zip(*((t.oracle, t.nothing, t.near) for t in own), strict=True))
        rows.append((label, tasks, *(f"{count} of {len(own)}" for count in passed)))
    failed = [f"{each.task}, seed {each.seed}" for each in trials if not each.oracle]
    heads = ("programs", "tasks", "oracle scores 1", "doing nothing scores 0", "near miss scores 0")
    recorded = [each for each in trials if each.failures is not None]
    refused = [f"{e.task}, seed {e.seed}: {'; '.join(e.failures)}" for e in recorded if e.failures]
    return "\n\n".join(
        (
            render_table(heads, rows),
            f"Oracles that do not score 1: {'; '.join(failed) or 'none'}.",
            f"Oracles with an action that failed, of {len(recorded)} trials: {'; '.join(refused) or 'none'}.",
        )
    )


def main() -> None:
    """Play the tasks and publish the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", default="all")
    parser.add_argument("--seeds", default="0-1")
    options = parser.parse_args()
    suite = desktop()
    names = [name for name in select_tasks(options.tasks, suite) if not missing_programs([name])]
    source = TaskSource(suite.task, recipe)
    with closing(linux({})) as device:
        seeds = parse_seeds(options.seeds)
        trials = list(play_missing(names, seeds, source=source, device=device, stored=STORED))
    publish("desktop_oracles", render_trials(trials), {"trials": [repr(each) for each in trials]})


if __name__ == "__main__":
    main()
