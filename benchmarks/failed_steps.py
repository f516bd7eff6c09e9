"""Effect of recorded failed steps: phone tasks that failed, played again with and without them.

    python benchmarks/failed_steps.py [--count 30] [--learned 2] [--seeds 2,3] [--model NAME]

The default agent plays each task once without any map, with the seed `--learned`, and the maps of the
applications learn from the run (the experience document of MTTIA). If the run failed and the maps contain a
failed step, the task is played with each of `--seeds`, once with these maps and once with the same maps
without their failed steps; everything else is equal. Finished runs are not repeated by a later call.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
from _report import RESULTS, publish, render_table
from stop_experiment import compare, describe, describe_test

from onscreen.app_maps.map_store import load_maps, map_folder, save_map
from onscreen.bench.task_selection import make_suite
from onscreen.cli.bench import parse_seeds
from onscreen.policy.cascade import make_cascade
from onscreen.run.device_factory import make_device
from onscreen.run.map_update import learn_episode
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Trial, default_model_name

FOLDER = RESULTS.parent / "failed-steps"
MAX_SEC = 300.0
LEFT_OUT = ("long-", "interrupted-", "refused-")
"""Prefixes of the names of long tasks, and of tasks that the agent should give up."""
COMMAND = "`python benchmarks/failed_steps.py`"


class Run(msgspec.Struct, frozen=True):
    """A run of a task: success, steps, seconds, stop, and the failed steps in it.

    `failed` counts the actions that failed or had no effect.
    """

    task: str
    seed: int
    success: bool
    steps: int
    seconds: float
    stop: str
    failed: int


def select_tasks(count: int) -> list[str]:
    """Return a random sample of the phone's tasks; a larger one contains the smaller ones."""
    names = [name for name in make_suite("phone").groups["all"] if not name.startswith(LEFT_OUT)]
    return Random(0).sample(names, len(names))[:count]  # noqa: S311 - a reproducible sample, not a secret


def play(task: str, seed: int, *, model: str, maps: Path | None, learned: Path) -> Run:
    """Play a task with the default agent and the maps in a folder, and store what the run teaches.

    `learned` is the folder for new maps, which are learned from this run alone.
    """
    suite, began = make_suite("phone"), time.monotonic()
    limits = Limits(suite.max_steps, max_sec=MAX_SEC)
    trial = Trial(suite.task(task, seed), "", seed=seed, model=model, limits=limits, maps=str(maps or ""))
    with closing(make_device("phone", {**suite.device_settings, "seed": seed})) as device:
        episode = run_trial(trial, device, cascade=make_cascade(model))
    learn_episode(episode, folder=learned)
    return Run(
        task,
        seed,
        episode.score is not None and episode.score.value == 1,
        len(episode.decisions),
        round(time.monotonic() - began, 1),
        episode.stop.reason if episode.stop else "",
        count_failures(learned),
    )


def count_failures(maps: Path) -> int:
    """Return the number of failed steps in the maps of a folder, 0 if the folder does not exist."""
    stored = load_maps(maps) if maps.is_dir() else ()
    return sum(failure.times for app_map in stored for failure in app_map.failures)


def remove_failures(maps: Path, folder: Path) -> None:
    """Store copies of maps without their failed steps in another folder."""
    for each in load_maps(maps):
        save_map(msgspec.structs.replace(each, failures=()), map_folder(each.app, folder))


def play_once(task: str, seed: int, *, name: str, model: str, maps: Path | None) -> Run:
    """Return the result of a run, which is played if it is not stored."""
    folder = FOLDER / task / f"{name}-{seed}"
    file = folder / "run.json"
    if not file.exists():
        run = play(task, seed, model=model, maps=maps, learned=folder / "maps")
        folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode(run))
        print(f"{task} seed {seed} {name}: {run.stop}, {run.success}, {run.steps} steps", flush=True)
    return msgspec.json.decode(file.read_bytes(), type=Run)


def report(first: Sequence[Run], pairs: Sequence[tuple[Run, Run]], *, arguments: argparse.Namespace) -> str:
    """Return the text of the report."""
    failed = [run for run in first if not run.success]
    rows = []
    for seed in parse_seeds(arguments.seeds):
        chosen = [pair for pair in pairs if pair[0].seed == seed]
        for name, at in (("without the failed steps", 0), ("with the failed steps", 1)):
            runs = [pair[at] for pair in chosen]
            base = [float(pair[0].steps) for pair in chosen] if at else ()
            rows.append(
                (
                    f"{seed}{' (the same)' if seed == arguments.learned else ''}",
                    name,
                    f"{sum(run.success for run in runs)}/{len(runs)}",
                    sum(run.stop == "done" and not run.success for run in runs),
                    describe([float(run.steps) for run in runs], base),
                    sum(run.failed for run in runs),
                    test_steps(chosen) if at else "",
                )
            )
    heads = ("seed", "maps", "succeeded", "wrongly done", "steps", "failed steps", "t-test and Cohen's d")
    gained = sum(new.success and not old.success for old, new in pairs)
    lost = sum(old.success and not new.success for old, new in pairs)
    setting = (
        f"Of {len(first)} phone tasks, the default agent (`{arguments.model}`) failed {len(failed)} with "
        f"seed {arguments.learned} and without maps; the maps learned at least one failed step from "
        f"{len({old.task for old, _ in pairs})} of these. They were played again with the maps of the "
        "failed run, with and without its failed steps. Another seed has other values and content. Steps "
        "are means with standard errors; failed steps are actions that failed or had no effect."
    )
    changed = (
        f"Of the {len(pairs)} pairs, {gained} succeeded only with the failed steps, {lost} only without "
        f"them, and {sum(old.steps == new.steps for old, new in pairs)} had equally many steps."
    )
    parts = ("### Effect of recorded failed steps", setting, render_table(heads, rows), changed, COMMAND)
    return "\n\n".join(parts)


def test_steps(pairs: Sequence[tuple[Run, Run]]) -> str:
    """Describe the paired t-test of the steps."""
    t, p, d = compare([float(old.steps) for old, _ in pairs], [float(new.steps) for _, new in pairs])
    return describe_test(t, p, d=d)


def main() -> None:
    """Play, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--learned", type=int, default=2)
    parser.add_argument("--seeds", default="2,3")
    parser.add_argument("--model", default=default_model_name())
    arguments = parser.parse_args()
    first, pairs = [], []
    for task in select_tasks(arguments.count):
        run = play_once(task, arguments.learned, name="first", model=arguments.model, maps=None)
        first.append(run)
        if run.success or not run.failed:
            continue
        maps = FOLDER / task / f"first-{arguments.learned}" / "maps"
        bare = FOLDER / task / "bare-maps"
        remove_failures(maps, bare)
        for seed in parse_seeds(arguments.seeds):
            old = play_once(task, seed, name="without", model=arguments.model, maps=bare)
            new = play_once(task, seed, name="with", model=arguments.model, maps=maps)
            pairs.append((old, new))
    text = report(first, pairs, arguments=arguments)
    publish("failed_steps", text, {"pairs": msgspec.to_builtins(pairs)})


if __name__ == "__main__":
    main()
