"""The suite `sites`: jobs in practice applications, one or two at a time, some impossible, some needing none.

Every task may use all six applications, so choosing one is part of the job. The checks look at what the
applications stored, at the address, or at the agent's answer. `recipe` gives, for every task, moves that do
it and moves that nearly do it; the tests play both on real pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

import msgspec

from onscreen.plugins import unknown
from onscreen.types import Setting, Start, Task, Tool
from onscreen_practice.site_suite.cross_site_tasks import ACROSS_TASKS
from onscreen_practice.site_suite.mail_site_tasks import MAIL_TASKS
from onscreen_practice.site_suite.office_tasks import DESK_TASKS
from onscreen_practice.site_suite.shop_site_tasks import SHOP_TASKS
from onscreen_practice.sites import FOLDER
from onscreen_practice.task_recipe import TaskFactory, TaskRecipe

HOST = "practice.test"
TASKS: Mapping[str, TaskFactory] = {**SHOP_TASKS, **MAIL_TASKS, **DESK_TASKS, **ACROSS_TASKS}
GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "all": tuple(TASKS),
        "across": tuple(name for name in TASKS if name.startswith("across-")),
        "trouble": ("shop-add-behind-cookies", "wiki-slow"),
        "no-tool": tuple(name for name in TASKS if name.startswith("no-tool-")),
        "no-need": tuple(name for name in TASKS if name.startswith("no-need-")),
    }
)
TOOLS = (
    Tool("Shop", f"http://{HOST}/shop/index.html", "products and their prices, cart, orders"),
    Tool("Mail", f"http://{HOST}/mail/index.html", "read, write, answer, forward, star and file mails"),
    Tool("Calendar", f"http://{HOST}/calendar/index.html", "events by day and month"),
    Tool("Notes", f"http://{HOST}/notes/index.html", "lists of things to do or to buy, and written notes"),
    Tool("Calculator", f"http://{HOST}/calculator/index.html", "works out sums"),
    Tool("Wiki", f"http://{HOST}/wiki/index.html", "articles about Averna: towns, mayors, rivers, mountains"),
)


class Sites(msgspec.Struct, frozen=True):
    """The suite."""

    device_settings: Mapping[str, Setting]
    name: str = "sites"
    device: str = "web"
    groups: Mapping[str, tuple[str, ...]] = GROUPS
    max_steps: int = 40
    limit_sec: float = 240.0

    def task(self, name: str, seed: int) -> Task:
        """Make the task; the same name and seed give the same task.

        Raises:
            UnknownName: there is no task of that name.
        """
        made = recipe(name, seed)
        start = Start(address=f"http://{HOST}{made.start_path}", seed=seed)
        return Task(made.instruction, name=name, start=start, tools=TOOLS, check=made.check)


def recipe(name: str, seed: int) -> TaskRecipe:
    """Make the task's recipe, with the moves that do it.

    Raises:
        UnknownName: there is no task of that name.
    """
    if name not in TASKS:
        raise unknown("task of suite sites", name, there=tuple(TASKS))
    return TASKS[name](Random(f"{name} {seed}"))  # noqa: S311  chance to be repeated, not secrets


def sites() -> Sites:
    """Return the suite on the practice sites."""
    return Sites({"sites": (f"{HOST}={FOLDER}",)})
