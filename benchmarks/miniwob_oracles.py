"""Whether the oracle of every MiniWoB++ task reaches the reward, on seeds that learners may train on.

    python benchmarks/miniwob_oracles.py [--seeds 1000-1004]

An oracle knows the instruction, the screen as it is perceived and its own actions, so what it reaches is what
can be reached from there. Besides the suite's success (a raw reward above 0) the full reward is counted.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing

import msgspec
from _report import publish, table

from onscreen.cli.bench import seeds_of
from onscreen.device.base import Device
from onscreen.device.web import web
from onscreen.run.episode_loop import RunHooks, begin, run_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.combination import first_of
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_limit
from onscreen_practice.miniwob.miniwob_suite import miniwob
from onscreen_practice.miniwob.task_names import ALL
from onscreen_practice.oracle_agent import OracleAgent

RAW = "typeof WOB_RAW_REWARD_GLOBAL === 'undefined' ? 0 : WOB_RAW_REWARD_GLOBAL"
FULL = 0.999


class Played(msgspec.Struct, frozen=True):
    """One task of one seed; `raw` is the page's own reward, -1 to 1."""

    task: str
    seed: int
    success: bool
    raw: float
    steps: int


def play(name: str, seed: int, device: Device) -> Played:
    """Let the oracle play a task within the suite's number of steps."""
    signal = first_of(done_signal(), steps_limit(miniwob().max_steps))
    begun = begin(miniwob().task(name, seed), device)
    episode = run_episode(
        begun, device, agent=OracleAgent(), signal=signal, score=score_task, company=RunHooks()
    )
    success = bool(episode.score and episode.score.value == 1)
    return Played(name, seed, success, float(device.read(RAW) or 0), len(episode.decisions))


def shown(played: Sequence[Played]) -> str:
    """Write the sums, and every task that fell short."""
    tasks = sorted({each.task for each in played})
    rows = []
    for name in tasks:
        of_task = [each for each in played if each.task == name]
        won = sum(each.success for each in of_task)
        full = sum(each.raw >= FULL for each in of_task)
        if full < len(of_task):
            worst = min(each.raw for each in of_task)
            rows.append((name, f"{won}/{len(of_task)}", f"{full}/{len(of_task)}", f"{worst:.2f}"))
    won, full = sum(each.success for each in played), sum(each.raw >= FULL for each in played)
    steps = sum(each.steps for each in played) / max(1, len(played))
    seeds = sorted({each.seed for each in played})
    return (
        f"Oracles of MiniWoB++, {len(tasks)} tasks, seeds {seeds[0]} to {seeds[-1]}: {won} of {len(played)} "
        f"succeeded, {full} with the full reward; {steps:.1f} steps a task. Those without it each "
        f"time:\n\n" + table(("task", "succeeded", "full reward", "least raw reward"), rows)
    )


def main() -> None:
    """Play all tasks and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seeds", default="1000-1004", metavar="1000-1004")
    seeds = seeds_of(parser.parse_args().seeds)
    played = []
    with closing(web({**miniwob().device_settings, "reuse_page": True})) as device:
        for name in ALL:
            played += [play(name, seed, device) for seed in seeds]
            print(name, sum(each.success for each in played if each.task == name), flush=True)
    publish("miniwob_oracles", shown(played), {"played": [msgspec.to_builtins(each) for each in played]})


if __name__ == "__main__":
    main()
