"""Agent of the AppAgent paper: one model query per step, with numbered elements and notes."""

from __future__ import annotations

from onscreen.agent.default import Planner
from onscreen.policy.appagent_policy import AppAgentPolicy
from onscreen.policy.cascade import Cascade, build_policy


def app_agent(cascade: Cascade) -> Planner:
    """Create the agent for AppAgent's deployment phase (section 3.2), which uses notes from exploration."""
    return Planner(build_policy(cascade, AppAgentPolicy), name="appagent", maps=cascade.maps)
