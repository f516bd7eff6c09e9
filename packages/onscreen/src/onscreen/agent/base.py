"""Protocol for agents, which decide on the next action from the episode so far."""

from __future__ import annotations

from typing import Protocol

from onscreen.types import Decision, Episode


class Agent(Protocol):
    """Protocol for agents, which decide on the next action of a run.

    An agent keeps no state because the episode contains the entire history.
    """

    @property
    def name(self) -> str:
        """Name by which the agent was selected."""

    def act(self, episode: Episode) -> Decision:
        """Decide on the next action of the run.

        Raises:
            ModelError: a model that the agent queries cannot be used.
        """
