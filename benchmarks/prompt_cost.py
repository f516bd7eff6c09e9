"""Prompt size per step: queries, characters, and the share that a provider can cache.

The replies come from the oracles of the MiniWoB++ tasks, so every version of the prompts is measured on the
same screens and actions: python benchmarks/prompt_cost.py [--tasks A,B] [--seed 5]
The replies are recorded, and the tasks are run again with the recording as the only model.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from os.path import commonprefix
from pathlib import Path
from statistics import mean

from _report import publish, render_table

from onscreen.agent.base import Agent
from onscreen.agent.default import default
from onscreen.bench.task_selection import make_suite
from onscreen.model.recorded_model import record, recorded
from onscreen.policy.cascade import Cascade
from onscreen.run.device_factory import make_device
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done
from onscreen.stop.limits import steps_limit
from onscreen.stop.signal_combination import first_of
from onscreen.types import Decision, Episode, Prompt, Reply
from onscreen.types.action_formatter import show
from onscreen_practice.oracle_agent import next_oracle_action

TASKS = (
    "click-button,enter-text,login-user,choose-list,click-checkboxes,email-inbox,book-flight,search-engine,"
    "social-media,use-autocomplete,click-tab-2,enter-date,form-sequence,navigate-tree,read-table,copy-paste,"
    "buy-ticket,click-scroll-list,drag-items,multi-layouts"
)


class OracleModel:
    """Fake language model that answers every query with the action of the task's oracle."""

    name = "oracle-model"

    def __init__(self) -> None:
        """Create the model without an episode; it is set before each decision."""
        self.episode: Episode | None = None

    def __call__(self, prompt: Prompt) -> Reply:  # noqa: ARG002  the name is that of the port
        """Return the oracle's next action as a reply, or "done" if it has none."""
        action = next_oracle_action(self.episode) if self.episode else None
        line = show(action) if action else "done"
        return Reply(
            json.dumps({"why": "oracle", "values": [], "plan": [], "actions": [line]}), model=self.name
        )


class OracleModelAgent:
    """The default agent with the oracle as its model, which receives the episode before each decision."""

    name = "default"

    def __init__(self, recording: Path) -> None:
        """Create the agent and its model; the replies are stored in `recording`."""
        self.model = OracleModel()
        self.agent = default(Cascade(model=record(self.model, recording)))

    def act(self, episode: Episode) -> Decision:
        """Decide with the oracle's next action as the model's reply."""
        self.model.episode = episode
        return self.agent.act(episode)


def sent_texts(episode: Episode) -> list[str]:
    """Return the text of each query, system text first."""
    return [f"{e.prompt.system}\n{e.prompt.text}" for e in episode.exchanges()]


def count_done(episodes: list[Episode]) -> int:
    """Count the episodes whose score is 1."""
    return sum(e.score is not None and e.score.value == 1 for e in episodes)


def count_shared(one: str, other: str) -> int:
    """Return the length of the common prefix of two texts, in characters."""
    return len(commonprefix([one, other]))  # noqa: RUF071  it is characters that a provider caches


def measure(names: list[str], seed: int, *, make_agent: Callable[[], Agent]) -> list[Episode]:
    """Run every task once, each with a new agent, and return the episodes."""
    suite = make_suite("miniwob")
    episodes = []
    with closing(make_device(suite.device, suite.device_settings)) as device:
        for name in names:
            signal = first_of(done, steps_limit(30))
            started = start_episode(suite.task(name, seed), device, agent="default", model="oracle-model")
            episodes.append(
                run_episode(
                    started,
                    device,
                    agent=make_agent(),
                    signal=signal,
                    score=score_task,
                    hooks=RunHooks(),
                )
            )
    return episodes


def main() -> None:
    """Measure and write the section of docs/measured.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", default=TASKS, help="tasks of the suite miniwob (default: 20 tasks)")
    parser.add_argument("--seed", type=int, default=5, help="random seed of the tasks (default: 5)")
    options = parser.parse_args()
    names = options.tasks.split(",")
    with tempfile.TemporaryDirectory(prefix="onscreen-prompt-cost-") as folder:
        recording = Path(folder) / "replies.jsonl"
        episodes = measure(names, options.seed, make_agent=lambda: OracleModelAgent(recording))
        model = recorded(str(recording))
        replayed = measure(names, options.seed, make_agent=lambda: default(Cascade(model=model)))
    sent = [sent_texts(episode) for episode in episodes]
    steps = sum(len(episode.decisions) for episode in episodes)
    queries = sum(map(len, sent))
    shared = [count_shared(*pair) / len(pair[1]) for each in sent for pair in pairwise(each)]
    repeated = sum(map(len, map(sent_texts, replayed)))
    rows = [
        ["tasks done", f"{count_done(episodes)} of {len(episodes)}"],
        ["queries per step", f"{queries / steps:.2f} ({queries} for {steps} steps)"],
        ["characters per query", f"{mean(len(p) for each in sent for p in each):,.0f}"],
        ["share of a prompt equal to the beginning of the one before", f"{mean(shared):.0%}"],
        [
            "the same tasks with the recorded replies",
            f"{count_done(replayed)} of {len(replayed)} done with {repeated} queries",
        ],
    ]
    notes = f"{len(episodes)} MiniWoB++ tasks, seed {options.seed}; the replies are the oracles' actions."
    text = f"## Prompts of the default agent\n\n{notes}\n\n"
    publish("prompt-cost", text + render_table(["", "figure"], rows), {"rows": rows})


if __name__ == "__main__":
    main()
