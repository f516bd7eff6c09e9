"""Validation of a routine read from a file that may have been edited."""

from __future__ import annotations

from pathlib import Path

import msgspec

from onscreen.routines.routine import ANSWER, CHECKED_STATES, TARGET_FIELDS, BadRoutine, Routine, RoutineStep
from onscreen.routines.routine_action import REPEATABLE, argument_names, build_action
from onscreen.routines.routine_parameters import used_parameters
from onscreen.routines.text_template import placeholder_names
from onscreen.types import Box, Element
from onscreen.types.action_limits import MAX_CLICKS

MAX_LEVELS = 20
"""Largest number of levels between the node of an answer and its row."""


def check_routine(routine: Routine, file: Path) -> None:
    """Check that a routine can be repeated: its name, actions, arguments, parameters and answer.

    Raises:
        BadRoutine: something cannot be repeated; the message states the step.
    """
    if routine.name != file.name.partition(".")[0]:
        raise BadRoutine(f"{file} contains the routine {routine.name!r}; expected the name of the file")
    known = placeholder_names(routine.instruction)
    for name in sorted(used_parameters(routine)):
        if name not in known:
            raise BadRoutine(
                f"{file} uses {{{name}}}, which its instruction does not contain; "
                f"known: {', '.join(known) or 'none'}; a literal brace is written twice"
            )
    source = routine.end.answer_from
    if source and placeholder_names(source.text).count(ANSWER) != 1:
        raise BadRoutine(f"{file} reads the answer from {source.text!r}; expected one {{{ANSWER}}} in it")
    if source and not 0 <= source.levels <= MAX_LEVELS:
        raise BadRoutine(f"{file} has an answer with {source.levels} levels; expected 0 to {MAX_LEVELS}")
    for number, step in enumerate(routine.steps, 1):
        _check_step(step, f"{file}, step {number},", known=known)


def _check_step(step: RoutineStep, place: str, *, known: tuple[str, ...]) -> None:
    if step.action not in REPEATABLE:
        raise BadRoutine(f"{place} has the action {step.action!r}; expected one of {', '.join(REPEATABLE)}")
    others = sorted({*step.arguments} - argument_names(step.action))
    if others or set(step.targets) - set(TARGET_FIELDS):
        expected = ", ".join(sorted(argument_names(step.action))) or "none"
        raise BadRoutine(f"{place} has the arguments {', '.join(others)}; expected {expected}")
    states = {state for target in step.targets.values() for state in target.states}
    if states - CHECKED_STATES:
        expected = ", ".join(sorted(CHECKED_STATES))
        raise BadRoutine(f"{place} has the states {', '.join(sorted(states))}; expected {expected}")
    element = Element("button", "", Box(0, 0, 1, 1), mark=1, index=0)
    try:
        action = build_action(step, dict.fromkeys(step.targets, element), values=dict.fromkeys(known, "x"))
    except msgspec.ValidationError as error:
        raise BadRoutine(f"{place} cannot be performed: {error}") from error
    if getattr(action, "count", 1) > MAX_CLICKS:
        raise BadRoutine(f"{place} clicks too often; expected at most {MAX_CLICKS} times")
