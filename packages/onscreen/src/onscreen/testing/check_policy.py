"""Contract tests for policies."""

from __future__ import annotations

import msgspec

from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.base import Policy
from onscreen.testing.contract_assertions import json_round_trip, require
from onscreen.testing.sample_episodes import make_shot
from onscreen.types import Element, Outcome, PastStep, Proposal, Situation, Subtask, Wait, targets
from onscreen.types.proposal import Stage

STAGES: tuple[Stage, ...] = ("choose_tools", "plan", "verify", "act", "revise", "finish")


class PolicyContract:
    """Base class for tests that check an implementation of the `Policy` interface.

    Override `make_policy`.
    """

    def make_policy(self) -> Policy:
        """Create the policy to test."""
        raise NotImplementedError

    def situation(self, stage: Stage = "act") -> Situation:
        """Create a `Situation` at the given stage, with a screen of three buttons."""
        subtask = None if stage in ("choose_tools", "plan", "finish") else Subtask('Press "Submit".')
        trouble = "the last action failed" if stage == "revise" else ""
        screen = build_screen(make_shot(0, "Submit", "Cancel", "Delete"))
        return Situation('Press "Submit".', screen, stage=stage, subtask=subtask, trouble=trouble)

    def test_has_a_name(self) -> None:
        """A policy has a name."""
        require(self.make_policy().name, "a policy has a name")

    def test_threshold_is_a_probability(self) -> None:
        """The confidence threshold is between 0 and 1."""
        threshold = self.make_policy().min_confidence
        require(0 <= threshold <= 1, f"min_confidence is {threshold}; expected 0..1")

    def test_every_stage_is_answered_or_abstained_from(self) -> None:
        """At every stage, the policy returns None or a proposal with the policy's name."""
        for stage in STAGES:
            policy = self.make_policy()
            proposal = policy(self.situation(stage))
            is_own = proposal is None or proposal.proposer == policy.name
            require(is_own, f"at stage {stage!r} the proposer is not {policy.name!r}: {proposal!r}")

    def test_confidence_is_a_probability(self) -> None:
        """Every proposal has a confidence between 0 and 1."""
        for proposal in self._proposals():
            require(0 <= proposal.confidence <= 1, f"confidence {proposal.confidence}; expected 0..1")

    def test_targets_are_on_the_screen(self) -> None:
        """Proposed actions target only elements that are on the screen."""
        for stage in STAGES:
            situation = self.situation(stage)
            proposal = self.make_policy()(situation)
            for action in proposal.actions if proposal else ():
                for target in targets(action):
                    known = not isinstance(target, Element) or target in situation.screen.elements
                    require(known, f"{target!r} is not on the screen")

    def test_same_situation_same_proposal(self) -> None:
        """A policy called twice with the same `Situation` returns the same proposal."""
        policy, situation = self.make_policy(), self.situation()
        first, second = policy(situation), policy(situation)
        require(_timeless(first) == _timeless(second), f"{first!r}, then {second!r}")

    def test_proposal_survives_being_stored(self) -> None:
        """A proposal is unchanged after being encoded as JSON and decoded again."""
        for proposal in self._proposals():
            require(json_round_trip(proposal) == proposal, "the proposal read back from JSON differs")

    def test_empty_screen_is_no_error(self) -> None:
        """An empty screen after a failed action does not raise an error."""
        bare = build_screen(msgspec.structs.replace(make_shot(0), nodes=()))
        failed = PastStep(Wait(), Outcome("the device did not answer", failed="ActionTimeout"))
        situation = msgspec.structs.replace(self.situation(), screen=bare, history=(failed,))
        proposal = self.make_policy()(situation)
        require(proposal is None or isinstance(proposal, Proposal), f"found {proposal!r}")

    def _proposals(self) -> list[Proposal]:
        found = (self.make_policy()(self.situation(stage)) for stage in STAGES)
        return [proposal for proposal in found if proposal is not None]


def _timeless(proposal: Proposal | None) -> Proposal | None:
    """Return the proposal with the durations of its model calls set to zero."""
    if proposal is None:
        return None
    asked, unused = (
        tuple(
            msgspec.structs.replace(x, reply=msgspec.structs.replace(x.reply, seconds=0.0)) for x in exchanges
        )
        for exchanges in (proposal.asked, proposal.unused)
    )
    return msgspec.structs.replace(proposal, asked=asked, unused=unused)
