"""A claim that the task is done is weighed against the evidence before it ends the run."""

from __future__ import annotations

import msgspec
import pytest

from onscreen.agent.claim_verification import VerifyingAgent
from onscreen.policy.completion.completion_classifier import Classifier
from onscreen.policy.completion.completion_signal import CompletionSignal
from onscreen.run.run_setup import with_verification
from onscreen.stop.completed_reference import make_reference
from onscreen.stop.done_signal import done
from onscreen.testing.sample_episodes import ALARM_STEPS, alarm_episode
from onscreen.types import Action, Ask, Back, Decision, Done, Episode, Outcome, Wait

BY_ACTIONS = Classifier(("exact_actions",), (12.0,), -9.0, (0.0,), (1.0,))
CLAIM = Done("the alarm is set")
REFERENCES = (make_reference(alarm_episode("6:15", started_at=1.0), origin="run at 6:15"),)


class Claimer(msgspec.Struct, frozen=True):
    """Agent that always takes the same action."""

    action: Action = CLAIM
    name: str = "claimer"

    def act(self, _episode: Episode) -> Decision:
        """Return the action."""
        return Decision(self.action)


def verify(
    episode: Episode, *outcomes: Outcome, action: Action = CLAIM, unsure: bool = False
) -> list[Action]:
    """Return the actions of a verified agent; each outcome is that of one more step."""
    classifier = BY_ACTIONS
    if unsure:
        classifier = msgspec.structs.replace(classifier, finished_from=2.0, unfinished_below=0.0)
    agent = VerifyingAgent(Claimer(action), (CompletionSignal(REFERENCES, classifier),))
    actions = []
    for outcome in (*outcomes, Outcome()):
        decision = agent.act(episode)
        actions.append(decision.action)
        episode = episode.then(decision, outcome, shot=episode.last)
    return actions


def test_supported_claim_is_accepted() -> None:
    """A claim on the finished screen ends the run at once, with the agent's answer."""
    assert verify(alarm_episode("7:30", started_at=9.0)) == [Done("the alarm is set")]


def test_unsupported_claim_is_looked_at_then_asked_about() -> None:
    """A claim on an unfinished screen leads to a second look, a question, and with "no" to giving up."""
    unfinished = alarm_episode("7:30", steps=2, started_at=9.0)
    look, question, end = verify(unfinished, Outcome(), Outcome("no"))
    assert isinstance(look, Wait)
    assert isinstance(question, Ask)
    assert "probability" in question.question
    assert isinstance(end, Done)
    assert not end.achieved


def test_users_word_decides() -> None:
    """If the user confirms that the task is done, the claim is accepted."""
    unfinished = alarm_episode("7:30", steps=2, started_at=9.0)
    assert verify(unfinished, Outcome(), Outcome(" Yes "))[-1] == Done("the alarm is set")


@pytest.mark.parametrize(("steps", "is_accepted"), [(2, False), (ALARM_STEPS, True)])
def test_without_a_user_the_more_probable_answer_counts(steps: int, is_accepted: bool) -> None:
    """Nobody answers: an unlikely claim ends as not done, a likely but unsure one is accepted."""
    nobody = Outcome("no user is attached", failed="NotAllowed")
    episode = alarm_episode("7:30", steps=steps, started_at=9.0)
    end = verify(episode, Outcome(), nobody, unsure=True)[-1]
    assert isinstance(end, Done)
    assert end.achieved is is_accepted


def test_work_after_a_doubt_starts_the_verification_again() -> None:
    """A claim after further actions is looked at again before the user is asked."""
    agent = VerifyingAgent(Claimer(), (CompletionSignal(REFERENCES, BY_ACTIONS),))
    episode = alarm_episode("7:30", steps=2, started_at=9.0)
    episode = episode.then(agent.act(episode), Outcome(), shot=episode.last)
    episode = episode.then(Decision(Back()), Outcome(), shot=episode.shots[0])
    assert isinstance(agent.act(episode).action, Wait)


def test_other_decisions_pass_unchanged() -> None:
    """Other actions, reports that a task is not done, and runs without the signal are unchanged."""
    episode = alarm_episode("7:30", steps=2, started_at=9.0)
    assert verify(episode, action=Back()) == [Back()]
    assert verify(episode, action=Done("no", achieved=False)) == [Done("no", achieved=False)]
    agent = Claimer()
    assert with_verification(agent, (done,)) is agent
    signal = CompletionSignal(REFERENCES, BY_ACTIONS)
    assert with_verification(agent, (done, signal)).name == "claimer"
