"""Agent `oracle`, which solves MiniWoB++ tasks with scripted solvers."""

from __future__ import annotations

from onscreen.policy.cascade import Cascade
from onscreen.types import Action, Decision, Done, Episode, Wait
from onscreen_practice.miniwob.oracles.oracle_view import OracleView
from onscreen_practice.miniwob.oracles.registry import ORACLES


class OracleAgent:
    """Agent that solves MiniWoB++ tasks with scripted solvers instead of a model.

    If an element that the solver expects is missing, the page is still being updated, so the agent waits.
    """

    name = "oracle"

    def act(self, episode: Episode) -> Decision:
        """Choose the next action with the task's solver, or give up if the task has no solver."""
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
    """Return the scripted solver's next action in an unfinished episode.

    Returns None if the task has no solver or the solver finds nothing to do.
    """
    task_oracle = ORACLES.get(episode.task.name)
    try:
        return task_oracle(OracleView.from_episode(episode)) if task_oracle else None
    except (LookupError, StopIteration):
        return None


def oracle(_cascade: Cascade) -> OracleAgent:
    """Create the agent."""
    return OracleAgent()
