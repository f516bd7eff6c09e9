"""The harder tasks of the phone without a phone: their number, length, wording and checks."""

from __future__ import annotations

import warnings
from random import Random

import msgspec
import pytest
from finished_state import finished_state
from hypothesis.errors import NonInteractiveExampleWarning

from onscreen.score.check_serialization import parse_check, show_check
from onscreen.types import AllOf, Refused
from onscreen_practice.phone.initial_phone_state import build_phone_state
from onscreen_practice.phone_suite.phone_suite import GROUPS, TASKS, phone, recipe
from onscreen_practice.phone_suite.random_side_effects import make_side_effects, meets, score_side_effects
from onscreen_practice.state.state_path import Json
from onscreen_practice.state.value_patterns import States
from onscreen_practice.task_recipe import TaskRecipe
from task_sample import plays_all_tasks, sample_tasks

SEEDS = range(4 if plays_all_tasks() else 2)
MIN_PERSON_STEPS, MAX_PERSON_STEPS = 20, 60
MIN_APPLICATIONS = 3


def start(seed: int) -> Json:
    """Return the state of a phone as JSON."""
    state: Json = msgspec.json.decode(msgspec.json.encode(build_phone_state(seed)))
    return state


def seeded(text: str) -> Random:
    """Return a random generator for a text."""
    return Random(text)  # noqa: S311  reproducible, not a secret


def finish(task: TaskRecipe, before: Json) -> Json:
    """Return a state in which a task is finished."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NonInteractiveExampleWarning)
        return finished_state(task.check, before)


def opened_applications(task: TaskRecipe) -> set[str]:
    """Return the names of the applications that the moves of a task open."""
    pairs = zip(task.moves, task.moves[1:], strict=False)
    from_home = {after.name for before, after in pairs if before.action == "home" and after.action == "click"}
    return {move.text for move in task.moves if move.action == "open"} | from_home


def test_numbers() -> None:
    """There are 40 long tasks, 20 to refuse and 20 with interruptions, in addition to the 222 others."""
    assert [len(GROUPS[name]) for name in ("long", "refused", "interrupted", "basic")] == [40, 20, 20, 222]
    assert set(GROUPS["all"]) == {*TASKS, *GROUPS["hard"]}
    assert len(GROUPS["hard"]) == len(set(GROUPS["hard"])) == 80


@pytest.mark.parametrize("name", GROUPS["hard"])
def test_task_is_reproducible(name: str) -> None:
    """The same name and seed give the same task, whose check can be stored as JSON."""
    for seed in SEEDS:
        task = recipe(name, seed)
        assert task == recipe(name, seed)
        assert task.instruction == task.template.format(**task.values)
        assert parse_check(show_check(task.check)) == task.check
        assert task.near_miss
        assert task.spoil
    assert phone().task(name, 1).instruction == recipe(name, 1).instruction


@pytest.mark.parametrize("name", GROUPS["long"])
def test_long_task_takes_20_to_60_steps_in_three_applications(name: str) -> None:
    """A long task takes a person 20 to 60 steps, in three or more applications."""
    for seed in SEEDS:
        task = recipe(name, seed)
        assert MIN_PERSON_STEPS <= task.person_steps <= MAX_PERSON_STEPS
        assert len(opened_applications(task)) >= MIN_APPLICATIONS


@pytest.mark.parametrize("name", sample_tasks([*GROUPS["long"], *GROUPS["interrupted"]], every=3))
def test_check_is_met_by_the_finished_state_only(name: str) -> None:
    """The check is met by the finished state, not by the start, and by no state with a side effect."""
    for seed in SEEDS[::2]:
        task, before = recipe(name, seed), start(seed)
        states = States(before, finish(task, before))
        assert meets(task.check, states), seed
        assert not meets(task.check, States(before, before)), seed
        effects = make_side_effects(states.after, name.partition("-")[0], rng=seeded(f"{name} {seed}"))
        assert score_side_effects(task.check, effects, states=states).undetected == ()


@pytest.mark.parametrize("name", GROUPS["refused"])
def test_refused_task_permits_no_change(name: str) -> None:
    """The check requires that the run ends as refused, and that nothing changed."""
    task, before = recipe(name, 2), start(2)
    assert isinstance(task.check, AllOf)
    assert Refused() in task.check.checks
    states = States(before, before)
    assert meets(task.check, states)
    effects = make_side_effects(before, "", rng=seeded(name))
    assert score_side_effects(task.check, effects, states=states).undetected == ()
    assert task.moves[-1].action == "refuse"
    assert task.near_miss[-1].action == "done"


@pytest.mark.parametrize("name", GROUPS["interrupted"])
def test_interrupted_task_starts_an_interruption(name: str) -> None:
    """The start script plans an interruption or enables permission dialogs."""
    task = recipe(name, 0)
    assert task.start_command.startswith(("practice interrupt ", "practice interruptions permissions"))
    assert phone().task(name, 0).start.script.endswith(task.start_command)
    assert task.moves != task.near_miss


def test_hard_tasks_differ_from_seed_to_seed() -> None:
    """At least nine of ten of the harder tasks differ between seeds."""
    fixed = [
        name for name in GROUPS["hard"] if len({recipe(name, seed).instruction for seed in range(8)}) == 1
    ]
    assert len(fixed) <= len(GROUPS["hard"]) // 10, fixed
