"""The policy port: Situation -> Proposal | None."""

from __future__ import annotations

from typing import Protocol

from onscreen.types import Proposal, Situation


class Policy(Protocol):
    """Decides the next step from a situation; keeps no state between calls."""

    @property
    def name(self) -> str:
        """The name the policy was chosen by."""

    @property
    def min_confidence(self) -> float:
        """The confidence, 0..1, from which a cascade accepts a proposal of this policy."""

    def __call__(self, situation: Situation) -> Proposal | None:
        """Propose the next step, or return None to abstain.

        Raises:
            ModelError: a model that the policy queries cannot be used.
        """
