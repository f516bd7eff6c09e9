"""Cascades: the first confident policy decides, and names stand for policies before a model."""

from __future__ import annotations

import msgspec
import pytest

from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import make_cascade
from onscreen.policy.first_confident import FirstConfident
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Done, Exchange, Open, PastStep, Prompt, Proposal, Reply, Situation, Subtask, Wait
from onscreen.types.errors import (
    BadProposal,
    BadText,
    ModelError,
    ModelUnavailable,
    PolicyError,
    QueryInterrupted,
    UnknownName,
)
from onscreen.types.proposal import Stage


class Fixed(msgspec.Struct, frozen=True):
    """A policy that always proposes to wait, with this confidence; None abstains."""

    name: str
    confidence: float | None
    min_confidence: float = 0.5

    def __call__(self, situation: Situation) -> Proposal | None:
        """Return the proposal, whatever the situation."""
        del situation
        if self.confidence is None:
            return None
        return Proposal(self.name, self.confidence, actions=(Wait(),))


def situation(stage: Stage = "act", *, planner: str = "") -> Situation:
    """Return a situation at this stage of a plan made by `planner`."""
    screen = build_screen(shot_from_lines("button Send [clickable]"))
    return Situation("send", screen, stage=stage, subtask=Subtask("send"), planner=planner)


@pytest.mark.parametrize(
    ("confidence", "proposer"), [(0.5, "first"), (0.9, "first"), (0.49, "second"), (None, "second")]
)
def test_the_second_policy_is_asked_only_if_the_first_is_not_confident(
    confidence: float | None, proposer: str
) -> None:
    """The first decides from its own threshold on; if it is below or abstains, the second decides."""
    cascade = FirstConfident((Fixed("first", confidence), Fixed("second", 0.1)))
    proposal = cascade(situation())
    assert proposal is not None
    assert proposal.proposer == proposer


@pytest.mark.parametrize(
    ("trouble", "by_model", "proposer"),
    [
        ("no field is filled in", True, "second"),
        ("no field is filled in", False, "first"),
        ("", True, "first"),
    ],
)
def test_evidence_against_a_claim_of_a_model_is_left_to_the_model(
    trouble: str, *, by_model: bool, proposer: str
) -> None:
    """Rules that do not know what a model did do not reply to what is wrong with its claim."""
    cascade = FirstConfident((Fixed("first", 0.9), Fixed("second", 0.1)))
    past = (PastStep(Wait(), by_model=by_model),)
    proposal = cascade(msgspec.structs.replace(situation(), trouble=trouble, history=past))
    assert proposal is not None
    assert proposal.proposer == proposer


class Claiming(Fixed, frozen=True):
    """A policy that claims that the task is done."""

    def __call__(self, situation: Situation) -> Proposal | None:
        """Return the claim, whatever the situation."""
        del situation
        return Proposal(self.name, actions=(Done(),))


@pytest.mark.parametrize(
    ("history", "trouble", "proposer"),
    [
        ((), "", "first"),
        ((PastStep(Wait()),), "", "first"),
        ((PastStep(Open("org.example.clock"), by_model=True), PastStep(Wait())), "", "first"),
        ((PastStep(Wait(), by_model=True), PastStep(Wait())), "", "second"),
        ((PastStep(Wait()),), "no field is filled in", "second"),
    ],
)
def test_a_claim_of_the_rules_stands_if_they_took_every_step(
    history: tuple[PastStep, ...], trouble: str, proposer: str
) -> None:
    """A model is queried about the end of a run in which it acted or in which a claim was rejected."""
    cascade = FirstConfident((Claiming("first", 0.9), Fixed("second", 0.1)))
    asked = msgspec.structs.replace(situation("finish"), trouble=trouble, history=history)
    proposal = cascade(asked)
    assert proposal is not None
    assert proposal.proposer == proposer


@pytest.mark.parametrize(("planner", "proposer"), [("first", "first"), ("second", "second"), ("", "second")])
def test_a_plan_is_carried_out_by_the_policy_that_made_it(planner: str, proposer: str) -> None:
    """Without a language model, the planner acts whatever its confidence."""
    cascade = FirstConfident((Fixed("first", 0.1), Fixed("second", 0.1)), frozenset({"first", "second"}))
    proposal = cascade(situation(planner=planner))
    assert proposal is not None
    assert proposal.proposer == proposer


