"""Leaderboard of the built-in agents and three baselines on the harder phone tasks.

    python benchmarks/phone_leaderboard.py [--seeds 0] [--workers 2] [--tasks hard]

The agents run with the ordinary command and resume an earlier interrupted call; the command prints the same
figures for any agent and model. The baselines are the oracle, an agent that reports success at once, and one
that clicks, scrolls and goes back at random.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from random import Random

import msgspec
from _report import publish, render_table
from success import run_suite

from onscreen.agent.base import Agent
from onscreen.bench.task_selection import select_tasks
from onscreen.cli.bench import MAX_STEP_RATIO, parse_seeds
from onscreen.device.base import Device
from onscreen.perceive.element_kinds import is_actionable
from onscreen.perceive.screen_builder import build_screen
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.run.suite_summary import Tally, count_results
from onscreen.run.trial import Result, make_result
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_limit
from onscreen.stop.signal_combination import first_of
from onscreen.types import Back, Click, Decision, Episode, Scroll
from onscreen_practice.phone_suite.phone_device import practice_phone
from onscreen_practice.phone_suite.phone_suite import GROUPS, phone, recipe
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.task_export import EXTRA_STEPS
from onscreen_practice.task_recipe import DONE

AGENTS = (("default", "reflex+lexical"), ("default", "lexical"), ("luci", "lexical"))
SMALL_SCREEN = {"size": "540x1200", "density": 200}
PARTS = ("long", "refused", "interrupted")
CLICK_SHARE, SCROLL_SHARE = 0.8, 0.1
"""Probabilities that the random agent clicks or scrolls; otherwise it goes back."""


class RandomAgent(msgspec.Struct, frozen=True):
    """Agent that clicks a random element, scrolls, or goes back."""

    rng: Random
    name: str = "random"

    def act(self, episode: Episode) -> Decision:
        """Return a random action."""
        usable = [each for each in build_screen(episode.last).elements if is_actionable(each)]
        draw = self.rng.random()
        if usable and draw < CLICK_SHARE:
            return Decision(Click(self.rng.choice(usable)))
        return Decision(Scroll("down") if draw < CLICK_SHARE + SCROLL_SHARE else Back())


def oracle(name: str, seed: int) -> Agent:
    """Return the oracle of a task."""
    return Oracle(recipe(name, seed).moves)


def idle(_name: str, _seed: int) -> Agent:
    """Return an agent that reports success at once."""
    return Oracle((DONE,))


def random_agent(name: str, seed: int) -> Agent:
    """Return an agent with random actions."""
    return RandomAgent(Random(f"{name} {seed}"))  # noqa: S311  reproducible, not a secret


BASELINES: dict[str, Callable[[str, int], Agent]] = {
    "oracle": oracle,
    "nothing, reported as done": idle,
    "random": random_agent,
}


def play(baseline: str, name: str, *, seed: int, device: Device) -> Result:
    """Run a task with a baseline agent; the oracle may exceed the step limit to find targets."""
    suite, started_at = phone(), time.monotonic()
    task = suite.task(name, seed)
    limit = max(suite.max_steps, round(MAX_STEP_RATIO * (task.person_steps or 0)))
    extra = EXTRA_STEPS if baseline == "oracle" else 0
    episode = run_episode(
        start_episode(task, device, agent=baseline),
        device,
        agent=BASELINES[baseline](name, seed),
        signal=first_of(done_signal(), steps_limit(limit + extra)),
        score=score_task,
        hooks=RunHooks(),
    )
    return make_result(episode, "", seed=seed, seconds=time.monotonic() - started_at)


def play_share(share: Sequence[tuple[str, str, int]]) -> list[tuple[str, Result]]:
    """Run the given trials of the baselines on one phone."""
    with closing(practice_phone(SMALL_SCREEN)) as device:
        return [(one, play(one, name, seed=seed, device=device)) for one, name, seed in share]


def row(agent: str, model: str, results: Sequence[Result]) -> Sequence[object]:
    """Return the leaderboard row of an agent and its model."""
    tally = count_results(results)
    parts = [count_results([each for each in results if each.task in GROUPS[part]]) for part in PARTS]
    return (
        agent,
        model,
        rate_cell(tally),
        *(f"{part.succeeded}/{part.total}" for part in parts),
        "–" if tally.step_ratio is None else f"{tally.step_ratio:.2f}",
        f"{tally.with_side_effects}/{tally.total}",
        f"{tally.false_successes}/{tally.total}",
        f"{tally.mean_steps:.1f}",
        f"{tally.model_calls}, {tally.cost_usd:.2f} USD",
    )


def rate_cell(tally: Tally) -> str:
    """Format a success rate with its confidence interval."""
    low, high = 100 * tally.interval.low, 100 * tally.interval.high
    return (
        f"{tally.succeeded}/{tally.total}: {100 * (tally.success_rate or 0):.1f} % ({low:.1f} to {high:.1f})"
    )


def main() -> None:
    """Play, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tasks", default="hard")
    arguments = parser.parse_args()
    seeds, tasks = parse_seeds(arguments.seeds), select_tasks(arguments.tasks, phone())
    trials = [(one, name, seed) for one in BASELINES for name in tasks for seed in seeds]
    shares = [trials[i :: arguments.workers] for i in range(arguments.workers)]
    with ProcessPoolExecutor(arguments.workers) as pool:
        played = [each for part in pool.map(play_share, shares) for each in part]
    boards = [(one, "–", [result for name, result in played if name == one]) for one in BASELINES]
    for agent, model in AGENTS:
        results = run_suite(
            "phone",
            agent,
            seeds=arguments.seeds,
            workers=arguments.workers,
            model=model,
            tasks=arguments.tasks,
            name=f"phone-leaderboard-{arguments.tasks}-{agent}-{model}",
        )
        boards.append((agent, model, list(results)))
    boards.sort(key=lambda board: -(count_results(board[2]).success_rate or 0))
    heads = ["agent", "model", "succeeded (95 % interval)", *PARTS, "steps / person's, if successful"]
    heads += ["with side effects", "wrongly reported as done", "mean steps", "model calls, cost"]
    limit = f"limit of steps: {MAX_STEP_RATIO} times a person's, at least {phone().max_steps}"
    notes = f"Tasks `{arguments.tasks}`, seeds {arguments.seeds}; {limit}."
    text = "\n\n".join(
        (
            "### Leaderboard of the harder phone tasks",
            notes,
            render_table(heads, [row(*board) for board in boards]),
        )
    )
    trials_of = [[agent, model, msgspec.to_builtins(results)] for agent, model, results in boards]
    publish("phone_leaderboard", text, {"seeds": arguments.seeds, "boards": trials_of})


if __name__ == "__main__":
    main()
