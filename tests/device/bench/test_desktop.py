"""Each task on the desktop is solvable; doing nothing and a near miss fail its check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from onscreen.device.base import Device
from onscreen.device.linux import linux
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_signal
from onscreen.stop.signal_combination import first_of
from onscreen.types import Episode
from onscreen.types.errors import MissingExtra
from onscreen_practice.desktop_suite.desktop_suite import TASKS, desktop, missing_programs, recipe
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.task_recipe import DONE, Move
from task_sample import plays_all_tasks

SEED = 1
PLAYED = ("mousepad-append", "chain-zim-thunar")
SAMPLE = tuple(TASKS) if plays_all_tasks() else PLAYED


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    """Yield the device, which gives each task a desktop of its own."""
    with closing(linux({})) as opened:
        yield opened


def play(name: str, moves: tuple[Move, ...], *, on: Device) -> Episode:
    """Run an oracle with these moves on the task."""
    initial = start_episode(desktop().task(name, SEED), on)
    signal = first_of(done_signal(), steps_signal("60"))
    return run_episode(initial, on, agent=Oracle(moves), signal=signal, score=score_task, hooks=RunHooks())


def describe(episode: Episode) -> str:
    """Return the actions, outcomes and score of a run, for a failure message."""
    lines = [f"{d.action} -> {o}" for d, o in zip(episode.decisions, episode.outcomes, strict=True)]
    return "\n".join([episode.task.instruction, *lines, str(episode.score)])


@pytest.mark.parametrize("name", SAMPLE)
def test_moves_score_one_and_others_zero(name: str, device: Device) -> None:
    """The moves score 1; a near miss, doing nothing and leaving out any application score 0."""
    if missing := missing_programs([name]):
        pytest.skip(f"needs: apt-get install {' '.join(missing)}")
    task = recipe(name, SEED)
    zeros = dict.fromkeys((task.near_miss, *task.omissions.values(), (DONE,)))
    for moves, expected in ((task.moves, 1), *((each, 0) for each in zeros)):
        episode = play(name, moves, on=device)
        assert episode.score is not None
        assert episode.score.value == expected, describe(episode)


def test_missing_programs_are_named_before_the_first_task(monkeypatch: pytest.MonkeyPatch) -> None:
    """A suite whose programs are not installed says which Debian packages to install."""
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MissingExtra, match=r"apt-get install .*kate.*libreoffice-calc"):
        desktop().require_installed(["kate-write", "calc-table"])
