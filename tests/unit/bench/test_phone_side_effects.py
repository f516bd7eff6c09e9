"""Checks of phone tasks reject states with side effects, and answers with several values."""

from __future__ import annotations

import warnings
from random import Random

import msgspec
import pytest
from finished_state import finished_state
from hypothesis.errors import NonInteractiveExampleWarning

from onscreen_practice.phone.initial_phone_state import build_phone_state
from onscreen_practice.phone_suite.phone_suite import TASKS, recipe
from onscreen_practice.phone_suite.random_side_effects import (
    KINDS,
    SideEffectScores,
    make_side_effects,
    meets,
    score_side_effects,
)
from onscreen_practice.state.state_path import Json
from onscreen_practice.state.value_patterns import States
from task_sample import sample_tasks

SEEDS = range(5)
APPLICATIONS = sorted({name.partition("-")[0] for name in TASKS})


def start(seed: int) -> Json:
    """Return the state of a phone as JSON."""
    state: Json = msgspec.json.decode(msgspec.json.encode(build_phone_state(seed)))
    return state


def seeded(text: str) -> Random:
    """Return a random generator for a text."""
    return Random(text)  # noqa: S311  reproducible, not a secret


def play(name: str, seed: int) -> SideEffectScores:
    """Finish a task in a copy of the state, and evaluate its check after side effects."""
    before, check = start(seed), recipe(name, seed).check
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NonInteractiveExampleWarning)
        states = States(before, finished_state(check, before))
    assert meets(check, states), f"{name}, seed {seed}: the finished state does not meet the check"
    effects = make_side_effects(states.after, name.partition("-")[0], rng=seeded(f"{name} {seed}"))
    return score_side_effects(check, effects, states=states)


@pytest.mark.parametrize("application", APPLICATIONS)
def test_side_effects_score_zero(application: str) -> None:
    """A deletion, an extra item or a wrong option, in any application, is detected unless it is permitted."""
    names = sample_tasks((name for name in TASKS if name.partition("-")[0] == application), every=3)
    seeds = {name: SEEDS[at % len(SEEDS)] for at, name in enumerate(names)}
    scores = {f"{name}, seed {seed}": play(name, seed) for name, seed in seeds.items()}
    assert {trial: each.undetected for trial, each in scores.items() if each.undetected} == {}
    made = sum(each.made for each in scores.values())
    assert made >= 5 * len(scores)
    assert sum(each.permitted for each in scores.values()) <= made // 3


def test_side_effects_are_reproducible() -> None:
    """The same random seed makes the same side effects."""
    effects = [
        [(each.kind, each.path) for each in make_side_effects(start(0), "clock", rng=seeded("5"))]
        for _ in "ab"
    ]
    assert effects[0] == effects[1]
    assert {kind for kind, _ in effects[0]} == set(KINDS)
