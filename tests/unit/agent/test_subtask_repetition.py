"""A subtask that does not look completed is done again, at most as often as configured."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from onscreen.agent.default import Planner
from onscreen.agent.subtask_repetition import RepeatingAgent, with_repetition
from onscreen.stop.comparison_schedule import Comparisons, is_due
from onscreen.stop.completed_reference import find_references, make_reference
from onscreen.stop.signal_combination import make_signal
from onscreen.stop.similarity_signal import SimilaritySignal
from onscreen.store.episode_recorder import save_episode
from onscreen.testing.sample_episodes import make_shot
from onscreen.types import (
    Action,
    Click,
    Done,
    Element,
    Episode,
    Outcome,
    Proposal,
    Score,
    Shot,
    Situation,
    Stop,
    Subtask,
    Task,
)
from onscreen.types.errors import BadText

LIST, FORM, SAVED = make_shot(0, "Add"), make_shot(1, "Save"), make_shot(2, "Alarm 7:30")
SUBTASKS = (Subtask("Open the form"), Subtask("Save the alarm"))


class Buttons(msgspec.Struct, frozen=True):
    """Policy that plans two subtasks, does each by a click on the button, and then ends the run."""

    name: str = "buttons"
    min_confidence: float = 0.5

    def __call__(self, situation: Situation) -> Proposal | None:
        """Propose the plan, the click or nothing."""
        if situation.stage == "plan":
            return Proposal(self.name, plan=SUBTASKS)
        if situation.stage == "act" and situation.screen.elements:
            return Proposal(self.name, actions=(Click(situation.screen.elements[0]),), finished=True)
        return None


def play(*after: Shot, folder: Path | None = None, options: str = "redo=1") -> Episode:
    """Return the run of the agent, with the screens that follow its actions; the last one stays."""
    agent = Planner(Buttons())
    signals = (make_signal(f"similar:tree:{folder}?{options}"),) if folder else ()
    repeating = with_repetition(agent, signals)
    episode, screens = Episode(Task("Set an alarm"), (LIST,), started_at=float(len(after))), list(after)
    while not episode.decisions or not isinstance(episode.decisions[-1].action, Done):
        decision = repeating.act(episode)
        is_done = isinstance(decision.action, Done)
        shot = episode.last if is_done or not screens else screens.pop(0)
        episode = episode.then(decision, Outcome(), shot=shot)
    return msgspec.structs.replace(episode, stop=Stop("done"), score=Score(1.0))


def clicked(episode: Episode) -> list[str]:
    """Return the names of the clicked buttons."""
    targets = (getattr(decision.action, "target", None) for decision in episode.decisions)
    return [target.name for target in targets if isinstance(target, Element)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with one completed run."""
    save_episode(play(FORM, SAVED), tmp_path / "run")
    return tmp_path


def test_a_subtask_that_looks_completed_is_not_repeated(folder: Path) -> None:
    """The run takes the same steps as without the signal."""
    assert clicked(play(FORM, SAVED, SAVED, folder=folder)) == ["Add", "Save"]


def test_a_subtask_with_a_low_index_is_done_again(folder: Path) -> None:
    """The first click is lost: it is repeated from the state before, with the index as the reason."""
    episode = play(LIST, FORM, SAVED, folder=folder)
    assert clicked(episode) == ["Add", "Add", "Save"]
    (doubt,) = episode.decisions[1].contradictions
    assert doubt.kind == "unfinished subtask"
    assert "not completed: similarity index 0.000" in doubt.text
    assert str(folder / "run") in doubt.text


@pytest.mark.parametrize(("redo", "clicks"), [(0, 2), (1, 4), (2, 6)])
def test_repetitions_are_limited(folder: Path, redo: int, clicks: int) -> None:
    """Each of the two subtasks is repeated at most `redo` times; then the run continues and ends."""
    assert len(clicked(play(LIST, folder=folder, options=f"redo={redo}"))) == clicks


def test_a_claim_opens_the_last_subtask(folder: Path) -> None:
    """A claim on a screen unlike the finished task is replaced by a repetition of the last subtask."""
    signal = make_signal(f"similar:tree:{folder}?redo=1")
    assert isinstance(signal, SimilaritySignal)
    without = SimilaritySignal(signal.references, signal._comparison, options=signal.options)
    agent, episode = RepeatingAgent(Planner(Buttons()), without), Episode(Task("Set an alarm"), (LIST,))
    actions: list[Action] = []
    for shot in (FORM, make_shot(3, "Save"), SAVED, SAVED):
        actions.append((decision := agent.act(episode)).action)
        episode = episode.then(decision, Outcome(), shot=shot)
    assert clicked(episode) == ["Add", "Save", "Save"]
    assert isinstance(actions[-1], Done)


def test_without_a_recorded_subtask_nothing_is_repeated(folder: Path) -> None:
    """Runs of other tasks and other applications say nothing about a subtask."""
    shots = [msgspec.structs.replace(shot, app="other") for shot in (LIST, FORM, SAVED)]
    signal = make_signal(f"similar:tree:{folder}?redo=1")
    assert isinstance(signal, SimilaritySignal)
    other = Episode(Task("Set an alarm"), (shots[0],))
    assert signal.assess_subtask(other, "Open the form").raw is None


@pytest.mark.parametrize(
    ("compare", "importance", "expected"),
    [
        ("steps", 0.5, [True, True, True]),
        ("subtasks", 0.5, [False, True, True]),
        ("end", 0.5, [False, False, True]),
        ("auto", 0.9, [False, True, True]),
        ("auto", 0.1, [False, False, True]),
    ],
)
def test_comparisons_are_scheduled(compare: Comparisons, importance: float, expected: list[bool]) -> None:
    """Compared is every step, every completed subtask, or the end; `auto` depends on the importance."""
    episode = play(FORM, SAVED)
    unfinished = episode.so_far(1)
    plan = msgspec.structs.replace(unfinished.decisions[0].plan, finished=False)
    decision = msgspec.structs.replace(unfinished.decisions[0], plan=plan)
    states = (msgspec.structs.replace(unfinished, decisions=(decision,)), unfinished, episode)
    matches = find_references((make_reference(play(SAVED, FORM, SAVED), origin="run"),), episode)
    assert matches
    due = [is_due(state, matches, compare=compare, importance=importance) for state in states]
    assert due == expected


def test_unknown_options_are_errors(folder: Path) -> None:
    """A negative number of repetitions and an unknown schedule are errors before the run."""
    for options in ("redo=-1", "compare=sometimes"):
        with pytest.raises(BadText, match="invalid options"):
            make_signal(f"similar:{folder}?{options}")
