"""A cascade of policies: the first that is confident enough decides."""

from __future__ import annotations

import msgspec

from onscreen.policy.base import Policy
from onscreen.types import Proposal, Situation


class FirstConfident(msgspec.Struct, frozen=True):
    """Asks each policy in turn until one is confident enough (FrugalGPT, Chen et al. 2023).

    The last policy is accepted whatever its confidence. If the policy that made the plan is among `planners`
    (names), it carries the plan out: its proposals are accepted whatever their confidence.
    """

    policies: tuple[Policy, ...]
    planners: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The names of the policies, joined by a plus."""
        return "+".join(policy.name for policy in self.policies)

    @property
    def min_confidence(self) -> float:
        """The threshold of the last policy, which decides when no other does."""
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
