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
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import msgspec
from _report import RESULTS, publish, render_table

from onscreen.bench.task_selection import select_tasks
from onscreen.cli.bench import parse_seeds
from onscreen.device.base import Device
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_limit
from onscreen.stop.signal_combination import first_of
from onscreen.types import Done, Episode
from onscreen_practice.apps.app_server import AppServer, free_ports
from onscreen_practice.apps.application_table import APPLICATIONS
from onscreen_practice.apps.apps_device import apps
from onscreen_practice.apps.apps_suite import TASKS_BY_GROUP, AppsSuite, recipe
from onscreen_practice.apps.installation import installation_of
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.task_recipe import DONE, Move

STORED = RESULTS / "apps_oracles.jsonl"
RESETS = 5
START_CAP_SEC = 60.0


class Trial(msgspec.Struct, frozen=True):
    """Whether a task's check scored as it must: 1 for the oracle, 0 for no action and for the near miss.

    The near miss must also find all of its targets. `steps` and `why` are the oracle's steps and score.
    """

    task: str
    seed: int
    oracle: bool
    nothing: bool
    near: bool
    steps: int
    why: str


def play(name: str, seed: int, *, moves: tuple[Move, ...], device: Device) -> Episode:
    """Run an oracle with these moves on a task."""
    begun = start_episode(AppsSuite().task(name, seed), device)
    signal = first_of(done_signal(), steps_limit(60))
    return run_episode(begun, device, agent=Oracle(moves), signal=signal, score=score_task, hooks=RunHooks())


def value_of(episode: Episode) -> float | None:
    """Return the score of an episode."""
    return episode.score.value if episode.score else None


def play_all(name: str, seed: int, *, device: Device) -> Trial:
    """Play a task's solution, no action and its near miss."""
    created = recipe(name, seed)
    oracle = play(name, seed, moves=created.moves, device=device)
    nothing = play(name, seed, moves=(DONE,), device=device)
    near = play(name, seed, moves=created.near_miss, device=device)
    last = near.decisions[-1].action
    is_played = isinstance(last, Done) and last.achieved and not any(each.failed for each in near.outcomes)
    return Trial(
        name,
        seed,
        oracle=value_of(oracle) == 1,
        nothing=value_of(nothing) == 0,
        near=value_of(near) == 0 and is_played,
        steps=len(oracle.decisions),
        why=f"{oracle.score} {oracle.stop}",
    )


def stored_trials(path: Path) -> Sequence[Trial]:
    """Read the trials that were played before."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=Trial) for line in lines]


def play_missing(names: Sequence[str], seeds: Sequence[int]) -> Iterator[Trial]:
    """Yield the trials of all tasks and seeds, and store those that had not been played."""
    stored = {(each.task, each.seed): each for each in stored_trials(STORED)}
    with closing(apps({})) as device, STORED.open("ab", buffering=0) as file:
        for name in names:
            for seed in seeds:
                if (name, seed) not in stored:
                    trial = play_all(name, seed, device=device)
                    file.write(msgspec.json.encode(trial) + b"\n")
                    print(trial, flush=True)
                    stored[name, seed] = trial
                yield stored[name, seed]


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
    RESULTS.mkdir(parents=True, exist_ok=True)
    trials = list(play_missing(names, parse_seeds(arguments.seeds)))
    resets = {name: reset_sec(name) for name in APPLICATIONS if name in installed}
    data = {"played": [msgspec.to_builtins(each) for each in trials], "reset_sec": resets}
    publish("apps_oracles", render_report(trials, resets), data)


if __name__ == "__main__":
    main()
