"""AndroidWorld's own code scores the scripted solutions of its tasks 1, and doing nothing 0."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing

import msgspec
import pytest

from onscreen.device.base import Device
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_signal
from onscreen.stop.signal_combination import first_of
from onscreen.types import Start
from onscreen.types.errors import DeviceError
from onscreen_practice.androidworld.androidworld_device import PARAMETERS, SCORE, androidworld_device
from onscreen_practice.androidworld.androidworld_suite import androidworld
from onscreen_practice.androidworld.installation import INSTALL_HINT, find_installation
from onscreen_practice.androidworld.task_client import Parameters
from onscreen_practice.androidworld.task_names import ALL_NAMES
from onscreen_practice.androidworld.task_solutions import find_solution
from onscreen_practice.recipe_oracle import Oracle
from task_sample import sample_tasks

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not find_installation().is_complete, reason=f"AndroidWorld is not installed; {INSTALL_HINT}"
    ),
]

SEED = 1


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    """A phone prepared by AndroidWorld."""
    with closing(androidworld_device({})) as opened:
        yield opened


@pytest.mark.parametrize("name", sample_tasks(ALL_NAMES, every=5))
def test_solution_scores_one_and_nothing_zero(name: str, device: Device) -> None:
    """The moves of a task score 1; without them, it scores 0."""
    task = androidworld().task(name, SEED)
    untouched = start_episode(task, device)
    assert score_task(untouched, device).value == 0
    moves = find_solution(name, msgspec.json.decode(device.read(PARAMETERS), type=Parameters))
    signal = first_of(done_signal(), steps_signal("40"))
    initial = start_episode(task, device)
    assert initial.task.instruction == untouched.task.instruction
    episode = run_episode(
        initial, device, agent=Oracle(moves), signal=signal, score=score_task, hooks=RunHooks()
    )
    assert episode.score is not None
    assert episode.score.value == 1, episode.score


def test_wrong_message_scores_zero(device: Device) -> None:
    """A message with another text, or to another number, does not solve the task."""
    task = androidworld().task("SimpleSmsSend", SEED)
    start_episode(task, device)
    parameters = msgspec.json.decode(device.read(PARAMETERS), type=Parameters)
    for change in ({"message": "something else entirely"}, {"number": "+15550000000"}):
        initial = start_episode(task, device)
        moves = find_solution("SimpleSmsSend", {**parameters, **change})
        run_episode(
            initial, device, agent=Oracle(moves), signal=done_signal(), score=score_task, hooks=RunHooks()
        )
        assert json.loads(device.read(SCORE)) == 0


def test_unknown_task_is_reported(device: Device) -> None:
    """A start script with another form, or an unknown task, is an error that says what was expected."""
    with pytest.raises(DeviceError, match="androidworld start TASK SEED"):
        device.start(Start(script="practice reset 1"))
    with pytest.raises(DeviceError, match="KeyError: 'NoTask'"):
        device.start(Start(script="androidworld start NoTask 1"))
