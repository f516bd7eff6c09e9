"""The agent `oracle`: solves MiniWoB++ tasks with the oracles of the suite."""

from __future__ import annotations

from onscreen.policy.cascade import Cascade
from onscreen.types import Action, Decision, Done, Episode, Wait
from onscreen_practice.miniwob.oracles.oracle_view import OracleView
from onscreen_practice.miniwob.oracles.registry import ORACLES


class OracleAgent:
    """Solves a task with the oracle registered for its name; uses no model.

    If an element that the oracle expects is missing, the page is still being updated, so the agent waits.
    """

    name = "oracle"

    def act(self, episode: Episode) -> Decision:
        """Return the next action of the task's oracle; give up if the task has no oracle."""
        if episode.task.name not in ORACLES:
            return Decision(Done(f"no oracle for task {episode.task.name!r}", achieved=False))
        try:
            action = ORACLES[episode.task.name](OracleView.from_episode(episode))
        except (LookupError, StopIteration):
            return Decision(Wait(), why="the page is still changing")
        if action is None:
            return Decision(Done("the oracle found no action", achieved=False))
        return Decision(action, why="oracle")


def next_oracle_action(episode: Episode) -> Action | None:
    """Return the oracle's action at the end of an unfinished episode.

    Returns None if the task has no oracle or the oracle finds nothing to do.
    """
    task_oracle = ORACLES.get(episode.task.name)
    try:
        return task_oracle(OracleView.from_episode(episode)) if task_oracle else None
    except (LookupError, StopIteration):
        return None


def oracle(_cascade: Cascade) -> OracleAgent:
    """Create the agent."""
    return OracleAgent()
