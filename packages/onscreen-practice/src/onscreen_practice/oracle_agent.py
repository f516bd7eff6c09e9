"""Agent `oracle`, which solves the tasks of this package's suites with scripted solutions."""

from __future__ import annotations

from collections.abc import Callable, Collection

from onscreen.policy.cascade import Cascade
from onscreen.types import Action, Decision, Done, Episode, Task, Wait
from onscreen_practice.apps import apps_suite
from onscreen_practice.miniwob.oracles.oracle_view import OracleView
from onscreen_practice.miniwob.oracles.registry import ORACLES
from onscreen_practice.phone_suite import phone_suite
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.site_suite import site_suite
from onscreen_practice.task_recipe import TaskRecipe

_SUITES: tuple[tuple[Collection[str], Callable[[str, int], TaskRecipe]], ...] = (
    (site_suite.TASKS, site_suite.recipe),
    (phone_suite.ALL_TASKS, phone_suite.recipe),
    (apps_suite.TASKS, apps_suite.recipe),
)
"""The names of the tasks of each suite with recipes, and the function that creates a recipe."""


def find_recipe(task: Task) -> TaskRecipe | None:
    """Return the recipe of a task of the suites `sites`, `phone` and `apps`, or None for another task.

    Tasks of two suites may have the same name, but they have different instructions.
    """
    recipes = (recipe(task.name, task.start.seed or 0) for names, recipe in _SUITES if task.name in names)
    return next((each for each in recipes if each.instruction == task.instruction), None)


class OracleAgent:
    """Agent that solves tasks with scripted solutions instead of a model.

    A task of MiniWoB++ is solved by a function of the screen. If an element that it expects is missing, the
    page is still being updated, so the agent waits. A task of the suites `sites`, `phone` and `apps` is
    solved by the actions of its recipe.
    """

    name = "oracle"

    def act(self, episode: Episode) -> Decision:
        """Choose the next action of the task's solution, or give up if no solution is known."""
        if recipe := find_recipe(episode.task):
            return Oracle(recipe.moves).act(episode)
        if episode.task.name not in ORACLES:
            return Decision(Done(f"no oracle for task {episode.task.name!r}", achieved=False))
        try:
            action = ORACLES[episode.task.name](OracleView.from_episode(episode))
        except (LookupError, StopIteration):
            return Decision(Wait(), why="the page is still changing")
        if action is None:
            return Decision(Done("the oracle found no action", achieved=False))
        return Decision(action, why="oracle")


def next_oracle_action(episode: Episode) -> Action | None:
    """Return the scripted solver's next action in an unfinished episode.

    Returns None if the task has no solver or the solver finds nothing to do.
    """
    task_oracle = ORACLES.get(episode.task.name)
    try:
        return task_oracle(OracleView.from_episode(episode)) if task_oracle else None
    except (LookupError, StopIteration):
        return None


def oracle(_cascade: Cascade) -> OracleAgent:
    """Create the agent."""
    return OracleAgent()
