"""Success and claims of "done" of agents and local models on tasks in real applications.

    onscreen apps install
    onscreen models fetch qwen2.5-coder-0.5b
    onscreen models fetch qwen2.5-coder-1.5b
    python benchmarks/apps_models.py [--seed 0] [--max-sec 300] [--only 0,1,2] [--all]

The sample is the first task of each application of the suite `apps` that is not impossible, and the first two
impossible tasks; with `--all`, every task of the suite is played. Each trial may use 20 steps and `--max-sec`
seconds, including the time of the model. An interrupted call is resumed; delete the folders
`runs/apps-models-...` to play again.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Mapping, Sequence
from itertools import chain

import msgspec
from _report import publish, render_table
from success import run_suite

from onscreen.run.suite_summary import summarize
from onscreen.run.trial import Result
from onscreen_practice.apps.apps_suite import GROUPS, TASKS_BY_GROUP

PLAYERS = (
    ("default", "reflex+lexical"),
    ("luci", "reflex+lexical"),
    ("luci", "local:qwen2.5-coder-0.5b"),
    ("luci", "local:qwen2.5-coder-1.5b"),
    ("default", "reflex+local:qwen2.5-coder-1.5b"),
    ("default", "reflex+local:qwen2.5-coder-0.5b"),
)
"""Agents and models that are compared; the second part of a cascade is asked when the first one is unsure."""
IMPOSSIBLE, IMPOSSIBLE_TASKS = "impossible", 2
STEPS = 20
HEADS = (
    "agent",
    "model",
    "tasks",
    "succeeded",
    "of these impossible",
    "claims of done",
    "false claims",
    "stopped by a limit",
    "calls of a language model per task",
    "seconds per task (median)",
)


def sample_tasks() -> tuple[str, ...]:
    """Return the names of the tasks that are played."""
    impossible = GROUPS[IMPOSSIBLE]
    firsts = [next(name for name in names if name not in impossible) for names in TASKS_BY_GROUP.values()]
    return (*dict.fromkeys(firsts), *impossible[:IMPOSSIBLE_TASKS])


def render_row(player: tuple[str, str], results: Sequence[Result]) -> Sequence[object]:
    """Return the table row of an agent with a model."""
    succeeded = [each for each in results if each.success]
    return (
        *player,
        len(results),
        len(succeeded),
        sum(each.task in GROUPS[IMPOSSIBLE] for each in succeeded),
        sum(each.stop == "done" for each in results),
        sum(each.is_false_success for each in results),
        sum(each.stop in ("steps", "time", "killed") for each in results),
        f"{summarize(results).overall.model_calls / len(results):.1f}",
        f"{statistics.median(each.seconds for each in results):.0f}",
    )


def main() -> None:
    """Play the sample with each agent and model, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--max-sec", type=float, default=300.0)
    parser.add_argument("--only", default=",".join(map(str, range(len(PLAYERS)))))
    parser.add_argument("--all", action="store_true", help="play every task of the suite")
    arguments = parser.parse_args()
    tasks = tuple(dict.fromkeys(chain(*TASKS_BY_GROUP.values()))) if arguments.all else sample_tasks()
    chosen = [int(number) for number in arguments.only.split(",")]
    played: Mapping[int, Sequence[Result]] = {
        number: run_suite(
            "apps",
            PLAYERS[number][0],
            seeds=str(arguments.seed),
            workers=1,
            model=PLAYERS[number][1],
            tasks=",".join(tasks),
            name=f"apps-models-{'all-' * arguments.all}{number}",
            steps=STEPS,
            max_sec=arguments.max_sec,
        )
        for number in chosen
    }
    sample = (
        f"the first task of each application that is not impossible, and {IMPOSSIBLE_TASKS} impossible ones"
    )
    option, which = (" --all", "all tasks of the suite") if arguments.all else ("", sample)
    notes = (
        f"`python benchmarks/apps_models.py --max-sec {arguments.max_sec:g}{option}`: {which}; at most "
        f"{STEPS} steps and {arguments.max_sec:g} s per trial, including the model. An impossible task "
        "succeeds if the run gives up and changes nothing."
    )
    rows = [render_row(PLAYERS[number], results) for number, results in played.items()]
    title = f"### Agents and local models in {'all tasks of ' * arguments.all}real web applications"
    text = "\n\n".join((title, notes, render_table(HEADS, rows)))
    data = {PLAYERS[number]: msgspec.to_builtins(results) for number, results in played.items()}
    publish(
        "apps_models_all" if arguments.all else "apps_models",
        text,
        {" ".join(player): trials for player, trials in data.items()},
    )


if __name__ == "__main__":
    main()
