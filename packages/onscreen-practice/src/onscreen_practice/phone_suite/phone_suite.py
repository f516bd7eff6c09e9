"""The suite `phone`: ten tasks for each of twenty applications, and tasks that need several.

Every task begins on the home screen of a phone made from the seed, and may use all the applications that the
phone tells of, so that choosing them is part of the job. A check looks at the phone's state, never at pixels,
or at the answer. `recipe` gives for every task the moves that do it (its oracle) and what makes it nearly
done.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

import msgspec

from onscreen.plugins import unknown_name
from onscreen.types import Setting, Start, Task
from onscreen_practice.phone.phone_state import build_phone_state
from onscreen_practice.phone_suite.mobile_eval_tasks import MOBILE_EVAL, SEVERAL
from onscreen_practice.phone_suite.task_table import ACROSS, BY_APPLICATION
from onscreen_practice.task_recipe import Recipe

TASKS = MappingProxyType({**{k: v for each in BY_APPLICATION.values() for k, v in each.items()}, **ACROSS})
GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "all": tuple(TASKS),
        "single": tuple(name for name in TASKS if name not in ACROSS),
        "across": tuple(ACROSS),
        "mobile-eval": (*(name for names in MOBILE_EVAL.values() for name in names), *SEVERAL),
        **{name: tuple(each) for name, each in BY_APPLICATION.items()},
    }
)


class Phone(msgspec.Struct, frozen=True):
    """The suite."""

    device_settings: Mapping[str, Setting] = {}
    name: str = "phone"
    device: str = "phone"
    groups: Mapping[str, tuple[str, ...]] = GROUPS
    max_steps: int = 30
    limit_sec: float = 240.0

    def task(self, name: str, seed: int) -> Task:
        """Make the task; the same name and seed give the same task.

        Raises:
            UnknownName: there is no task of that name.
        """
        made = recipe(name, seed)
        start = Start(script=f"practice reset {seed}", seed=seed)
        return Task(made.instruction, name=name, start=start, check=made.check)

    def recipe(self, name: str, seed: int) -> Recipe:
        """Make the task's recipe, with the moves that do it.

        Raises:
            UnknownName: there is no task of that name.
        """
        return recipe(name, seed)


def recipe(name: str, seed: int) -> Recipe:
    """Make the task's recipe, with the moves that do it.

    Raises:
        UnknownName: there is no task of that name.
    """
    if name not in TASKS:
        raise unknown_name("task of suite phone", name, known=tuple(TASKS))
    return TASKS[name](build_phone_state(seed), Random(f"{name} {seed}"))  # noqa: S311  chance to be repeated, not secrets


def phone() -> Phone:
    """Return the suite on the practice phone."""
    return Phone()
