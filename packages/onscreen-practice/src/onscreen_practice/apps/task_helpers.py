"""Helpers for defining tasks in real web applications: state checks and questions."""

from __future__ import annotations

from collections.abc import Sequence

from onscreen.types import AllOf, Answered, AnyOf, Check, PageValue, Refused
from onscreen_practice.apps.application_servers import check_expression
from onscreen_practice.state.expected_changes import Change
from onscreen_practice.task_recipe import DONE, REFUSED, Move, TaskRecipe, finish_with

ABOUT = "the applications' state has changed in exactly the ways that the task requires"


def state_is(*changes: Change) -> PageValue:
    """Build a check that the given changes, and no others, were made to the applications' state.

    Raises:
        BadCheck: a change names a field or a value that the applications cannot have.
    """
    return PageValue(check_expression(*changes), equals="[]", about=ABOUT)


def change_task(
    applications: str,
    instruction: str,
    *changes: Change,
    moves: Sequence[Move],
    near: Sequence[Move],
) -> TaskRecipe:
    """Build a task that is solved by making given changes to the applications' state.

    Args:
        applications: the names of the applications, separated by spaces; the task starts in the first one.
        instruction: the instruction for the agent.
        changes: the required changes of the state; no other change is allowed.
        moves: the actions that solve the task.
        near: the near miss, which consists of actions that look right but get one detail wrong.
    """
    names = tuple(applications.split())
    check = state_is(*changes)
    return TaskRecipe(instruction, check, (*moves, DONE), near_miss=(*near, DONE), applications=names)


def question_task(
    applications: str,
    instruction: str,
    *,
    answer: str,
    wrong: str,
    moves: Sequence[Move],
    also: Sequence[str] = (),
) -> TaskRecipe:
    """Build a task that asks for information and allows no change of the applications' state.

    `also` are other accepted forms of the answer; `wrong` is a plausible but incorrect one.
    """
    is_answered: Check = AnyOf(tuple(Answered(each) for each in (answer, *also)))
    return TaskRecipe(
        instruction,
        AllOf((is_answered, state_is())),
        (*moves, finish_with(answer)),
        near_miss=(*moves, finish_with(wrong)),
        applications=tuple(applications.split()),
    )


def impossible_task(
    applications: str, instruction: str, *, moves: Sequence[Move], near: Sequence[Move]
) -> TaskRecipe:
    """Build an infeasible task, which the agent must report as impossible without changing anything.

    `moves` are the actions of the solution; `near` are actions that do something similar instead.
    """
    return TaskRecipe(
        instruction,
        AllOf((Refused(), state_is())),
        (*moves, REFUSED),
        near_miss=(*near, DONE),
        applications=tuple(applications.split()),
    )
