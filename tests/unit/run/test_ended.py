"""Runs that the environment ends: what the last step says and how the run ended."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from onscreen.cli.progress import Progress
from onscreen.perceive.screen_change import past_steps
from onscreen.perceive.step_description import describe_step
from onscreen.policy.cascade import Cascade
from onscreen.report.episode_page import episode_page
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done
from onscreen.types import Action, Episode, Start, Task
from practice_world import Adder, Counter, Mute

pytestmark = pytest.mark.usefixtures("practice")


class EndingCounter(Counter):
    """A counter that ends the episode with the first action, which changes nothing on the screen."""

    def __init__(self) -> None:
        super().__init__({})
        self.is_over = False

    def perform(self, action: Action) -> str:
        """End the episode."""
        del action
        self.is_over = True
        return ""

    def read(self, expression: str) -> str:
        """Return whether the episode has ended."""
        del expression
        return "true" if self.is_over else "false"


@pytest.fixture
def ended() -> tuple[Episode, str]:
    """Return an episode that its environment ended, and what the terminal showed."""
    terminal = io.StringIO()
    device, task = EndingCounter(), Task("count to 3", start=Start("counter:0"), over="window.isOver()")
    hooks = RunHooks(Progress(Console(file=terminal, width=200)))
    episode = run_episode(
        start_episode(task, device),
        device,
        agent=Adder(Cascade(model=Mute(""))),
        signal=done,
        score=score_task,
        hooks=hooks,
    )
    return episode, terminal.getvalue()


def test_the_last_action_ended_the_episode(ended: tuple[Episode, str]) -> None:
    """A click that solves the task is not described as one that changed nothing."""
    episode, shown = ended
    assert [describe_step(step) for step in past_steps(episode)] == ['clicked "add": the episode ended']
    for text in (shown, episode_page(episode)):
        assert "nothing changed" not in text
        assert "the episode ended" in text


def test_the_stop_is_explained_without_code(ended: tuple[Episode, str]) -> None:
    """The reason for the stop is in words; the expression of the task is not part of it."""
    episode, shown = ended
    assert episode.stop is not None
    assert episode.stop.by_environment
    assert episode.stop.evidence == "the environment ended the episode"
    assert "isOver" not in shown
