"""Claims are judged by success criteria that a model writes at the first step."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from luci_screens import ReplyByPurpose

from onscreen.agent.criteria_verification import CriteriaAgent, criteria_signal
from onscreen.policy.cascade import Cascade
from onscreen.run.device_factory import make_device
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Trial
from onscreen.testing.sample_episodes import click_episode
from onscreen.types import Action, Ask, Decision, Done, Episode, Outcome, Reply, Task, Wait
from onscreen.types.errors import BadText

CRITERIA = ("the form was sent", "the name is Ada")


class Claimer(msgspec.Struct, frozen=True):
    """Agent that waits at the first step and then claims that the task is done."""

    name: str = "default"

    def act(self, episode: Episode) -> Decision:
        """Return the next action."""
        return Decision(Done("sent") if episode.decisions else Wait(0.01))


def written(*criteria: str) -> Reply:
    """Return a reply with criteria."""
    return Reply(json.dumps({"criteria": criteria or CRITERIA}))


def judged(unmet: Mapping[int, str]) -> Reply:
    """Return a reply with the numbers and reasons of unmet criteria."""
    return Reply(json.dumps({"unmet": [{"criterion": n, "reason": why} for n, why in unmet.items()]}))


def play(*replies: Reply, outcomes: tuple[Outcome, ...] = ()) -> tuple[list[Action], ReplyByPurpose]:
    """Return the actions of the agent, until it ends the run, and the model."""
    model = ReplyByPurpose({"criteria": replies})
    agent, episode, actions = CriteriaAgent(Claimer(), model), click_episode(0), list[Action]()
    results = iter((Outcome(), *outcomes))
    while not actions or not isinstance(actions[-1], Done):
        decision = agent.act(episode)
        actions.append(decision.action)
        episode = episode.then(decision, next(results, Outcome()), shot=episode.last)
    assert episode.decisions[0].criteria
    return actions, model


def test_a_claim_that_meets_all_criteria_is_accepted() -> None:
    """The run ends with the agent's answer, after one query for the criteria and one for the judgement."""
    actions, model = play(written(), judged({}))
    assert actions == [Wait(0.01), Done("sent")]
    assert [CRITERIA[0] in prompt.text for prompt in model.prompts] == [False, True]


def test_an_unmet_criterion_replaces_the_claim() -> None:
    """The agent looks again, asks, and ends the run as not done if nobody answers; the reason names both."""
    actions, _ = play(
        written(), judged({2: "the field is empty"}), outcomes=(Outcome(), Outcome("", "NotAllowed"))
    )
    assert [type(action) for action in actions] == [Wait, Wait, Ask, Done]
    last = actions[-1]
    assert isinstance(last, Done)
    assert not last.achieved
    assert "the name is Ada (the field is empty)" in last.answer


def test_a_later_look_can_meet_the_criteria() -> None:
    """A claim is accepted if the criteria are met when the screen is observed again."""
    actions, _ = play(written(), judged({1: "still loading"}), judged({}))
    assert [type(action) for action in actions] == [Wait, Wait, Done]
    assert actions[-1] == Done("sent")


def test_the_user_can_confirm_the_claim() -> None:
    """A claim that the user confirms ends the run as done, although a criterion seems unmet."""
    actions, _ = play(written(), judged({1: "not visible"}), outcomes=(Outcome(), Outcome("yes")))
    assert actions[-1] == Done("sent")


@pytest.mark.parametrize("reply", [Reply("no JSON"), judged({7: "no such criterion"})])
def test_an_unusable_judgement_changes_nothing(reply: Reply) -> None:
    """If the judgement cannot be used, the agent's claim stands, and the exchanges contain the fault."""
    model = ReplyByPurpose({"criteria": (written(), reply)})
    agent, episode = CriteriaAgent(Claimer(), model), click_episode(0)
    episode = episode.then(agent.act(episode), Outcome(), shot=episode.last)
    decision = agent.act(episode)
    assert decision.action == Done("sent")
    assert decision.asked[-1].fault


def test_a_run_keeps_its_criteria_when_it_is_resumed(tmp_path: Path) -> None:
    """The criteria are stored with the first step, and a resumed run judges by the same ones."""
    model = ReplyByPurpose({"criteria": (written(), judged({}))})
    trial = Trial(
        Task("Send the form"), str(tmp_path / "run"), model="", limits=Limits(1), signals=("criteria",)
    )
    device = make_device("fake", {})
    cascade = Cascade(model=model)
    run_trial(trial, device, cascade=cascade, create_agent=lambda _: Claimer())
    longer = msgspec.structs.replace(trial, limits=Limits(5))
    episode = run_trial(longer, device, cascade=cascade, create_agent=lambda _: Claimer(), resume=True)
    assert episode.decisions[0].criteria == CRITERIA
    assert episode.stop is not None
    assert episode.stop.reason == "done"
    assert len(model.prompts) == 2


def test_the_signal_takes_no_argument() -> None:
    """An argument of the signal is an error."""
    with pytest.raises(BadText, match="takes no argument"):
        criteria_signal("5")
