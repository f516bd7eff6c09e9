"""Building blocks of the phone's tasks: their checks of the phone's state, and the forms of an answer."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeAlias

from onscreen.types import AllOf, Answered, AnyOf, Check, PageValue
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone.state_changes import Change, encode_changes, validate
from onscreen_practice.phone.state_edits import Edit, encode_edits
from onscreen_practice.task_recipe import DONE, Kind, Layout, Move, TaskRecipe, finish_with

TaskFactory: TypeAlias = Callable[[PhoneState, Random], TaskRecipe]
"""Creates a task from the phone's state at the start and a seeded random number generator."""

_THOUSAND = 1000
_SMALL_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def state_is(*changes: Change) -> PageValue:
    """Return a check that the phone's state has these changes since the start, and no others.

    Raises:
        BadCheck: a change names a field or a value that the phone's state cannot have.
    """
    validate(changes)
    return PageValue(f"practice check {shlex.quote(encode_changes(changes))}", equals="[]")


def edit_command(*edits: Edit) -> str:
    """Return the phone's command that makes these edits of its state."""
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
    """Return a task that changes the phone's state.

    Args:
        template: the instruction, with the names of `values` in braces.
        values: what the instruction names.
        check: holds in the finished state.
        spoil: makes a detail of the finished state wrong, so that the check no longer holds.
        moves: finish the task.
        kind: how the instruction is worded.
        layout: whether the finished screen looks different each time.
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
    """Return a task that asks for something shown on the phone.

    Args:
        template: the instruction, with the names of `values` in braces.
        values: what the instruction names.
        answer: the right answer.
        wrong: an answer that looks right and is not.
        moves: show the answer on the screen.
        also: other forms of the right answer.
        check: what else must hold in the finished state.
        kind: how the instruction is worded.
        layout: whether the finished screen looks different each time.
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
    """Return the other usual forms of a time such as 19:05: 7:05 pm, 7:05pm, 7:05 p.m., 19.05."""
    hour, minute = time.split(":")
    half, twelve = "ap"[int(hour) % 24 // 12], f"{(int(hour) - 1) % 12 + 1}:{minute}"
    return f"{twelve} {half}m", f"{twelve}{half}m", f"{twelve} {half}.m.", f"{int(hour)}.{minute}"


def number_forms(number: str) -> tuple[str, ...]:
    """Return the other usual forms of a whole number: a word up to twelve, with separators from 1,000."""
    value = int(number)
    words = _SMALL_NUMBERS[value : value + 1] if value >= 0 else ()
    separated = (f"{value:,}", f"{value:,}".replace(",", " ")) if abs(value) >= _THOUSAND else ()
    return (*words, *separated)
