"""Effect of the sense `unread-text` on the default agent, task by task.

    python benchmarks/unread_text.py [--suite miniwob] [--count 30] [--seed 0]

A random sample of the tasks is played twice by the ordinary command, without a sense and with the sense. The
policies are those of the package. An interrupted call is continued.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from _report import RESULTS, publish, render_table
from success import BenchOutput

from onscreen.bench.task_selection import make_suite, select_tasks
from onscreen.run.trial import Result

SENSES = ("none", "unread-text")
SAMPLE_SEED = 21


def play(suite: str, tasks: Sequence[str], *, seed: int, sense: str) -> dict[str, Result]:
    """Play the tasks with a sense and return the results by task."""
    onscreen = Path(sys.executable).with_name("onscreen")
    folder = RESULTS.parent / f"unread-text-{suite}-{sense}-{seed}"
    command = [onscreen, "bench", suite, "--tasks", ",".join(tasks), "--seeds", str(seed), "--sense", sense]
    command += ["--no-pages", "--resume", "--json", "--out", folder]
    process = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    trials = msgspec.json.decode(process.stdout, type=BenchOutput).trials
    return {result.task: result for result in trials}


def main() -> None:
    """Play, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", default="miniwob")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    names = select_tasks("all", make_suite(arguments.suite))
    rng = random.Random(SAMPLE_SEED)  # noqa: S311  reproducible sampling, no secrets
    tasks = sorted(rng.sample(names, min(arguments.count, len(names))))
    off, on = (play(arguments.suite, tasks, seed=arguments.seed, sense=sense) for sense in SENSES)
    changed = [task for task in tasks if bool(off[task].success) != bool(on[task].success)]
    rows = [
        (sense, f"{sum(bool(each.success) for each in found.values())}/{len(tasks)}")
        for sense, found in zip(SENSES, (off, on), strict=True)
    ]
    lines = [f"{task}: {'lost' if off[task].success else 'won'} with the sense" for task in changed]
    note = (
        f"{len(tasks)} random tasks of `{arguments.suite}`, seed {arguments.seed}, agent `default`, policies "
        f"of the package. Tasks whose result changes: {'; '.join(lines) or 'none'}."
    )
    publish(
        f"unread_text_{arguments.suite}",
        f"### Effect of the sense `unread-text`\n\n{note}\n\n{render_table(('sense', 'succeeded'), rows)}",
        {"tasks": tasks, "off": msgspec.to_builtins(off), "on": msgspec.to_builtins(on)},
    )


if __name__ == "__main__":
    main()
