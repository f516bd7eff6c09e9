"""The default agent: embedded policies if confident, else one query of a language model per step."""

from __future__ import annotations

from onscreen.agent.planning import Limits, act
from onscreen.model.base import Model
from onscreen.policy.base import Policy
from onscreen.policy.cascade import Cascade, build_policy
from onscreen.policy.language import LanguagePolicy
from onscreen.types import Decision, Episode


class Planner:
    """An agent that queries its policy and follows the plans the policy makes."""

    def __init__(self, policy: Policy, limits: Limits | None = None, *, name: str = "default") -> None:
        """Use this policy."""
        self.name = name
        self.policy = policy
        self.limits = limits or Limits()

    def act(self, episode: Episode) -> Decision:
        """Decide what to do next.

        Raises:
            ModelError: a model that the policy queries cannot be used.
        """
        return act(episode, self.policy, limits=self.limits)


def default(cascade: Cascade) -> Planner:
    """Make the agent."""
    return Planner(build_policy(cascade, LanguagePolicy))


def seeing(cascade: Cascade) -> Planner:
    """Make the agent for a model with vision: every query includes the set-of-marks picture."""

    def build(model: Model) -> Policy:
        return LanguagePolicy(model, pictures="always")

    return Planner(build_policy(cascade, build), name="seeing")
