"""Each task of the practice sites can be done, is not done by doing nothing, and not by nearly doing it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from onscreen.device.base import Device
from onscreen.device.web import web
from onscreen.run.episode_loop import RunHooks, begin, run_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.combination import first_of
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_signal
from onscreen.types import Episode
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.site_suite.site_suite import TASKS, recipe, sites
from onscreen_practice.task_recipe import DONE, Move

pytestmark = pytest.mark.browser

SEED = 1


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    """A browser that serves the practice sites."""
    with closing(web(sites().device_settings)) as opened:
        yield opened


def play(name: str, moves: tuple[Move, ...], *, on: Device) -> Episode:
    """Run the oracle of these moves on the task."""
    begun = begin(sites().task(name, SEED), on)
    signal = first_of(done_signal(), steps_signal("60"))
    return run_episode(begun, on, agent=Oracle(moves), signal=signal, score=score_task, hooks=RunHooks())


def told(episode: Episode) -> str:
    """Say how the run went, for a test that fails."""
    lines = [f"{d.action} -> {o}" for d, o in zip(episode.decisions, episode.outcomes, strict=True)]
    return "\n".join([*lines, str(episode.score)])


@pytest.mark.parametrize("name", TASKS)
def test_oracle_does_it(name: str, device: Device) -> None:
    """The moves of a task, played on the real pages, score 1."""
    episode = play(name, recipe(name, SEED).moves, on=device)
    assert episode.score is not None
    assert episode.score.value == 1, told(episode)


@pytest.mark.parametrize("name", TASKS)
def test_nothing_and_near_misses_score_zero(name: str, device: Device) -> None:
    """Ending at once scores 0, and so do moves that nearly do the task."""
    for moves in ((DONE,), recipe(name, SEED).near_miss):
        episode = play(name, moves, on=device)
        assert episode.score is not None
        assert episode.score.value == 0, told(episode)
        assert not _lost(episode), told(episode)


def _lost(episode: Episode) -> bool:
    last = episode.decisions[-1].action
    return getattr(last, "answer", "").startswith("there is no ")
