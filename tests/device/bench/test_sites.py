"""Each task of the practice sites is solvable, and neither doing nothing nor a near miss passes its check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from onscreen.device.base import Device
from onscreen.device.web import web
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_signal
from onscreen.stop.signal_combination import first_of
from onscreen.types import Episode
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.site_suite.site_suite import TASKS, recipe, sites
from onscreen_practice.task_recipe import DONE, Move
from task_sample import sample_tasks

pytestmark = pytest.mark.browser

SEED = 1


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    """A browser that serves the practice sites."""
    with closing(web(sites().device_settings)) as opened:
        yield opened


def play(name: str, moves: tuple[Move, ...], *, on: Device) -> Episode:
    """Run an oracle with these moves on the task."""
    initial = start_episode(sites().task(name, SEED), on)
    signal = first_of(done_signal(), steps_signal("60"))
    return run_episode(initial, on, agent=Oracle(moves), signal=signal, score=score_task, hooks=RunHooks())


def format_run(episode: Episode) -> str:
    """Format the course of a run for the message of a failed test."""
    lines = [f"{d.action} -> {o}" for d, o in zip(episode.decisions, episode.outcomes, strict=True)]
    return "\n".join([*lines, str(episode.score)])


@pytest.mark.parametrize("name", sample_tasks(TASKS, every=4))
def test_oracle_solves_the_task(name: str, device: Device) -> None:
    """The moves of a task, played on the real pages, score 1."""
    episode = play(name, recipe(name, SEED).moves, on=device)
    assert episode.score is not None
    assert episode.score.value == 1, format_run(episode)


@pytest.mark.parametrize("name", sample_tasks(TASKS, every=4, first=2))
def test_nothing_and_near_misses_score_zero(name: str, device: Device) -> None:
    """Ending at once scores 0, and so do near-miss moves."""
    for moves in ((DONE,), recipe(name, SEED).near_miss):
        episode = play(name, moves, on=device)
        assert episode.score is not None
        assert episode.score.value == 0, format_run(episode)
        assert not _is_target_missing(episode), format_run(episode)


def _is_target_missing(episode: Episode) -> bool:
    last = episode.decisions[-1].action
    return getattr(last, "answer", "").startswith("there is no ")
