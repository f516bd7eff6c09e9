"""Helpers for defining phone tasks: state checks, state edits, and accepted answer formats."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeAlias

from onscreen.types import AllOf, Answered, AnyOf, Check, PageValue
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone.state_edits import Edit, encode_edits
from onscreen_practice.state.state_changes import Change, encode_changes, validate
from onscreen_practice.task_recipe import DONE, Kind, Layout, Move, TaskRecipe, finish_with

TaskFactory: TypeAlias = Callable[[PhoneState, Random], TaskRecipe]
"""Function that creates a task from the phone's initial state and a seeded random number generator."""

_THOUSAND = 1000
_SMALL_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def state_is(*changes: Change) -> PageValue:
    """Build a check that the phone's state has changed in exactly the given ways since the start.

    Raises:
        BadCheck: a change names a field or a value that the phone's state cannot have.
    """
    validate(changes, root=PhoneState)
    return PageValue(f"practice check {shlex.quote(encode_changes(changes))}", equals="[]")


def edit_command(*edits: Edit) -> str:
    """Build the shell command that applies the given edits to the simulated phone's state."""
    return f"practice edit {shlex.quote(encode_edits(edits))}"


def state_task(
    template: str,
    values: Mapping[str, str],
    *,
    check: Check,
    spoil: Edit | Sequence[Edit],
    moves: Sequence[Move],
    kind: Kind = "plain",
    layout: Layout = "uniform",
) -> TaskRecipe:
    """Build a task that is solved by changing the phone's state.

    Args:
        template: the instruction, with a placeholder in braces for each of the `values`.
        values: the text that replaces each placeholder.
        check: passes in the finished state.
        spoil: edits that make one detail of the finished state wrong, so that the check fails.
        moves: the UI actions that solve the task.
        kind: wording of the instruction: plain, with an added requirement, or abstract.
        layout: whether the finished screen looks different for each seed.
    """
    edits = spoil if isinstance(spoil, Sequence) else (spoil,)
    return TaskRecipe(
        template.format(**values),
        check,
        (*moves, DONE),
        spoil=edit_command(*edits),
        template=template,
        values=values,
        kind=kind,
        layout=layout,
    )


def question_task(
    template: str,
    values: Mapping[str, str],
    *,
    answer: str,
    wrong: str,
    moves: Sequence[Move],
    also: Sequence[str] = (),
    check: Check | None = None,
    kind: Kind = "plain",
    layout: Layout = "uniform",
) -> TaskRecipe:
    """Build a task that asks for information shown on the phone.

    Args:
        template: the instruction, with a placeholder in braces for each of the `values`.
        values: the text that replaces each placeholder.
        answer: the correct answer.
        wrong: a plausible but incorrect answer.
        moves: the UI actions that bring the answer onto the screen.
        also: other accepted forms of the answer.
        check: an additional check of the finished state.
        kind: wording of the instruction: plain, with an added requirement, or abstract.
        layout: whether the finished screen looks different for each seed.
    """
    is_answered: Check = AnyOf((Answered(answer), *map(Answered, also))) if also else Answered(answer)
    return TaskRecipe(
        template.format(**values),
        is_answered if check is None else AllOf((is_answered, check)),
        (*moves, finish_with(answer)),
        near_miss=(*moves, finish_with(wrong)),
        template=template,
        values=values,
        kind=kind,
        layout=layout,
    )


def clock_forms(time: str) -> tuple[str, ...]:
    """List other common ways to write a 24-hour time, such as 7:05 pm or 19.05 for 19:05."""
    hour, minute = time.split(":")
    half, twelve = "ap"[int(hour) % 24 // 12], f"{(int(hour) - 1) % 12 + 1}:{minute}"
    return f"{twelve} {half}m", f"{twelve}{half}m", f"{twelve} {half}.m.", f"{int(hour)}.{minute}"


def number_forms(number: str) -> tuple[str, ...]:
    """List other common ways to write an integer, such as "three" for 3 or "1,500" for 1500.

    Words are used for 0 to 12, and separators for numbers of four or more digits.
    """
    value = int(number)
    words = _SMALL_NUMBERS[value : value + 1] if value >= 0 else ()
    separated = (f"{value:,}", f"{value:,}".replace(",", " ")) if abs(value) >= _THOUSAND else ()
    return (*words, *separated)
