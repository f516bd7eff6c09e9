"""Success rate of the default agent with the rules alone: MiniWoB++ by task, and practice sites.

    python benchmarks/success.py [--seeds 3-5] [--workers 2]

Runs the ordinary command and resumes an earlier interrupted call. The rules were developed on seeds from
1000 up; of the lower ones, seeds 0 to 2 were inspected once to fix a fault, so seeds 3 to 5 are reported.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from _report import RESULTS, publish, render_table

from onscreen.run.suite_summary import Summary, summarize
from onscreen.run.trial import Result
from onscreen_practice.miniwob.miniwob_suite import miniwob

COLUMNS = 3


class BenchOutput(msgspec.Struct, frozen=True):
    """The output of `onscreen bench --json`."""

    summary: Annotated[object, "recomputed"]
    trials: tuple[Result, ...]


def run_suite(
    suite: str,
    agent: str,
    *,
    seeds: str,
    workers: int,
    model: str = "lexical",
    tasks: str = "all",
    name: str = "",
    steps: int = 0,
    maps: str = "",
    max_sec: float = 0.0,
) -> tuple[Result, ...]:
    """Run tasks of a suite with `onscreen bench` and return the results.

    `steps` limits the steps per trial and `max_sec` its seconds, unless they are 0. `name` is the
    name of the folder, by default suite and agent. `maps` is the folder of the maps whose notes the agent
    gets, "" for none.
    """
    command = ["bench", suite, "--tasks", tasks, "--seeds", seeds, "--agent", agent, "--model", model]
    command += ["--workers", str(workers), "--no-pages", "--resume", "--json"]
    command += ["--max-steps", str(steps)] if steps else []
    command += ["--max-sec", str(max_sec), "--limit", str(2 * max_sec)] if max_sec else []
    command += ["--maps", maps] if maps else []
    onscreen = Path(sys.executable).with_name("onscreen")
    folder = RESULTS.parent / f"{name or f'{suite}-{agent}'}-{seeds}"
    process = subprocess.run([onscreen, *command, "--out", folder], stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(process.stdout, type=BenchOutput).trials


def summary_row(name: str, summary: Summary) -> Sequence[object]:
    """Return a row of the summary table."""
    all_of = summary.overall
    low, high = all_of.interval.low, all_of.interval.high
    rate = f"{100 * (all_of.success_rate or 0):.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    calls, total = all_of.model_calls, all_of.total
    return name, f"{all_of.succeeded}/{total}", rate, f"{all_of.mean_steps:.1f}", f"{calls / total:.1f}", 0


def render_tasks(summary: Summary) -> str:
    """Render a table with the success rate of each task, several tasks per row."""
    cells = [f"{row.task} {row.tally.succeeded}/{row.tally.total}" for row in summary.tasks]
    rows = [cells[i : i + COLUMNS] for i in range(0, len(cells), COLUMNS)]
    return render_table(["task"] * COLUMNS, [[*row, *[""] * (COLUMNS - len(row))] for row in rows])


def main() -> None:
    """Play, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="3-5")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    default_results = run_suite("miniwob", "default", seeds=arguments.seeds, workers=arguments.workers)
    luci_results = run_suite("miniwob", "luci", seeds=arguments.seeds, workers=arguments.workers)
    site_results = run_suite("sites", "default", seeds=arguments.seeds, workers=arguments.workers)
    subset = miniwob().groups["luci"]
    rows = [
        summary_row("miniwob, all 125 tasks, agent `default`", summarize(default_results)),
        summary_row(
            "miniwob, LUCI's subset, `default`", summarize([r for r in default_results if r.task in subset])
        ),
        summary_row("miniwob, all 125 tasks, agent `luci` (click, type, select)", summarize(luci_results)),
        summary_row(
            "miniwob, LUCI's subset, `luci`", summarize([r for r in luci_results if r.task in subset])
        ),
        summary_row("sites, all 34 tasks, `default`", summarize(site_results)),
    ]
    heads = ("suite", "succeeded", "rate, 95 % interval", "steps", "model calls", "tokens")
    notes = (
        f"Seeds {arguments.seeds}, model `lexical`: rules, no weights, no network. The rate is of the\n"
        "page's own reward on MiniWoB++, of the checks on the sites; the interval is Wilson's."
    )
    parts = ("### Results of the rules", notes, render_table(heads, rows))
    tasks = ("MiniWoB++ by task, agent `default`:", render_tasks(summarize(default_results)))
    text = "\n\n".join(
        (*parts, *tasks, "Sites by task, agent `default`:", render_tasks(summarize(site_results)))
    )
    trials = [msgspec.to_builtins(result) for result in (*default_results, *luci_results, *site_results)]
    publish("success", text, {"seeds": arguments.seeds, "trials": trials})


if __name__ == "__main__":
    main()
