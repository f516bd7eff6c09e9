"""Acceptance of the claim that a task is done."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from luci_screens import FORM, ReplyByPurpose, started, step_reply

from onscreen.agent.default import Planner, default
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import Cascade
from onscreen.policy.lexical.lexical_policy import LexicalPolicy
from onscreen.stop.done_signal import done
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Click, Decision, Done, Outcome, Proposal, Situation, Subtask, Type

INSTRUCTION = 'Enter "Ann" as the name and save it'


class Claims(msgspec.Struct, frozen=True):
    """A policy that claims at once that the task is done; `react` answers if the claim is rejected."""

    react: Callable[[Situation], Proposal] | None = None
    name: str = "claims"
    min_confidence: float = 0.0

    def __call__(self, situation: Situation) -> Proposal:
        """Plan the instruction, then claim that it is done."""
        if situation.trouble and self.react:
            return self.react(situation)
        if situation.stage == "plan":
            return Proposal(self.name, plan=(Subtask(situation.instruction),))
        return Proposal(self.name, actions=(Done(),))


def test_a_contradicted_claim_ends_the_run_without_success() -> None:
    """The run gives up with the reasons as text and as values, and with a stop reason of its own."""
    episode = started(INSTRUCTION)
    decision = Planner(Claims()).act(episode)
    assert isinstance(decision.action, Done)
    assert not decision.action.achieved
    assert '"Ann" was neither entered nor chosen' in decision.action.answer
    assert {"unused value", "open clause"} <= {c.kind for c in decision.contradictions}
    stop = done(episode.then(decision, Outcome(), shot=FORM))
    assert stop is not None
    assert stop.reason == "gave up"
    assert "Ann" in stop.evidence


def test_a_policy_may_propose_something_else_after_its_claim_was_rejected() -> None:
    """The policy reads the contradictions as trouble and acts on them."""

    def click_first(situation: Situation) -> Proposal:
        assert "Ann" in situation.trouble
        return Proposal("claims", actions=(Click(situation.screen[1]),))

    decision = Planner(Claims(click_first)).act(started(INSTRUCTION))
    assert isinstance(decision.action, Click)
    assert decision.contradictions == ()


def test_a_language_model_is_overruled_only_if_it_did_nothing() -> None:
    """A repeated claim is believed after a step, and not if the values of the instruction are nowhere."""
    model = ReplyByPurpose({"decide": (step_reply("done"),)})
    agent = default(Cascade(model=model))
    idle = agent.act(started(INSTRUCTION)).action
    assert isinstance(idle, Done)
    assert not idle.achieved
    step = Decision(Click(build_screen(FORM).elements[-1]), proposer=model.name)
    changed = msgspec.structs.replace(FORM, nodes=FORM.nodes[:-1])
    assert agent.act(started(INSTRUCTION).then(step, Outcome(), shot=changed)).action == Done()


def test_a_run_of_the_policies_alone_needs_no_query_of_the_model_behind_them() -> None:
    """The claim after a filled-in and submitted form stands."""
    model = ReplyByPurpose({"decide": (step_reply("click 6"),)})
    agent = default(Cascade(policies=(LexicalPolicy(),), model=model))
    episode = started('Enter "Ann" as the name and press Send')
    filled = msgspec.structs.replace(
        FORM, nodes=(msgspec.structs.replace(FORM.nodes[0], value="Ann"), *FORM.nodes[1:])
    )
    for shot in (filled, shot_from_lines("text Sent")):
        episode = episode.then(agent.act(episode), Outcome(), shot=shot)
    assert [type(each.action) for each in episode.decisions] == [Type, Click]
    assert agent.act(episode).action == Done()
    assert model.prompts == []
