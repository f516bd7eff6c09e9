"""Agent of the AppAgent paper: one query per step with numbered elements and the notes on them."""

from __future__ import annotations

from onscreen.agent.default import Planner
from onscreen.policy.app_agent_policy import AppAgentPolicy
from onscreen.policy.cascade import Cascade, build_policy


def app_agent(cascade: Cascade) -> Planner:
    """Create the agent that deploys what exploration learned, as in AppAgent (section 3.2)."""
    return Planner(build_policy(cascade, AppAgentPolicy), name="appagent", maps=cascade.maps)
