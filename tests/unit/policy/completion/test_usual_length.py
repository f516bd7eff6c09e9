"""A run that is far shorter than usual is doubted, and marked for review if nobody answers."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from onscreen.agent.claim_verification import VerifyingAgent
from onscreen.policy.cascade import Cascade
from onscreen.policy.completion.usual_length import UsualLength, usual_signal
from onscreen.run.device_factory import make_device
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Trial
from onscreen.stop.completed_reference import is_completed
from onscreen.store.episode_recorder import save_episode
from onscreen.store.review_items import ReviewDecision, read_decisions, read_items
from onscreen.store.reward_log import REWARD_FILE, latest_rewards, load_rewards
from onscreen.store.run_lengths import LENGTHS_FILE, RunLength, add_length, read_lengths
from onscreen.store.run_review import decide
from onscreen.testing.sample_episodes import alarm_episode
from onscreen.types import Action, Ask, Decision, Done, Episode, Outcome, Task, Wait
from onscreen.types.errors import BadText, UsageError

NOBODY = Outcome("no user is attached", failed="NotAllowed")


class Claimer(msgspec.Struct, frozen=True):
    """Agent that claims at once that the task is done."""

    name: str = "claimer"

    def act(self, _episode: Episode) -> Decision:
        """Return the claim."""
        return Decision(Done("the alarm is set"))


def usual(folder: Path, *, steps: int = 10, seconds: float = 60.0, runs: int = 3) -> UsualLength:
    """Store earlier runs of a similar task, and return the signal that knows them."""
    for _ in range(runs):
        add_length(folder, RunLength("Set an alarm at 6:15", steps, seconds))
    signal = usual_signal(str(folder))
    assert isinstance(signal, UsualLength)
    return signal


def finish(signal: UsualLength, *answers: Outcome, folder: Path) -> tuple[list[Action], Episode]:
    """Let the agent claim after the four steps of the alarm, and return its actions and the recorded run."""
    agent, episode, outcomes = VerifyingAgent(Claimer(), (signal,)), alarm_episode("7:30"), iter(answers)
    actions: list[Action] = []
    while not actions or not isinstance(actions[-1], Done):
        decision = agent.act(episode)
        actions.append(decision.action)
        outcome = next(outcomes) if isinstance(decision.action, Ask) else Outcome()
        episode = episode.then(decision, outcome, shot=episode.last)
    episode = msgspec.structs.replace(episode, score=None)
    save_episode(episode, folder / "run")
    signal.learn(episode, folder=str(folder / "run"))
    return actions, episode


def test_a_run_of_the_usual_length_is_not_asked_about(tmp_path: Path) -> None:
    """The claim ends the run, whose length is what is usual from then on."""
    actions, _ = finish(usual(tmp_path, steps=5), folder=tmp_path)
    assert actions == [Done("the alarm is set")]
    assert [each.steps for each in read_lengths(tmp_path)] == [5, 5, 5, 4]
    assert read_items(tmp_path) == ()


@pytest.mark.parametrize(
    ("steps", "seconds", "runs"), [(10, 1.0, 3), (6, 60.0, 3), (10, 60.0, 2), (10, 60.0, 0)]
)
def test_only_far_fewer_steps_and_far_less_time_are_unusual(
    tmp_path: Path, steps: int, seconds: float, runs: int
) -> None:
    """Few steps alone, little time alone, or too few earlier runs raise no doubt."""
    signal = usual(tmp_path, steps=steps, seconds=seconds, runs=runs)
    later = msgspec.structs.replace(RunLength("Set an alarm at 7:30", 4, 2.0))
    assert not signal.find_doubt(later)


def test_a_short_run_that_nobody_confirms_is_marked_for_review(tmp_path: Path) -> None:
    """The agent looks again and asks; without an answer its claim stands, and the run is an item."""
    actions, _ = finish(usual(tmp_path), NOBODY, folder=tmp_path)
    assert [type(action) for action in actions] == [Wait, Ask, Done]
    assert actions[-1] == Done("the alarm is set")
    (item,) = read_items(tmp_path)
    assert (item.kind, item.instruction, item.episode) == ("run", "Set an alarm at 7:30", "run")
    assert "10 steps" in item.reason
    assert read_decisions(tmp_path) == {}
    assert len(read_lengths(tmp_path)) == 3


@pytest.mark.parametrize(("answer", "decision"), [("Yes", "accept"), ("no", "reject")])
def test_the_answer_of_the_user_is_a_decision(tmp_path: Path, answer: str, decision: str) -> None:
    """The answer is stored with who gave it, the run becomes a reference or none, and its reward follows."""
    actions, episode = finish(usual(tmp_path), Outcome(answer), folder=tmp_path)
    assert actions[-1].achieved is (decision == "accept")  # type: ignore[union-attr]
    (stored,) = read_decisions(tmp_path).values()
    assert (stored.decision, bool(stored.by), stored.at > 0) == (decision, True, True)
    assert is_completed(tmp_path / "run", episode) is (decision == "accept")
    (reward,) = load_rewards(tmp_path / REWARD_FILE)
    assert (reward.reward, reward.by) == (1.0 if decision == "accept" else 0.1, stored.by)


def test_a_later_review_changes_what_is_usual_and_the_reward(tmp_path: Path) -> None:
    """After a review accepts the run, runs as short raise no doubt; a rejection replaces its reward."""
    finish(usual(tmp_path), NOBODY, folder=tmp_path)
    (item,) = read_items(tmp_path)
    short = RunLength("Set an alarm at 8:00", 4, 2.0)
    assert usual(tmp_path, runs=0).find_doubt(short)
    decide(tmp_path, item, decision=ReviewDecision(item.id, "accept", "Ada", 1.0))
    assert not usual(tmp_path, runs=0).find_doubt(short)
    decide(tmp_path, item, decision=ReviewDecision(item.id, "reject", "Bo", 2.0))
    assert usual(tmp_path, runs=0).find_doubt(short)
    (reward,) = latest_rewards(load_rewards(tmp_path / REWARD_FILE))
    assert (reward.reward, reward.by) == (0.1, "Bo")


def test_a_run_is_marked_by_the_runner(tmp_path: Path) -> None:
    """`--stop usual:FOLDER` marks an unattended run in its folder."""
    for _ in range(3):
        add_length(tmp_path, RunLength("Fill in the form", 9, 1000.0))
    trial = Trial(
        Task("Fill in the form"),
        str(tmp_path / "run"),
        model="",
        limits=Limits(9),
        signals=(f"usual:{tmp_path}",),
    )
    episode = run_trial(trial, make_device("fake", {}), cascade=Cascade(), create_agent=lambda _: Claimer())
    assert episode.stop is not None
    assert episode.stop.reason == "done"
    assert [item.episode for item in read_items(tmp_path)] == ["run"]


def test_bad_input_is_an_error_before_the_run(tmp_path: Path) -> None:
    """A missing folder, an unknown option and a damaged file are errors that name what is wrong."""
    with pytest.raises(BadText, match="takes a folder"):
        usual_signal("")
    with pytest.raises(BadText, match="invalid options"):
        usual_signal(f"{tmp_path}?half=1")
    (tmp_path / LENGTHS_FILE).write_text("{")
    with pytest.raises(UsageError, match="line 1"):
        usual_signal(str(tmp_path))
