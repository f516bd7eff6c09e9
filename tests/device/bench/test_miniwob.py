"""The pages of MiniWoB++ start, seed and score themselves in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from onscreen.device.base import Device
from onscreen.device.web import web
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.types import Episode
from onscreen_practice.miniwob.miniwob_suite import miniwob
from onscreen_practice.miniwob.task_names import ALL
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.task_recipe import DONE, Move, click, type_text
from task_sample import sample_tasks

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    """A browser that serves the package's pages and loads each page only once, for fast starts."""
    with closing(web({**miniwob().device_settings, "reuse_page": True})) as opened:
        yield opened


def play(name: str, seed: int, *, on: Device, moves: tuple[Move, ...] = (DONE,)) -> Episode:
    """Run these moves on a task."""
    initial = start_episode(miniwob().task(name, seed), on)
    return run_episode(
        initial, on, agent=Oracle(moves), signal=done_signal(), score=score_task, hooks=RunHooks()
    )


@pytest.mark.parametrize("name", sample_tasks(ALL, every=3))
def test_task_is_deterministic_and_scores_zero_untouched(name: str, device: Device) -> None:
    """A task gives the same instruction for the same seed, and doing nothing scores 0."""
    first, other, repeated = (play(name, seed, on=device) for seed in (0, 1, 0))
    assert first.task.instruction.strip()
    assert first.task.instruction == repeated.task.instruction
    assert [n.name for n in first.last.nodes] == [
        n.name for n in repeated.last.nodes
    ] or name in TIME_DEPENDENT
    assert other.task.instruction.strip()
    for episode in (first, repeated, other):
        assert episode.score is not None
        assert episode.score.value == 0, episode.score


TIME_DEPENDENT = frozenset({"stock-market", "terminal"})
"""Pages that change by themselves over time."""


def test_end_of_page_episode_ends_the_run(device: Device) -> None:
    """The right click ends the page's episode, which ends the run with a score of 1."""
    wanted = start_episode(miniwob().task("click-button", 0), device).task.instruction.split('"')[1]
    episode = play("click-button", 0, on=device, moves=(click("button", wanted), DONE))
    assert (episode.stop and episode.stop.reason, len(episode.decisions)) == ("done", 1)
    assert episode.stop
    assert "the environment ended the episode" in episode.stop.evidence
    assert episode.score
    assert episode.score.value == 1


def test_wrong_click_scores_zero(device: Device) -> None:
    """A wrong click ends the page's episode without a reward."""
    initial = start_episode(miniwob().task("click-button", 0), device)
    wanted = initial.task.instruction.split('"')[1]
    other = next(n.name for n in initial.last.nodes if n.role == "button" and n.name != wanted)
    episode = play("click-button", 0, on=device, moves=(click("button", other),))
    assert episode.score
    assert episode.score.value == 0


def test_structured_instructions_are_read_as_text(device: Device) -> None:
    """Instructions with structured fields are read as their text."""
    assert "{" not in play("email-inbox-forward-nl-turk", 0, on=device).task.instruction


def test_typed_text_is_rewarded(device: Device) -> None:
    """Typing the requested text into the field is rewarded by the page."""
    wanted = start_episode(miniwob().task("enter-text", 2), device).task.instruction.split('"')[1]
    moves = (type_text("", wanted), click("button", "Submit"))
    episode = play("enter-text", 2, on=device, moves=moves)
    assert episode.score
    assert episode.score.value == 1
