"""Each task of the phone can be done through adb, is not done by doing nothing, nor with a detail wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from shlex import quote

import pytest

from onscreen.device.base import Device
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.types import Episode
from onscreen_practice.phone_suite.phone_device import practice_phone
from onscreen_practice.phone_suite.phone_suite import TASKS, phone, recipe
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.task_export import run_task_oracle
from onscreen_practice.task_recipe import DONE, Move

pytestmark = pytest.mark.browser

SEED = 1


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    """A practice phone behind adb, its pictures a quarter as large, as pictures are not looked at here."""
    with closing(practice_phone({"size": "540x1200", "density": 200})) as opened:
        yield opened


def told(episode: Episode) -> str:
    """Say how the run went, for a test that fails."""
    lines = [f"{d.action} -> {o}" for d, o in zip(episode.decisions, episode.outcomes, strict=True)]
    return "\n".join([episode.task.instruction, *lines, str(episode.score)])


def play(name: str, moves: tuple[Move, ...], *, on: Device) -> Episode:
    """Run these moves on the task."""
    begun = start_episode(phone().task(name, SEED), on)
    hooks = RunHooks()
    return run_episode(begun, on, agent=Oracle(moves), signal=done_signal(), score=score_task, hooks=hooks)


@pytest.mark.parametrize("name", TASKS)
def test_oracle_does_it_and_one_wrong_detail_undoes_it(name: str, device: Device) -> None:
    """The moves of a task score 1; the same state with one detail wrong, or a wrong answer, scores 0."""
    made = recipe(name, SEED)
    episode = run_task_oracle(phone(), name, seed=SEED, device=device)
    assert episode.score is not None
    assert episode.score.value == 1, told(episode)
    assert made.spoil or made.near
    if made.spoil:
        device.read(f"practice alter {quote(made.spoil)}")
        spoiled = score_task(episode, device)
        assert spoiled.value == 0, f"{made.spoil} goes unnoticed: {spoiled}"
    if made.near:
        near = play(name, made.near, on=device)
        assert near.score is not None
        assert near.score.value == 0, told(near)


@pytest.mark.parametrize("name", TASKS)
def test_doing_nothing_scores_zero(name: str, device: Device) -> None:
    """Ending at once scores 0."""
    episode = play(name, (DONE,), on=device)
    assert episode.score is not None
    assert episode.score.value == 0, told(episode)
