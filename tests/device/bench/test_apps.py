"""Each task in a real web application is solvable; doing nothing and a near miss fail its check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from onscreen.device.base import Device
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_signal
from onscreen.stop.signal_combination import first_of
from onscreen.types import Done, Episode
from onscreen_practice.apps.application_table import find_application
from onscreen_practice.apps.apps_device import apps
from onscreen_practice.apps.apps_suite import TASKS, TASKS_BY_GROUP, AppsSuite, recipe
from onscreen_practice.apps.installation import installation_of
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.task_recipe import DONE, Move
from task_sample import plays_all_tasks, sample_tasks

pytestmark = pytest.mark.browser

SEED = 1
PLAYED = TASKS if plays_all_tasks() else TASKS_BY_GROUP["roundup"]
"""The tasks of the application that `make test` installs, or all."""


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    """A browser with the applications."""
    with closing(apps({})) as opened:
        yield opened


def play(name: str, moves: tuple[Move, ...], *, on: Device) -> Episode:
    """Run an oracle with these moves on the task, or skip the test if an application is missing."""
    for application in recipe(name, SEED).applications:
        if not installation_of(find_application(application)).is_current:
            pytest.skip(f"needs: onscreen apps install {application}")
    initial = start_episode(AppsSuite().task(name, SEED), on)
    signal = first_of(done_signal(), steps_signal("60"))
    return run_episode(initial, on, agent=Oracle(moves), signal=signal, score=score_task, hooks=RunHooks())


@pytest.mark.parametrize("name", sample_tasks(PLAYED, every=3))
def test_oracle_solves_the_task(name: str, device: Device) -> None:
    """The moves of a task, played in the real application, score 1."""
    episode = play(name, recipe(name, SEED).moves, on=device)
    assert episode.score is not None
    assert episode.score.value == 1, episode.score


@pytest.mark.parametrize("name", sample_tasks(PLAYED, every=3, first=1))
def test_nothing_and_near_misses_score_zero(name: str, device: Device) -> None:
    """Ending at once scores 0, and so do near-miss moves, all of which find their targets."""
    for moves in ((DONE,), recipe(name, SEED).near_miss):
        episode = play(name, moves, on=device)
        assert episode.score is not None
        assert episode.score.value == 0, episode.score
        assert not any(outcome.failed for outcome in episode.outcomes), episode.outcomes
        last = episode.decisions[-1].action
        assert isinstance(last, Done)
        assert last.achieved, last
