"""LUCI (section III): applications first, an outline, elements picked by name, actions by their kind."""

from __future__ import annotations

from onscreen.agent.default import Planner
from onscreen.policy.cascade import Cascade, build_policy
from onscreen.policy.luci_components import LuciPolicy


def luci(cascade: Cascade) -> Planner:
    """Make the agent of the paper: it clicks, types and selects, and nothing else."""
    return Planner(build_policy(cascade, LuciPolicy), name="luci")
