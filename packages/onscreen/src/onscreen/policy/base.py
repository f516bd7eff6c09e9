"""Protocol for policies, which propose the next step for a situation."""

from __future__ import annotations

from typing import Protocol

from onscreen.types import Proposal, Situation


class Policy(Protocol):
    """Protocol for policies that propose the next step of a run.

    A policy keeps no state between calls.
    """

    @property
    def name(self) -> str:
        """Name by which the policy was selected."""

    @property
    def min_confidence(self) -> float:
        """Minimum confidence, from 0 to 1, for a cascade to accept the policy's proposals."""

    def __call__(self, situation: Situation) -> Proposal | None:
        """Propose the next step, or return None to abstain.

        Raises:
            ModelError: a model that the policy queries cannot be used.
        """
