"""Trials that play each task by its oracle, by ending at once, and by its near miss, and their storage."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from onscreen.device.base import Device
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_limit
from onscreen.stop.signal_combination import first_of
from onscreen.types import Done, Episode, Task
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.task_recipe import DONE, Move, TaskRecipe

MAX_STEPS = 60


class Trial(msgspec.Struct, frozen=True):
    """Whether a task's check scored as it must: 1 for the oracle, 0 for no action and for the near miss.

    The near miss must also find all of its targets. `steps` and `why` are the oracle's steps and score,
    `failures` its actions that failed, None if they were not recorded.
    """

    task: str
    seed: int
    oracle: bool
    nothing: bool
    near: bool
    steps: int
    why: str
    failures: tuple[str, ...] | None = None


class TaskSource(msgspec.Struct, frozen=True):
    """Where the tasks of a suite and their recipes come from, by name and seed."""

    task: Callable[[str, int], Task]
    recipe: Callable[[str, int], TaskRecipe]


def play_missing(
    names: Sequence[str], seeds: Sequence[int], *, source: TaskSource, device: Device, stored: Path
) -> Iterator[Trial]:
    """Yield the trials of all tasks and seeds, and store those that had not been played."""
    known = {(each.task, each.seed): each for each in _read_trials(stored)}
    stored.parent.mkdir(parents=True, exist_ok=True)
    with stored.open("ab", buffering=0) as file:
        for name in names:
            for seed in seeds:
                if (name, seed) not in known:
                    trial = _play_all(name, seed, source=source, device=device)
                    file.write(msgspec.json.encode(trial) + b"\n")
                    print(trial, flush=True)
                    known[name, seed] = trial
                yield known[name, seed]


def _play_all(name: str, seed: int, *, source: TaskSource, device: Device) -> Trial:
    """Play a task's solution, no action and its near miss."""
    task, recipe = source.task(name, seed), source.recipe(name, seed)
    oracle, nothing, near = (
        _play(task, moves, device=device) for moves in (recipe.moves, (DONE,), recipe.near_miss)
    )
    last = near.decisions[-1].action
    is_played = isinstance(last, Done) and last.achieved == (recipe.near_miss[-1].action == "done")
    return Trial(
        name,
        seed,
        oracle=_value_of(oracle) == 1,
        nothing=_value_of(nothing) == 0,
        near=_value_of(near) == 0 and is_played and not any(each.failed for each in near.outcomes),
        steps=len(oracle.decisions),
        why=f"{oracle.score} {oracle.stop}",
        failures=tuple(each.message for each in oracle.outcomes if each.failed),
    )


def _play(task: Task, moves: tuple[Move, ...], *, device: Device) -> Episode:
    """Run an oracle with these moves on a task."""
    begun = start_episode(task, device)
    signal = first_of(done_signal(), steps_limit(MAX_STEPS))
    return run_episode(begun, device, agent=Oracle(moves), signal=signal, score=score_task, hooks=RunHooks())


def _value_of(episode: Episode) -> float | None:
    """Return the score of an episode."""
    return episode.score.value if episode.score else None


def _read_trials(path: Path) -> Sequence[Trial]:
    """Read the trials that were played before."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=Trial) for line in lines]
