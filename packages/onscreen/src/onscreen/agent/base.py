"""The agent port: Episode -> Decision."""

from __future__ import annotations

from typing import Protocol

from onscreen.types import Decision, Episode


class Agent(Protocol):
    """One method; it keeps no state of the run, the episode is the only history."""

    @property
    def name(self) -> str:
        """What it was chosen by."""

    def act(self, episode: Episode) -> Decision:
        """Decide what to do next.

        Raises:
            ModelError: a model it asks cannot be used.
        """
