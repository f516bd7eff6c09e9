"""Exchanges with models: every one is part of the record, whatever became of the decision."""

from __future__ import annotations

from pathlib import Path

import pytest
from luci_screens import FORM, ReplyByPurpose, after, started, step_reply

from onscreen.agent.default import Planner
from onscreen.device.fake_device import FakeDevice
from onscreen.policy.first_confident import FirstConfident
from onscreen.policy.language_model_policy import LanguagePolicy
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.run.trial import make_result
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done
from onscreen.store.episode_recorder import save_episode
from onscreen.store.episode_store import load_episode
from onscreen.types import Exchange, Picture, Prompt, Proposal, Reply, Situation, Task
from onscreen.types.errors import PolicyError


class Unsure:
    """A policy that queries a model and abstains, or proposes nothing with little confidence."""

    name = "unsure"
    min_confidence = 0.9

    def __init__(self, *, abstained: bool, pictures: tuple[Picture, ...] = ()) -> None:
        self.abstained = abstained
        self.pictures = pictures

    def __call__(self, situation: Situation) -> Proposal | None:
        """Return the exchange."""
        exchange = Exchange(Prompt(situation.instruction, pictures=self.pictures), Reply(tokens_in=1000))
        return Proposal(self.name, 0.1, abstained=self.abstained, asked=(exchange,))


class Interrupted(ReplyByPurpose):
    """A model whose second query is interrupted by the user."""

    def __call__(self, prompt: Prompt) -> Reply:
        """Return the first reply."""
        if self.prompts:
            raise KeyboardInterrupt
        return super().__call__(prompt)


class Broken:
    """A policy with a programming error."""

    name = "broken"
    min_confidence = 0.5

    def __call__(self, situation: Situation) -> Proposal | None:
        """Fail."""
        raise KeyError(situation.instruction)


@pytest.mark.parametrize("abstained", [True, False])
def test_queries_of_a_policy_that_does_not_decide_are_counted(tmp_path: Path, *, abstained: bool) -> None:
    """The totals and the stored episode include what a policy asked before another one decided."""
    model = ReplyByPurpose({"decide": (step_reply("click 6"),)})
    unsure = Unsure(abstained=abstained, pictures=(FORM.picture,))
    agent = Planner(FirstConfident((unsure, LanguagePolicy(model))))
    episode = after(started("send"), agent.act(started("send")))
    assert make_result(episode, "", seconds=0).model_calls == 2
    assert make_result(episode, "", seconds=0).tokens_in == 1000
    save_episode(episode, tmp_path)
    assert load_episode(tmp_path) == episode


def test_queries_are_counted_if_every_policy_abstains() -> None:
    """An agent that gives up because no policy proposes anything keeps what they asked."""
    decision = Planner(Unsure(abstained=True)).act(started("send"))
    assert [exchange.reply.tokens_in for exchange in decision.exchanges()] == [1000]


def test_queries_of_an_interrupted_decision_are_counted() -> None:
    """Ctrl-C in the second query of a step keeps the first one, whose reply could not be used."""
    model = Interrupted({"decide": (Reply("{", tokens_in=500),)})
    device = FakeDevice()
    episode = run_episode(
        start_episode(Task("send"), device),
        device,
        agent=Planner(FirstConfident((Unsure(abstained=True), LanguagePolicy(model)))),
        signal=done,
        score=score_task,
        hooks=RunHooks(),
    )
    assert episode.stop is not None
    assert episode.stop.reason == "interrupted"
    assert [exchange.reply.tokens_in for exchange in episode.exchanges()] == [1000, 500]


def test_the_error_of_a_policy_names_it() -> None:
    """An exception raised by a policy ends the run with an error that names the policy."""
    with pytest.raises(PolicyError, match="the policy 'broken' raised KeyError: 'send'"):
        Planner(Broken()).act(started("send"))
