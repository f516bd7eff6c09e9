"""Suite `sites`, whose tasks take place in practice web applications.

A task may need one application, two, an unavailable one, or none. All six applications are offered for
every task, so choosing the application is part of the task. Checks read the applications' stored state, the
address, or the agent's answer. `recipe` gives every task moves that solve it and near-miss moves that fail
its check; tests perform both on the real pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

import msgspec

from onscreen.plugins import unknown_name
from onscreen.types import Setting, Start, Task, Tool
from onscreen_practice.site_suite.cross_site_tasks import CROSS_SITE_TASKS
from onscreen_practice.site_suite.mail_site_tasks import MAIL_TASKS
from onscreen_practice.site_suite.office_site_tasks import OFFICE_TASKS
from onscreen_practice.site_suite.shop_site_tasks import SHOP_TASKS
from onscreen_practice.sites import FOLDER
from onscreen_practice.task_recipe import TaskFactory, TaskRecipe

HOST = "practice.test"
TASKS: Mapping[str, TaskFactory] = {**SHOP_TASKS, **MAIL_TASKS, **OFFICE_TASKS, **CROSS_SITE_TASKS}
GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "all": tuple(TASKS),
        "across": tuple(name for name in TASKS if name.startswith("across-")),
        "interruptions": ("shop-add-behind-cookies", "wiki-slow"),
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


class SiteSuite(msgspec.Struct, frozen=True):
    """Suite of tasks in the practice web applications."""

    device_settings: Mapping[str, Setting]
    name: str = "sites"
    device: str = "web"
    groups: Mapping[str, tuple[str, ...]] = GROUPS
    max_steps: int = 40
    limit_sec: float = 240.0

    def task(self, name: str, seed: int) -> Task:
        """Create the named task; the same name and seed always produce the same task.

        Raises:
            UnknownName: the suite has no task with that name.
        """
        task_recipe = recipe(name, seed)
        start = Start(address=f"http://{HOST}{task_recipe.start_path}", seed=seed)
        return Task(task_recipe.instruction, name=name, start=start, tools=TOOLS, check=task_recipe.check)


def recipe(name: str, seed: int) -> TaskRecipe:
    """Create the recipe of a task, including its check and scripted solution.

    Raises:
        UnknownName: the suite has no task with that name.
    """
    if name not in TASKS:
        raise unknown_name("task of suite sites", name, known=tuple(TASKS))
    return TASKS[name](Random(f"{name} {seed}"))  # noqa: S311  reproducible sampling, no secrets


def sites() -> SiteSuite:
    """Create the suite `sites`, whose device serves the practice web applications."""
    return SiteSuite({"sites": (f"{HOST}={FOLDER}",)})
