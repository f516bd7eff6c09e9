"""Cascade of policies in which the first confident proposal is accepted."""

from __future__ import annotations

import msgspec

from onscreen.policy.base import Policy
from onscreen.types import Proposal, Situation


class FirstConfident(msgspec.Struct, frozen=True):
    """Policy that asks other policies in turn until one is confident (FrugalGPT, Chen et al. 2023).

    The last policy is accepted whatever its confidence. If the policy that made the plan is among `planners`
    (names), it carries the plan out: its proposals are accepted whatever their confidence.
    """

    policies: tuple[Policy, ...]
    planners: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """Names of the policies, joined by plus signs."""
        return "+".join(policy.name for policy in self.policies)

    @property
    def min_confidence(self) -> float:
        """Minimum confidence of the last policy, which decides if no other policy does."""
        return self.policies[-1].min_confidence

    def __call__(self, situation: Situation) -> Proposal | None:
        """Return the first confident proposal.

        Raises:
            ModelError: a model that a policy queries cannot be used.
        """
        if situation.stage == "act" and situation.planner in self.planners:
            planner = next(policy for policy in self.policies if policy.name == situation.planner)
            if proposal := planner(situation):
                return proposal
        for policy in self.policies[:-1]:
            proposal = policy(situation)
            if proposal is not None and proposal.confidence >= policy.min_confidence:
                return proposal
        return self.policies[-1](situation)
