"""Each task of the phone scores 1 for its oracle, and 0 for doing nothing or a side effect."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from random import Random

import pytest

from onscreen.device.base import Device
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.types import Episode
from onscreen_practice.phone_suite.phone_device import practice_phone
from onscreen_practice.phone_suite.phone_suite import GROUPS, TASKS, phone, recipe
from onscreen_practice.phone_suite.random_side_effects import make_side_effects, meets, score_side_effects
from onscreen_practice.recipe_oracle import Oracle, count_responses
from onscreen_practice.state.value_patterns import States
from onscreen_practice.task_export import run_task_oracle
from onscreen_practice.task_recipe import DONE, Move
from task_sample import sample_tasks

pytestmark = pytest.mark.browser

SEED = 1
SAMPLE = (*sample_tasks(TASKS, every=15), *sample_tasks(GROUPS["hard"], every=40))
OTHER_SAMPLE = (
    *sample_tasks(TASKS, every=15, first=5),
    *sample_tasks(GROUPS["hard"], every=20, first=10),
)


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    """Yield a practice phone behind adb; its pictures are small, as no test looks at them."""
    with closing(practice_phone({"size": "540x1200", "density": 200})) as opened:
        yield opened


def describe(episode: Episode) -> str:
    """Return the instruction, actions, outcomes and score of a run, for a failure message."""
    lines = [f"{d.action} -> {o}" for d, o in zip(episode.decisions, episode.outcomes, strict=True)]
    return "\n".join([episode.task.instruction, *lines, str(episode.score)])


def play(name: str, moves: tuple[Move, ...], *, on: Device) -> Episode:
    """Run these moves on the task."""
    started = start_episode(phone().task(name, SEED), on)
    hooks = RunHooks()
    return run_episode(started, on, agent=Oracle(moves), signal=done_signal(), score=score_task, hooks=hooks)


@pytest.mark.parametrize("name", SAMPLE)
def test_oracle_scores_one_and_near_misses_zero(name: str, device: Device) -> None:
    """The moves of a task score 1; a side effect, one wrong detail, or a wrong answer scores 0."""
    task = recipe(name, SEED)
    episode = run_task_oracle(phone(), name, seed=SEED, device=device)
    assert episode.score is not None
    assert episode.score.value == 1, describe(episode)
    assert count_responses(episode) == sum(move.response for move in task.moves)
    states = States(*json.loads(device.read("practice eval '[begin, s]'")))
    effects = make_side_effects(states.after, name.partition("-")[0], rng=Random(name))  # noqa: S311  reproducible
    assert meets(task.check, states)
    assert score_side_effects(task.check, effects, states=states).undetected == ()
    assert task.spoil or task.near_miss
    if task.spoil:
        device.read(task.spoil)
        spoiled = score_task(episode, device)
        assert spoiled.value == 0, f"{task.spoil} is not noticed: {spoiled}"
    if task.near_miss:
        near = play(name, task.near_miss, on=device)
        assert near.score is not None
        assert near.score.value == 0, describe(near)


@pytest.mark.parametrize("name", OTHER_SAMPLE)
def test_doing_nothing_scores_zero(name: str, device: Device) -> None:
    """Finishing at once scores 0."""
    episode = play(name, (DONE,), on=device)
    assert episode.score is not None
    assert episode.score.value == 0, describe(episode)
