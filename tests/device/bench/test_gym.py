"""Suites as Gymnasium environments."""

from __future__ import annotations

import re
from collections.abc import Iterator

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from onscreen.bench.gym import SuiteEnv
from onscreen.plugins import plugin_paths
from onscreen.types.errors import UnknownName

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def env() -> Iterator[SuiteEnv]:
    """An environment of the clock tasks on a phone with a small screen."""
    environment = SuiteEnv("phone", "clock", settings={"size": "540x1200", "density": 200}, max_steps=6)
    yield environment
    environment.close()


def find_mark(observation: dict[str, object], name: str) -> str:
    """Return the mark of the element with this name."""
    line = next(line for line in str(observation["elements"]).splitlines() if f'"{name}"' in line)
    return next(word for word in line.replace("[", " ").replace("]", " ").split() if word.isdigit())


def test_environment_passes_gymnasium_checker(env: SuiteEnv) -> None:
    """Gymnasium's checker accepts the spaces, the seeding and every return value."""
    check_env(env, skip_render_check=True, skip_close_check=True)


def test_same_seed_gives_same_task(env: SuiteEnv) -> None:
    """The same task and seed start with the same picture and instruction."""
    options = {"task": "clock-set-alarm"}
    (first, first_info), (second, second_info) = (
        env.reset(seed=5, options=options),
        env.reset(seed=5, options=options),
    )
    assert first_info == second_info
    assert first["elements"] == second["elements"]
    assert np.array_equal(np.asarray(first["picture"]), np.asarray(second["picture"]))


def test_reward_is_given_when_the_check_holds(env: SuiteEnv) -> None:
    """Completing the task gives a reward of 1 and terminates the episode; earlier steps give 0."""
    observation, info = env.reset(seed=0, options={"task": "clock-switch-alarm"})
    time = re.findall(r"\d\d:\d\d", str(info["instruction"]))[0]
    observation, reward, terminated, *_ = env.step(f"click {find_mark(dict(observation), 'Clock')}")
    assert (reward, terminated) == (0.0, False)
    _, reward, terminated, truncated, _ = env.step(f"click {find_mark(dict(observation), f'Alarm {time}')}")
    assert (reward, terminated, truncated) == (1.0, True, False)


def test_unreadable_action_costs_a_step(env: SuiteEnv) -> None:
    """Unreadable actions and unknown marks do nothing, report an error, and count as steps."""
    env.reset(seed=0, options={"task": "clock-set-alarm"})
    for action in ("make it so", "click 9999", "", "type into"):
        _, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated) == (0.0, False, False)
        assert info["failed"]
    env.step("home")
    assert env.step("home")[3]


def test_unknown_task_is_rejected(env: SuiteEnv) -> None:
    """An unknown task name is rejected with the nearest existing name."""
    with pytest.raises(UnknownName, match="clock-set-alarm"):
        env.reset(options={"task": "clock-set-alarms"})


def test_environments_are_registered() -> None:
    """Every installed suite is registered with Gymnasium by its name, also that of another package."""
    for name in plugin_paths("suite"):
        assert gymnasium.spec(f"onscreen/{name}").kwargs == {"suite": name}
    assert "phone" in plugin_paths("suite")
