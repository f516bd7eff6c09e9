"""Task suite `phone`: tasks for twenty phone applications, plus cross-application and harder tasks.

Every task starts on the home screen of a phone generated from the seed. Finding the right applications is
part of the task. The checks use the phone's state and the answer, never pixels. `recipe` also returns the
UI actions that solve a task, and actions that only appear to solve it.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

import msgspec

from onscreen.plugins import unknown_name
from onscreen.types import Setting, Start, Task
from onscreen_practice.phone.initial_phone_state import build_phone_state
from onscreen_practice.phone_suite.mobile_eval_names import MOBILE_EVAL, MOBILE_EVAL_CROSS_APP
from onscreen_practice.phone_suite.task_helpers import side_effects_expression
from onscreen_practice.phone_suite.task_table import APPLICATION_TASKS, CROSS_APP_TASKS, HARD_TASKS
from onscreen_practice.task_recipe import TaskRecipe

TASKS = MappingProxyType(
    {**{name: task for each in APPLICATION_TASKS.values() for name, task in each.items()}, **CROSS_APP_TASKS}
)
ALL_TASKS = MappingProxyType(
    {**TASKS, **{name: task for each in HARD_TASKS.values() for name, task in each.items()}}
)
GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "all": tuple(ALL_TASKS),
        "basic": tuple(TASKS),
        "single": tuple(name for name in TASKS if name not in CROSS_APP_TASKS),
        "across": tuple(CROSS_APP_TASKS),
        "mobile-eval": (*(name for names in MOBILE_EVAL.values() for name in names), *MOBILE_EVAL_CROSS_APP),
        **{name: tuple(each) for name, each in APPLICATION_TASKS.items()},
        "hard": tuple(name for each in HARD_TASKS.values() for name in each),
        **{name: tuple(each) for name, each in HARD_TASKS.items()},
    }
)


class PhoneSuite(msgspec.Struct, frozen=True):
    """Task suite that runs on the simulated Android phone."""

    device_settings: Mapping[str, Setting] = {}
    name: str = "phone"
    device: str = "phone"
    groups: Mapping[str, tuple[str, ...]] = GROUPS
    max_steps: int = 30
    limit_sec: float = 240.0

    def task(self, name: str, seed: int) -> Task:
        """Build the named task; the same name and seed always produce the same task.

        Raises:
            UnknownName: there is no task of that name.
        """
        created = recipe(name, seed)
        commands = (f"practice reset {seed}", *filter(None, (created.start_command,)))
        start = Start(script=" && ".join(commands), seed=seed)
        return Task(
            created.instruction,
            name=name,
            start=start,
            check=created.check,
            side_effects=side_effects_expression(created.check),
            person_steps=created.person_steps,
        )

    def recipe(self, name: str, seed: int) -> TaskRecipe:
        """Build the named task together with the UI actions that solve it.

        Raises:
            UnknownName: there is no task of that name.
        """
        return recipe(name, seed)


def recipe(name: str, seed: int) -> TaskRecipe:
    """Build the named task together with the UI actions that solve it.

    Raises:
        UnknownName: there is no task of that name.
    """
    if name not in ALL_TASKS:
        raise unknown_name("task of suite phone", name, known=tuple(ALL_TASKS))
    return ALL_TASKS[name](build_phone_state(seed), Random(f"{name} {seed}"))  # noqa: S311  a reproducible choice, not a secret


def phone() -> PhoneSuite:
    """Create the task suite for the simulated Android phone."""
    return PhoneSuite()
