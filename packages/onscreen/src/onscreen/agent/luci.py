"""Agent from the LUCI paper (section III), with separate model queries for planning and acting."""

from __future__ import annotations

from onscreen.agent.default import Planner
from onscreen.policy.cascade import Cascade, build_policy
from onscreen.policy.luci_policy import LuciPolicy


def luci(cascade: Cascade) -> Planner:
    """Create the agent described in the LUCI paper.

    The agent only opens applications, clicks, types, selects options and scrolls down.
    """
    return Planner(build_policy(cascade, LuciPolicy), name="luci", maps=cascade.maps)
