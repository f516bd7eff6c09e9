"""Helpers for defining phone tasks: state checks, state edits, and accepted answer formats."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from onscreen.types import AllOf, Answered, AnyOf, Check, PageValue
from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.state_mutations import Edit, encode_edits
from onscreen_practice.state.expected_changes import Change, encode_changes, validate
from onscreen_practice.task_recipe import DONE, Kind, Layout, Move, TaskRecipe, finish_with

TaskFactory: TypeAlias = Callable[[PhoneState, Random], TaskRecipe]
"""Function that creates a task from the phone's initial state and a seeded random number generator."""

_THOUSAND = 1000
_SMALL_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip

ABOUT = "the phone's state has changed in exactly the ways that the task requires"


def state_is(*changes: Change) -> PageValue:
    """Build a check that the phone's state differs from the start by exactly the given changes.

    Raises:
        BadCheck: a change names a field or a value that the phone's state cannot have.
    """
    validate(changes, root=PhoneState)
    return PageValue(f"practice check {shlex.quote(encode_changes(changes))}", equals="[]", about=ABOUT)


def side_effects_expression(check: Check) -> str:
    """Build the shell command that lists state changes which a check does not require.

    Returns an empty string if the check does not concern the state.
    """
    alternatives = " ".join(f"{shlex.quote(each)}" for each in _state_checks(check))
    return f"practice unasked {alternatives}" if alternatives else ""


def _state_checks(check: Check) -> Iterator[str]:
    """Yield the required changes of each state check within a check, as JSON text."""
    if isinstance(check, PageValue):
        yield shlex.split(check.expression)[-1]
    for each in check.checks if isinstance(check, AllOf | AnyOf) else ():
        yield from _state_checks(each)


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
    instead: Sequence[str] = (),
    check: Check | None = None,
    kind: Kind = "plain",
    layout: Layout = "uniform",
) -> TaskRecipe:
    """Build a task that asks for one piece of information shown on the phone.

    An answer that also names an incorrect value is wrong.

    Args:
        template: the instruction, with a placeholder in braces for each of the `values`.
        values: the text that replaces each placeholder.
        answer: the correct answer.
        wrong: a plausible but incorrect answer.
        moves: the UI actions that bring the answer onto the screen.
        also: other accepted forms of the answer.
        instead: more incorrect answers, such as the other places of a list.
        check: the check of the finished state; by default, the state must not have changed.
        kind: wording of the instruction: plain, with an added requirement, or abstract.
        layout: whether the finished screen looks different for each seed.
    """
    others = tuple(dict.fromkeys(each for each in (wrong, *instead) if each not in {answer, *also}))
    has_number = any(character.isdigit() for character in answer)
    is_answered = Answered(answer, also=tuple(also), others=others, is_single=has_number)
    return TaskRecipe(
        template.format(**values),
        AllOf((is_answered, state_is() if check is None else check)),
        (*moves, finish_with(answer)),
        near_miss=(*moves, finish_with(wrong)),
        template=template,
        values=values,
        kind=kind,
        layout=layout,
    )


def clock_forms(time: str) -> tuple[str, ...]:
    """List other common ways to write a 24-hour time, such as 7:05 pm or 19.05 for 19:05.

    A full hour may be written without minutes, such as 6 pm for 18:00.
    """
    hour, minute = time.split(":")
    half, twelve = "ap"[int(hour) % 24 // 12], str((int(hour) - 1) % 12 + 1)
    clocks = (f"{twelve}:{minute}", f"{twelve}.{minute}", *((twelve,) if minute == "00" else ()))
    halves = (f" {half}m", f"{half}m", f" {half}.m.", f" {half}.m")
    others = (f"{int(hour)}.{minute}", f"{int(hour):02}.{minute}", f"{int(hour)}:{minute}")
    forms = (*(f"{clock}{each}" for clock in clocks for each in halves), *others)
    return tuple(dict.fromkeys(form for form in forms if form != time))


def other_number_words(number: str) -> tuple[str, ...]:
    """List the words "zero" to "twelve", except the one for the given integer.

    The word "one" is left out, because it has other meanings.
    """
    return tuple(word for word in _SMALL_NUMBERS if word != "one" and word not in number_forms(number))


def number_forms(number: str) -> tuple[str, ...]:
    """List other common ways to write an integer, such as "three" for 3 or "1,500" for 1500.

    Words are used for 0 to 12, and separators for numbers of four or more digits.
    """
    value = int(number)
    words = _SMALL_NUMBERS[value : value + 1] if value >= 0 else ()
    separated = (f"{value:,}", f"{value:,}".replace(",", " ")) if abs(value) >= _THOUSAND else ()
    return (*words, *separated)
