"""Suite `desktop`, whose tasks take place in programs of a private Linux desktop.

A task starts with a program on an empty desktop; its check reads the files in the home folder, or the answer.
`recipe` gives every task moves that solve it and near-miss moves that fail its check.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

import msgspec

from onscreen.plugins import unknown_name
from onscreen.types import Setting, Start, Task, Tool
from onscreen_practice.desktop_suite.chain_tasks import CHAIN_GROUPS, CHAIN_TASKS
from onscreen_practice.desktop_suite.desktop_browser_tasks import BROWSER_TASKS
from onscreen_practice.desktop_suite.desktop_drawing_tasks import DRAWING_TASKS
from onscreen_practice.desktop_suite.desktop_editor_tasks import EDITOR_TASKS
from onscreen_practice.desktop_suite.desktop_office_tasks import OFFICE_TASKS
from onscreen_practice.desktop_suite.desktop_other_tasks import OTHER_TASKS
from onscreen_practice.desktop_suite.desktop_record_tasks import RECORD_TASKS
from onscreen_practice.desktop_suite.desktop_viewer_tasks import VIEWER_TASKS
from onscreen_practice.desktop_suite.program_packages import find_missing, require_packages
from onscreen_practice.task_recipe import TaskFactory, TaskRecipe

TASKS: Mapping[str, TaskFactory] = {
    **EDITOR_TASKS,
    **OTHER_TASKS,
    **OFFICE_TASKS,
    **RECORD_TASKS,
    **VIEWER_TASKS,
    **BROWSER_TASKS,
    **DRAWING_TASKS,
    **CHAIN_TASKS,
}
LEVELS = ("easy", "medium", "hard")
TOOLS = (
    Tool("Mousepad", "mousepad", "simple text editor"),
    Tool("Geany", "geany", "text editor for programs"),
    Tool("Text Editor", "gnome-text-editor", "text editor of GNOME"),
    Tool("Kate", "kate", "text editor of KDE"),
    Tool("Galculator", "galculator", "calculator"),
    Tool("KCalc", "kcalc", "calculator of KDE"),
    Tool("Thunar", "thunar", "file manager: folders, names, sizes, trash"),
    Tool("LibreOffice Calc", "LibreOffice Calc", "spreadsheets: cells, formulas"),
    Tool("LibreOffice Writer", "LibreOffice Writer", "letters and other text documents"),
    Tool("LibreOffice Impress", "LibreOffice Impress", "presentations: slides"),
    Tool("LibreOffice Draw", "LibreOffice Draw", "drawings: shapes, diagrams"),
    Tool("Gnumeric", "gnumeric", "spreadsheets of GNOME"),
    Tool("FeatherPad", "featherpad", "light text editor"),
    Tool("Calculator", "gnome-calculator", "calculator of GNOME"),
    Tool("Qalculate!", "qalculate-gtk", "calculator with units"),
    Tool("PCManFM", "pcmanfm", "light file manager"),
    Tool("Zim", "zim", "notebook of linked pages"),
    Tool("DB Browser for SQLite", "sqlitebrowser", "databases: tables, SQL"),
    Tool("KeePassXC", "keepassxc", "passwords"),
    Tool("HomeBank", "homebank", "accounts, payees, money"),
    Tool("Ristretto", "ristretto", "pictures"),
    Tool("FocusWriter", "focuswriter", "text editor without distractions"),
    Tool("Inkscape", "inkscape", "drawings of vectors: shapes, groups"),
    Tool("Firefox", "firefox-esr", "web pages"),
)
EASY_STEPS, MEDIUM_STEPS = 3, 6
"""Largest numbers of steps of easy and of medium tasks; hard tasks take more."""


def recipe(name: str, seed: int) -> TaskRecipe:
    """Create the recipe of a task, including its check and scripted solution.

    Raises:
        UnknownName: the suite has no task with that name.
    """
    if name not in TASKS:
        raise unknown_name("task of suite desktop", name, known=tuple(TASKS))
    return TASKS[name](Random(f"{name} {seed}"))  # noqa: S311  reproducible sampling, no secrets


def difficulty(name: str) -> str:
    """Rate a task with one program as easy, medium or hard, by the steps that a person needs."""
    steps = recipe(name, 0).person_steps
    return LEVELS[(steps > EASY_STEPS) + (steps > MEDIUM_STEPS)]


def _level_group(level: str) -> tuple[str, ...]:
    """Return the tasks of a level; chains are rated by their hardest program, others by their steps."""
    names = (name for name in TASKS if name not in CHAIN_TASKS and difficulty(name) == level)
    return (*names, *CHAIN_GROUPS[level])


GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "all": tuple(TASKS),
        "editors": tuple(EDITOR_TASKS),
        "across": tuple(name for name in TASKS if name.startswith(("across-", "chain-"))),
        "impossible": tuple(name for name in TASKS if name.startswith("impossible-")),
        **CHAIN_GROUPS,
        **{level: _level_group(level) for level in LEVELS},
    }
)


class DesktopSuite(msgspec.Struct, frozen=True):
    """Suite of tasks in programs of a private Linux desktop."""

    device_settings: Mapping[str, Setting]
    name: str = "desktop"
    device: str = "linux"
    groups: Mapping[str, tuple[str, ...]] = GROUPS
    max_steps: int = 40
    limit_sec: float = 240.0

    def task(self, name: str, seed: int) -> Task:
        """Create the named task; the same name and seed always produce the same task.

        Raises:
            UnknownName: the suite has no task with that name.
        """
        task_recipe = recipe(name, seed)
        start = Start(task_recipe.start_path, task_recipe.start_command, seed)
        return task_recipe.task(name, start=start, tools=TOOLS)

    def recipe(self, name: str, seed: int) -> TaskRecipe:
        """Create the recipe of the named task, including its solution.

        Raises:
            UnknownName: the suite has no task with that name.
        """
        return recipe(name, seed)

    def require_installed(self, names: Sequence[str]) -> None:
        """Check that the programs of tasks are installed.

        Raises:
            MissingExtra: some are missing; the message contains the command to install them.
        """
        require_packages(missing_programs(names), suite=self.name)


def missing_programs(names: Sequence[str]) -> tuple[str, ...]:
    """Return the missing Debian packages of tasks."""
    return find_missing(recipe(name, 0) for name in names)


def missing_suite_programs() -> tuple[str, ...]:
    """Return the missing Debian packages of the suite's tasks."""
    return missing_programs(tuple(TASKS))


def desktop() -> DesktopSuite:
    """Create the suite `desktop`."""
    return DesktopSuite({})
