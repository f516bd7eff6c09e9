"""Each task on several devices is solvable; leaving out an application or doing nothing fails its check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from onscreen.device.base import Device
from onscreen.device.combined_device import many as make_device
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_signal
from onscreen.stop.signal_combination import first_of
from onscreen.types import Episode
from onscreen_practice.desktop_suite.chain_tasks import CHAIN_GROUPS, CHAIN_NAMES
from onscreen_practice.many_suite.many_suite import CHAINS, GROUPS, many, missing_programs, recipe
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.task_recipe import DONE, Move
from task_sample import plays_all_tasks

SEED = 1
SAMPLE = tuple(CHAINS) if plays_all_tasks() else ("across-wiki-mousepad",)


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    """Yield the device of the suite: a desktop, the practice sites and the practice phone."""
    with closing(make_device(many().device_settings)) as opened:
        yield opened


def play(name: str, moves: tuple[Move, ...], *, on: Device) -> Episode:
    """Run an oracle with these moves on the task."""
    initial = start_episode(many().task(name, SEED), on)
    signal = first_of(done_signal(), steps_signal("90"))
    return run_episode(initial, on, agent=Oracle(moves), signal=signal, score=score_task, hooks=RunHooks())


@pytest.mark.browser
@pytest.mark.parametrize("name", SAMPLE)
def test_moves_score_one_and_others_zero(name: str, device: Device) -> None:
    """The moves of a task score 1; leaving out any application and doing nothing score 0."""
    if missing := missing_programs([name]):
        pytest.skip(f"needs: apt-get install {' '.join(missing)}")
    task = recipe(name, SEED)
    zeros = dict.fromkeys((*task.omissions.values(), (DONE,)))
    for moves, expected in ((task.moves, 1), *((each, 0) for each in zeros)):
        episode = play(name, moves, on=device)
        assert episode.score is not None
        outcomes = [f"{d.action} -> {o}" for d, o in zip(episode.decisions, episode.outcomes, strict=True)]
        assert episode.score.value == expected, "\n".join([task.instruction, *outcomes, str(episode.score)])


def test_forty_tasks_use_two_to_six_applications() -> None:
    """There are 40 tasks, in each number of applications, level and position of the hard application."""
    assert len(CHAIN_NAMES) + len(CHAINS) == 40
    kinds = {"two", "three", "four", "five", "six", "easy", "medium", "hard"}
    kinds |= {"hard-first", "hard-middle", "hard-last"}
    assert set(CHAIN_GROUPS) == kinds
    assert set(GROUPS) - {"all"} <= kinds
    sizes = sorted({len(programs) for programs in (*CHAIN_NAMES.values(), *CHAINS.values())})
    assert sizes == [2, 3, 4, 5, 6]
