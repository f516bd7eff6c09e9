"""Suites as Gymnasium environments: what those who train agents rely on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from onscreen.bench.gym import SuiteEnv
from onscreen.types.errors import UnknownName

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def env() -> Iterator[SuiteEnv]:
    """An environment of the clock's tasks on a phone with small pictures."""
    made = SuiteEnv("phone", "clock", settings={"size": "540x1200", "density": 200}, max_steps=6)
    yield made
    made.close()


def mark_of(seen: dict[str, object], name: str) -> str:
    """Return the mark of what has this name."""
    line = next(line for line in str(seen["elements"]).splitlines() if f'"{name}"' in line)
    return next(word for word in line.replace("[", " ").replace("]", " ").split() if word.isdigit())


def test_it_keeps_gymnasiums_promises(env: SuiteEnv) -> None:
    """Gymnasium's own checker finds nothing wrong: spaces, seeds, the shape of every answer."""
    check_env(env, skip_render_check=True, skip_close_check=True)


def test_the_same_seed_is_the_same_task(env: SuiteEnv) -> None:
    """A task of one name and seed begins with the same picture and the same instruction."""
    options = {"task": "clock-set-alarm"}
    (first, told), (again, retold) = env.reset(seed=5, options=options), env.reset(seed=5, options=options)
    assert told == retold
    assert first["elements"] == again["elements"]
    assert np.array_equal(np.asarray(first["picture"]), np.asarray(again["picture"]))


def test_reward_comes_when_the_check_holds(env: SuiteEnv) -> None:
    """Doing the task gives a reward of 1 and ends the episode; the steps before give none."""
    seen, info = env.reset(seed=0, options={"task": "clock-switch-alarm"})
    time = re.findall(r"\d\d:\d\d", str(info["instruction"]))[0]
    seen, reward, over, *_ = env.step(f"click {mark_of(dict(seen), 'Clock')}")
    assert (reward, over) == (0.0, False)
    _, reward, over, cut, _ = env.step(f"click {mark_of(dict(seen), f'Alarm {time}')}")
    assert (reward, over, cut) == (1.0, True, False)


def test_an_action_that_cannot_be_read_costs_a_step(env: SuiteEnv) -> None:
    """Nonsense, and marks that are not there, do nothing, say why, and count against the steps."""
    env.reset(seed=0, options={"task": "clock-set-alarm"})
    for action in ("make it so", "click 9999", "", "type into"):
        _, reward, over, cut, info = env.step(action)
        assert (reward, over, cut) == (0.0, False, False)
        assert info["failed"]
    env.step("home")
    assert env.step("home")[3]


def test_unknown_task_is_said(env: SuiteEnv) -> None:
    """A task that is not there is refused with the nearest name."""
    with pytest.raises(UnknownName, match="clock-set-alarm"):
        env.reset(options={"task": "clock-set-alarms"})


def test_environments_are_registered() -> None:
    """They are made by name, as every environment of Gymnasium."""
    assert gymnasium.spec("onscreen/phone").kwargs == {"suite": "phone"}
