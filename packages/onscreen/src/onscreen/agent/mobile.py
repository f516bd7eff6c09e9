"""Agent of the Mobile-Agent paper: eight operations on visible texts and icons, without the tree."""

from __future__ import annotations

from onscreen.agent.default import Planner
from onscreen.model.base import Model
from onscreen.policy.base import Policy
from onscreen.policy.cascade import Cascade, build_policy
from onscreen.policy.mobile_policy import MobilePolicy


def mobile(cascade: Cascade) -> Planner:
    """Create the Mobile-Agent agent, which sees only what the senses detect in the screenshot."""
    return Planner(build_policy(cascade, MobilePolicy), name="mobile")


def mobile_tree_text(cascade: Cascade) -> Planner:
    """Create the Mobile-Agent agent, with texts from the tree instead of text recognition."""

    def build(model: Model) -> Policy:
        return MobilePolicy(model, source="tree")

    return Planner(build_policy(cascade, build), name="mobile-tree-text")
