"""Cascade of policies in which the first confident proposal is accepted."""

from __future__ import annotations

import msgspec

from onscreen.policy.base import Policy, query_policy
from onscreen.policy.failed_steps import propose_other_step, repeats_failed_step
from onscreen.policy.unrequested_actions import has_unrequested_action
from onscreen.policy.unrequested_text import continues_after_unrequested_change
from onscreen.policy.unsuitable_entries import has_unsuitable_entry
from onscreen.types import Done, Exchange, Open, Proposal, Situation
from onscreen.types.errors import keep_exchanges


class FirstConfident(msgspec.Struct, frozen=True):
    """Policy that queries other policies in turn until one is confident (FrugalGPT, 2023).

    The proposals of the last policy are accepted at any confidence, and at the stage "act" also those of the
    policy that made the plan, if `planners` contains its name. A proposal that queried no model counts as
    abstained if it clicks an irreversible control that the instruction does not ask for, enters text into an
    unsuitable field, or continues after a click inserted unrequested text.

    If a language model took a step of the run, claims that the task is done and replies to trouble are left
    to the last policy, since the rules do not know what the model did. If the model only chose an
    application, the claim of the other policies stands without a query. A claim that was rejected is not
    repeated by the other policies, but left to the last one as well.

    At the stage "choose_tools", the most confident proposal so far without a query takes the place of a less
    confident one.

    A proposal that queried no model and repeats a step that failed in a run of a similar task is accepted
    only if no policy proposes another step.
    """

    policies: tuple[Policy, ...]
    planners: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """Names of the policies, each once, joined by plus signs."""
        return "+".join(dict.fromkeys(policy.name for policy in self.policies))

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
        guess: Proposal | None = None
        for policy in order:
            with keep_exchanges(unused):
                proposal = query_policy(policy, situation)
            if proposal is None or _is_refused(proposal, situation):
                continue
            if policy is not self.policies[-1] and _is_left_to_model(proposal, situation):
                continue
            if not proposal.asked and repeats_failed_step(proposal, situation):
                fallback = fallback or proposal
                proposal = propose_other_step(policy, situation)
                if proposal is None or _is_refused(proposal, situation):
                    continue
            if situation.stage == "choose_tools" and not proposal.asked and not proposal.abstained:
                guess = max(guess or proposal, proposal, key=lambda each: each.confidence)
                proposal = guess
            decides = policy is self.policies[-1] or policy.name in carries_out
            if not proposal.abstained and (decides or proposal.confidence >= policy.min_confidence):
                return msgspec.structs.replace(proposal, unused=unused + proposal.unused)
            unused += proposal.unused + proposal.asked
        if fallback is not None:
            return msgspec.structs.replace(fallback, unused=unused + fallback.unused)
        return Proposal(self.name, abstained=True, unused=unused) if unused else None


def _is_left_to_model(proposal: Proposal, situation: Situation) -> bool:
    """Check whether a proposal without a query claims or replies what only the last policy can judge.

    It claims success again after a claim was rejected; or a model acted in the run, and it claims success or
    replies to trouble, such as evidence against a claim of the model.
    """
    first = proposal.actions[0] if proposal.actions else None
    is_claim = isinstance(first, Done) and first.achieved
    if proposal.asked or not (is_claim or situation.trouble):
        return False
    has_acted = any(step.by_model and not isinstance(step.action, Open) for step in situation.history)
    return has_acted or (is_claim and situation.stage == "finish" and bool(situation.trouble))


def _is_refused(proposal: Proposal, situation: Situation) -> bool:
    """Check whether a proposal that queried no model does something unrequested."""
    return not proposal.asked and (
        has_unrequested_action(proposal, situation)
        or has_unsuitable_entry(proposal, situation)
        or continues_after_unrequested_change(proposal, situation)
    )
