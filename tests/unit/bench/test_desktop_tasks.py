"""Tasks of the suite `desktop`: their number, their levels and their variants, without a desktop."""

from __future__ import annotations

import pytest

from onscreen_practice.desktop_suite.desktop_suite import GROUPS, LEVELS, TASKS, desktop, recipe
from onscreen_practice.task_recipe import TaskRecipe

SINGLE = tuple(name for name in TASKS if name not in GROUPS["across"])
CATEGORIES = {
    "text": "lowriter",
    "spreadsheet": "localc",
    "presentation": "loimpress",
    "drawing": "inkscape",
    "pictures": "ristretto",
    "files": "thunar",
    "finance": "homebank",
    "passwords": "keepassxc",
    "notes": "zim",
    "database": "sqlitebrowser",
    "calculator": "galculator",
    "browser": "firefox-esr",
}
"""Kind of program -> one of its programs."""


def started_program(task: TaskRecipe) -> tuple[str, ...]:
    """Return the executables of a task, which tell the programs of LibreOffice apart."""
    return tuple(each for each in task.applications if each not in ("python3", "soffice"))


def test_suite_covers_many_programs() -> None:
    """A run of the suite covers at least 80 tasks with one program, in at least 16 programs."""
    assert len(SINGLE) >= 80
    assert len({started_program(recipe(name, 0)) for name in SINGLE}) >= 16


@pytest.mark.parametrize("program", CATEGORIES.values(), ids=CATEGORIES)
def test_each_kind_of_program_has_tasks(program: str) -> None:
    """Each usual kind of program has at least two tasks."""
    assert sum(program in recipe(name, 0).applications for name in SINGLE) >= 2


def test_each_task_has_one_level() -> None:
    """The groups easy, medium and hard contain each task once."""
    levels = [name for level in LEVELS for name in GROUPS[level]]
    assert sorted(levels) == sorted(TASKS)
    assert all(GROUPS[level] for level in LEVELS)


@pytest.mark.parametrize("name", SINGLE)
def test_seeds_create_variants(name: str) -> None:
    """The same seed creates the same task, and others create variants of it."""
    same, again = desktop().task(name, 0), desktop().task(name, 0)
    assert same == again
    scripts = {(recipe(name, seed).instruction, recipe(name, seed).start_command) for seed in range(4)}
    assert len(scripts) > 1 or name in GROUPS["impossible"]


@pytest.mark.parametrize("name", SINGLE)
def test_near_miss_differs_from_solution(name: str) -> None:
    """The near miss of a task is not its solution."""
    task = recipe(name, 1)
    assert task.moves != task.near_miss
    assert task.near_miss
