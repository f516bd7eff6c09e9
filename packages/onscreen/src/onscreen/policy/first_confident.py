"""Cascade of policies in which the first confident proposal is accepted."""

from __future__ import annotations

import msgspec

from onscreen.policy.base import Policy, query_policy
from onscreen.policy.failed_steps import propose_other_step, repeats_failed_step
from onscreen.policy.unrequested_actions import has_unrequested_action
from onscreen.policy.unrequested_text import continues_after_unrequested_change
from onscreen.text.words import normalize
from onscreen.types import Action, Click, Element, Exchange, Proposal, Situation, targets
from onscreen.types.errors import keep_exchanges


class FirstConfident(msgspec.Struct, frozen=True):
    """Policy that queries other policies in turn until one is confident (FrugalGPT, 2023).

    The proposals of the last policy are accepted at any confidence, and at the stage "act" also those of the
    policy that made the plan, if `planners` contains its name. If that policy queried no model and finds
    nothing on the screen that fits the subtask, or only clicks an element, another policy that is confident
    acts in its place, unless it clicks an element of the same name.

    A proposal that queried no model counts as abstained if it clicks an irreversible control that the
    instruction does not ask for, or if it continues after a click inserted text that the instruction does not
    ask for.

    A proposal that queried no model and repeats a step that failed in a run of a similar task is accepted
    only if no policy proposes another step.
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

        Its `unused` contains the exchanges of the policies that were queried before. Returns None if every
        policy abstains without querying a model.

        Raises:
            ModelError: a model that a policy queries cannot be used.
            PolicyError: a policy raised another exception.
            BadProposal: a policy returned something that is not a valid proposal.
        """
        planner = situation.planner if situation.stage == "act" else ""
        carries_out = {policy.name for policy in self.policies} & self.planners & {planner}
        order = sorted(self.policies, key=lambda policy: policy.name not in carries_out)
        unused: tuple[Exchange, ...] = ()
        fallback: Proposal | None = None
        planned: Proposal | None = None
        for policy in order:
            with keep_exchanges(unused):
                proposal = query_policy(policy, situation)
            if proposal is None or _is_refused(proposal, situation):
                continue
            if not proposal.asked and repeats_failed_step(proposal, situation):
                fallback = fallback or proposal
                proposal = propose_other_step(policy, situation)
                if proposal is None or _is_refused(proposal, situation):
                    continue
            if policy.name in carries_out and policy is not order[-1] and _is_replaceable(proposal):
                planned = proposal
                continue
            decides = (policy is self.policies[-1] and not planned) or policy.name in carries_out
            if planned and _target_names(planned) & _target_names(proposal):
                break
            if not proposal.abstained and (decides or proposal.confidence >= policy.min_confidence):
                finished = planned.finished if planned and planned.actions else proposal.finished
                return msgspec.structs.replace(proposal, unused=unused + proposal.unused, finished=finished)
            unused += proposal.unused + proposal.asked
        fallback = planned or fallback
        if fallback is not None:
            return msgspec.structs.replace(fallback, unused=unused + fallback.unused)
        return Proposal(self.name, abstained=True, unused=unused) if unused else None


def _is_replaceable(proposal: Proposal) -> bool:
    """Check whether a proposal finds nothing that fits the subtask, or is a single click on an element."""
    if proposal.asked or proposal.plan is not None or proposal.tools is not None:
        return False
    if proposal.actions:
        return len(proposal.actions) == 1 and _clicks_element(proposal.actions[0])
    return not (proposal.finished or proposal.drop or proposal.abstained or proposal.values)


def _clicks_element(action: Action) -> bool:
    """Check whether an action is a plain click with the left mouse button on an element."""
    if not isinstance(action, Click) or not isinstance(action.target, Element):
        return False
    return action.button == "left" and action.count == 1 and not action.modifiers


def _target_names(proposal: Proposal) -> frozenset[str]:
    """Return the names of the elements that a proposal acts on."""
    acted_on = (target for action in proposal.actions for target in targets(action))
    return frozenset(normalize(target.name) for target in acted_on if isinstance(target, Element))


def _is_refused(proposal: Proposal, situation: Situation) -> bool:
    """Check whether a proposal that queried no model does something that nobody asked for."""
    return not proposal.asked and (
        has_unrequested_action(proposal, situation) or continues_after_unrequested_change(proposal, situation)
    )
