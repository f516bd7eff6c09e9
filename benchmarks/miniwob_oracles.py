"""Success rate of the scripted solver (oracle) of each MiniWoB++ task, on training seeds.

    python benchmarks/miniwob_oracles.py [--seeds 1000-1004]

An oracle knows the instruction, the perceived screen and its own actions, so its success rate is an upper
bound for agents with the same input. Besides the suite's success (a raw reward above 0), full rewards are
counted.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing

import msgspec
from _report import publish, render_table

from onscreen.cli.bench import parse_seeds
from onscreen.device.base import Device
from onscreen.device.web import web
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_limit
from onscreen.stop.signal_combination import first_of
from onscreen_practice.miniwob.miniwob_suite import miniwob
from onscreen_practice.miniwob.task_names import ALL
from onscreen_practice.oracle_agent import OracleAgent

RAW_REWARD = "typeof WOB_RAW_REWARD_GLOBAL === 'undefined' ? 0 : WOB_RAW_REWARD_GLOBAL"
FULL_REWARD = 0.999


class Trial(msgspec.Struct, frozen=True):
    """Result of a task with one seed; `raw_reward` is the page's own reward, -1 to 1."""

    task: str
    seed: int
    success: bool
    raw_reward: float
    steps: int


def play(name: str, seed: int, device: Device) -> Trial:
    """Run the oracle on a task, within the suite's step limit."""
    signal = first_of(done_signal(), steps_limit(miniwob().max_steps))
    begun = start_episode(miniwob().task(name, seed), device)
    episode = run_episode(
        begun, device, agent=OracleAgent(), signal=signal, score=score_task, hooks=RunHooks()
    )
    success = bool(episode.score and episode.score.value == 1)
    return Trial(name, seed, success, float(device.read(RAW_REWARD) or 0), len(episode.decisions))


def render_report(trials: Sequence[Trial]) -> str:
    """Render the totals, and a list of the tasks that did not earn the full reward."""
    tasks = sorted({trial.task for trial in trials})
    rows = []
    for name in tasks:
        of_task = [trial for trial in trials if trial.task == name]
        succeeded = sum(trial.success for trial in of_task)
        full = sum(trial.raw_reward >= FULL_REWARD for trial in of_task)
        if full < len(of_task):
            worst = min(trial.raw_reward for trial in of_task)
            rows.append((name, f"{succeeded}/{len(of_task)}", f"{full}/{len(of_task)}", f"{worst:.2f}"))
    succeeded, full = (
        sum(trial.success for trial in trials),
        sum(trial.raw_reward >= FULL_REWARD for trial in trials),
    )
    steps = sum(trial.steps for trial in trials) / max(1, len(trials))
    seeds = sorted({trial.seed for trial in trials})
    return (
        f"Oracles of MiniWoB++, {len(tasks)} tasks, seeds {seeds[0]} to {seeds[-1]}: {succeeded} of "
        f"{len(trials)} succeeded, {full} with the full reward; {steps:.1f} steps per task. Tasks without "
        f"the full reward:\n\n"
        + render_table(("task", "succeeded", "full reward", "lowest raw reward"), rows)
    )


def main() -> None:
    """Play all tasks and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seeds", default="1000-1004", metavar="1000-1004")
    seeds = parse_seeds(parser.parse_args().seeds)
    trials = []
    with closing(web({**miniwob().device_settings, "reuse_page": True})) as device:
        for name in ALL:
            trials += [play(name, seed, device) for seed in seeds]
            print(name, sum(trial.success for trial in trials if trial.task == name), flush=True)
    publish(
        "miniwob_oracles", render_report(trials), {"played": [msgspec.to_builtins(trial) for trial in trials]}
    )


if __name__ == "__main__":
    main()
