"""Default agent: embedded policies if they are confident, otherwise one model query per step."""

from __future__ import annotations

from onscreen.agent.plan_execution import PlanningLimits, act
from onscreen.app_maps.screen_map import AppMap
from onscreen.model.base import Model
from onscreen.policy.base import Policy
from onscreen.policy.cascade import Cascade, build_policy
from onscreen.policy.language_model_policy import LanguagePolicy
from onscreen.types import Decision, Episode


class Planner:
    """Agent that queries a policy for each step and follows the plans that the policy makes."""

    def __init__(
        self,
        policy: Policy,
        limits: PlanningLimits | None = None,
        *,
        name: str = "default",
        maps: tuple[AppMap, ...] = (),
    ) -> None:
        """Create an agent for a policy, with default limits if `limits` is None.

        The policy receives the notes on the current screen from `maps`.
        """
        self.name = name
        self.policy = policy
        self.maps = maps
        self.limits = limits or PlanningLimits()

    def act(self, episode: Episode) -> Decision:
        """Decide on the next action of the run.

        Raises:
            ModelError: a model that the policy queries cannot be used.
        """
        return act(episode, self.policy, limits=self.limits, maps=self.maps)


def default(cascade: Cascade) -> Planner:
    """Create the default agent.

    The policies of the cascade are asked in order; the first confident proposal is used.
    """
    return Planner(build_policy(cascade, LanguagePolicy), maps=cascade.maps)


def seeing(cascade: Cascade) -> Planner:
    """Create an agent that sends a screenshot with marks in every model query."""

    def build(model: Model) -> Policy:
        return LanguagePolicy(model, pictures="always")

    return Planner(build_policy(cascade, build), name="seeing", maps=cascade.maps)