def test_a_new_plan_is_made_by_the_first_confident_policy() -> None:
    """A plan that failed may be revised by another policy than the one that made it."""
    cascade = FirstConfident((Fixed("first", 0.9), Fixed("second", 0.1)), frozenset({"first", "second"}))
    proposal = cascade(situation("revise", planner="second"))
    assert proposal is not None
    assert proposal.proposer == "first"


def test_a_cascade_of_policies_that_abstain_abstains() -> None:
    """If no policy proposes anything, neither does the cascade."""
    assert FirstConfident((Fixed("first", None), Fixed("second", None)))(situation()) is None


class Querying(Fixed, frozen=True):
    """A policy that proposes to wait, or abstains, after an exchange with a model."""

    def __call__(self, situation: Situation) -> Proposal | None:
        """Return the proposal with its exchange."""
        exchange = Exchange(Prompt(self.name), Reply(tokens_in=100))
        proposal = super().__call__(situation) or Proposal(self.name, abstained=True)
        return msgspec.structs.replace(proposal, asked=(exchange,))


class Raising(Fixed, frozen=True):
    """A policy that raises this exception."""

    error: type[BaseException] = ValueError

    def __call__(self, situation: Situation) -> Proposal | None:
        """Raise the exception."""
        del situation
        raise self.error("a fault")


@pytest.mark.parametrize("confidence", [0.1, None])
def test_exchanges_of_a_policy_that_does_not_decide_are_kept(confidence: float | None) -> None:
    """The proposal holds the exchanges of policies that abstained or were not confident enough."""
    cascade = FirstConfident((Querying("first", confidence), Querying("second", 0.9), Fixed("third", 0.9)))
    proposal = cascade(situation())
    assert proposal is not None
    assert [exchange.prompt.text for exchange in proposal.unused] == ["first"]
    assert [exchange.prompt.text for exchange in proposal.asked] == ["second"]


def test_exchanges_are_kept_if_every_policy_abstains() -> None:
    """A cascade that abstains after exchanges with a model returns them."""
    proposal = FirstConfident((Querying("first", 0.1), Fixed("second", None)))(situation())
    assert proposal is not None
    assert (proposal.abstained, proposal.actions, len(proposal.unused)) == (True, (), 1)


@pytest.mark.parametrize(
    ("error", "raised"), [(ModelUnavailable, ModelUnavailable), (KeyboardInterrupt, QueryInterrupted)]
)
def test_exchanges_are_kept_if_a_later_policy_fails(
    error: type[BaseException], raised: type[ModelError | QueryInterrupted]
) -> None:
    """A model error or an interrupt holds the exchanges of the policies that were queried before."""
    cascade = FirstConfident((Querying("first", 0.1), Raising("second", 0.1, error=error)))
    with pytest.raises(raised) as info:
        cascade(situation())
    assert [exchange.prompt.text for exchange in info.value.asked] == ["first"]


def test_the_error_of_a_policy_names_the_policy() -> None:
    """An exception in one policy of a cascade is reported with the name of that policy."""
    cascade = FirstConfident((Raising("first", 0.9), Fixed("second", 0.9)))
    with pytest.raises(PolicyError, match="the policy 'first' raised ValueError: a fault"):
        cascade(situation())


def test_an_invalid_proposal_names_the_policy() -> None:
    """The error about an invalid proposal in a cascade names the policy that returned it."""
    with pytest.raises(BadProposal, match="the policy 'first'"):
        FirstConfident((Fixed("first", 7.0), Fixed("second", 0.9)))(situation())


def test_names_are_joined_by_a_plus() -> None:
    """POLICY+POLICY names a cascade without a model, POLICY+MODEL one with a model."""
    embedded = make_cascade("reflex+lexical")
    assert ([policy.name for policy in embedded.policies], embedded.model) == (["reflex", "lexical"], None)
    assert embedded.name == "reflex+lexical"


@pytest.mark.parametrize(
    ("name", "error", "expected"),
    [
        ("", BadText, "POLICY"),
        ("lexical+", BadText, "POLICY"),
        ("reflex:", BadText, "after the colon"),
        ("reflexx+lexical", UnknownName, "did you mean 'reflex'"),
        ("lexical+moot", UnknownName, "Available: "),
    ],
)
def test_a_wrong_name_is_rejected(name: str, error: type[Exception], expected: str) -> None:
    """The error says what was expected, and suggests the nearest name."""
    with pytest.raises(error, match=expected):
        make_cascade(name)
