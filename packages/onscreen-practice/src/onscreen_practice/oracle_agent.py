"""The agent `oracle`: plays tasks of the suites whose solution is known, by the suite's own oracle."""

from __future__ import annotations

from onscreen.model.base import Model
from onscreen.types import Action, Decision, Done, Episode, Wait
from onscreen_practice.miniwob.oracles.oracle_view import OracleView
from onscreen_practice.miniwob.oracles.registry import ORACLES


class Oracles:
    """Plays a task by its name; it thinks with no model.

    Where an oracle misses what its page always shows, the page is still moving it, and is waited for.
    """

    name = "oracle"

    def act(self, episode: Episode) -> Decision:
        """Return what the task's oracle does next; it gives up a task that has none."""
        if episode.task.name not in ORACLES:
            return Decision(Done(f"no oracle plays {episode.task.name!r}", achieved=False))
        try:
            action = ORACLES[episode.task.name](OracleView.from_episode(episode))
        except (LookupError, StopIteration):
            return Decision(Wait(), why="the page is in the middle of a move")
        if action is None:
            return Decision(Done("the oracle sees nothing to do", achieved=False))
        return Decision(action, why="oracle")


def next_of(episode: Episode) -> Action | None:
    """Return what the task's oracle would do at the end of an episode so far, None where it does not know."""
    known = ORACLES.get(episode.task.name)
    try:
        return known(OracleView.from_episode(episode)) if known else None
    except (LookupError, StopIteration):
        return None


def oracle(_model: Model) -> Oracles:
    """Make the agent."""
    return Oracles()
