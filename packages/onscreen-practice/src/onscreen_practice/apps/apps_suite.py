"""Suite `apps`, whose tasks take place in real web applications installed by `onscreen apps install`.

Checks read the applications' stored state and the agent's answer, never the page. `recipe` gives every task
moves that solve it and near-miss moves that fail its check.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

import msgspec

from onscreen.plugins import unknown_name
from onscreen.types import Setting, Start, Task
from onscreen_practice.apps.application_table import find_application
from onscreen_practice.apps.apps_device import reset_script, tool_of
from onscreen_practice.apps.backlog_app_tasks import BACKLOG_TASKS
from onscreen_practice.apps.copyparty_app_tasks import COPYPARTY_TASKS
from onscreen_practice.apps.dokuwiki_app_tasks import DOKUWIKI_TASKS
from onscreen_practice.apps.fava_app_tasks import FAVA_TASKS
from onscreen_practice.apps.fossil_app_tasks import FOSSIL_TASKS
from onscreen_practice.apps.ihatemoney_app_tasks import IHATEMONEY_TASKS
from onscreen_practice.apps.installation import require_all_installed
from onscreen_practice.apps.multi_application_tasks import JOINT_TASKS
from onscreen_practice.apps.optuna_app_tasks import OPTUNA_TASKS
from onscreen_practice.apps.piccolo_app_tasks import PICCOLO_TASKS
from onscreen_practice.apps.qbittorrent_app_tasks import QBITTORRENT_TASKS
from onscreen_practice.apps.radicale_app_tasks import RADICALE_TASKS
from onscreen_practice.apps.roundup_app_tasks import ROUNDUP_TASKS
from onscreen_practice.apps.sqliteweb_app_tasks import SQLITEWEB_TASKS
from onscreen_practice.apps.syncthing_app_tasks import SYNCTHING_TASKS
from onscreen_practice.apps.tiddlywiki_app_tasks import TIDDLYWIKI_TASKS
from onscreen_practice.apps.transmission_app_tasks import TRANSMISSION_TASKS
from onscreen_practice.apps.ungit_app_tasks import UNGIT_TASKS
from onscreen_practice.task_recipe import TaskFactory, TaskRecipe

TASKS_BY_GROUP: Mapping[str, Mapping[str, TaskFactory]] = {
    "roundup": ROUNDUP_TASKS,
    "fava": FAVA_TASKS,
    "sqliteweb": SQLITEWEB_TASKS,
    "tiddlywiki": TIDDLYWIKI_TASKS,
    "optuna": OPTUNA_TASKS,
    "piccolo": PICCOLO_TASKS,
    "radicale": RADICALE_TASKS,
    "joint": JOINT_TASKS,
    "syncthing": SYNCTHING_TASKS,
    "transmission": TRANSMISSION_TASKS,
    "fossil": FOSSIL_TASKS,
    "dokuwiki": DOKUWIKI_TASKS,
    "backlog": BACKLOG_TASKS,
    "ungit": UNGIT_TASKS,
    "qbittorrent": QBITTORRENT_TASKS,
    "ihatemoney": IHATEMONEY_TASKS,
    "copyparty": COPYPARTY_TASKS,
}
TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {name: task for tasks in TASKS_BY_GROUP.values() for name, task in tasks.items()}
)
DEMO_TASKS = (
    "optuna-create",
    "optuna-rename",
    "fava-note",
    "fava-payee-total",
    "roundup-find",
    "roundup-hand-over",
    "roundup-other-user-impossible",
    "radicale-create",
)
"""Tasks of `make demo`: forms, a question, a search, several steps, and one that cannot be done.

The tasks were selected by kind, from the applications installed from PyPI. The results of seed 0 were known
at that time.
"""
GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "all": tuple(TASKS),
        "demo": DEMO_TASKS,
        **{group: tuple(tasks) for group, tasks in TASKS_BY_GROUP.items()},
        "impossible": tuple(name for name in TASKS if name.endswith("-impossible")),
    }
)


class AppsSuite(msgspec.Struct, frozen=True):
    """Suite of tasks in real web applications."""

    device_settings: Mapping[str, Setting] = {}
    name: str = "apps"
    device: str = "apps"
    groups: Mapping[str, tuple[str, ...]] = GROUPS
    max_steps: int = 40
    limit_sec: float = 240.0

    def task(self, name: str, seed: int) -> Task:
        """Create the named task; the same name and seed always produce the same task.

        Raises:
            UnknownName: the suite has no task with that name.
        """
        created = recipe(name, seed)
        first = find_application(created.applications[0])
        start = Start(first.address, reset_script(*created.applications), seed)
        tools = tuple(tool_of(each) for each in created.applications)
        return Task(created.instruction, name=name, start=start, tools=tools, check=created.check)

    def require_installed(self, names: Sequence[str]) -> None:
        """Check that the applications of the named tasks are installed.

        Raises:
            MissingExtra: some are not; the message lists them, with the command to install them.
        """
        needed = dict.fromkeys(each for name in names for each in recipe(name, 0).applications)
        require_all_installed(find_application(each) for each in needed)

    def recipe(self, name: str, seed: int) -> TaskRecipe:
        """Create the recipe of the named task, including its solution.

        Raises:
            UnknownName: the suite has no task with that name.
        """
        return recipe(name, seed)


def recipe(name: str, seed: int) -> TaskRecipe:
    """Create the recipe of a task, including its check and scripted solution.

    Raises:
        UnknownName: the suite has no task with that name.
    """
    if name not in TASKS:
        raise unknown_name("task of suite apps", name, known=tuple(TASKS))
    return TASKS[name](Random(f"{name} {seed}"))  # noqa: S311  reproducible sampling, no secrets


def apps() -> AppsSuite:
    """Create the suite `apps`."""
    return AppsSuite()
