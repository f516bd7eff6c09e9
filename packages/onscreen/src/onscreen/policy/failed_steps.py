"""Avoidance of steps that failed in earlier runs of similar tasks (MTTIA, Methods)."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from onscreen.app_maps.episode_extension import VERBS
from onscreen.policy.base import Policy, query_policy
from onscreen.types import Element, Node, Proposal, Screen, Situation

NodeOrElement = TypeVar("NodeOrElement", Node, Element)


def repeats_failed_step(proposal: Proposal, situation: Situation) -> bool:
    """Check whether the first action of a proposal failed in a run of a similar task."""
    action = proposal.actions[0] if proposal.actions else None
    target = getattr(action, "target", None)
    if action is None or not isinstance(target, Element):
        return False
    verb = VERBS.get(type(action))
    return any((each.mark, each.verb) == (target.mark, verb) for each in situation.failed_before)


def propose_other_step(policy: Policy, situation: Situation) -> Proposal | None:
    """Query a policy with the elements of failed steps disabled.

    Returns None if the policy proposes no action, or an action that failed before.

    Raises:
        ModelError: a model that the policy queries cannot be used.
    """
    screen = _disable(situation.screen, {each.mark for each in situation.failed_before})
    proposal = query_policy(policy, msgspec.structs.replace(situation, screen=screen))
    is_step = proposal is not None and bool(proposal.actions) and not proposal.abstained
    if proposal is None or not is_step or repeats_failed_step(proposal, situation):
        return None
    acts_on = getattr(proposal.actions[0], "target", None)
    return proposal if isinstance(acts_on, Element) else None


def _disable(screen: Screen, marks: set[int]) -> Screen:
    """Return the screen with the elements of the given marks, and their nodes, disabled."""
    indices = {element.index for element in screen.elements if element.mark in marks}
    elements = tuple(_with_state(each) if each.mark in marks else each for each in screen.elements)
    nodes = tuple(_with_state(node) if i in indices else node for i, node in enumerate(screen.shot.nodes))
    shot = msgspec.structs.replace(screen.shot, nodes=nodes)
    return msgspec.structs.replace(screen, shot=shot, elements=elements)


def _with_state(node: NodeOrElement) -> NodeOrElement:
    return msgspec.structs.replace(node, states=(*node.states, "disabled"))
