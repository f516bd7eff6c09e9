"""Used parameters of a routine, and their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import msgspec

from onscreen.routines.routine import ANSWER, Argument, Routine, RoutineEnd, RoutineStep
from onscreen.routines.text_template import placeholder_names, replace_placeholders

_UNNAMED = re.compile(r"value\d+")


def used_parameters(routine: Routine) -> frozenset[str]:
    """Return the names of the parameters that the steps, their conditions or the answer contain."""
    found: set[str] = set()

    def note(template: str) -> str:
        found.update(placeholder_names(template))
        return template

    _map_steps(routine, note)
    answer = routine.end.answer_from
    for template in (routine.end.answer, *((answer.text, *answer.row) if answer else ())):
        note(template)
    return frozenset(found - {ANSWER})


def name_parameters(routine: Routine) -> Routine:
    """Name the parameters after the fields into which their values are entered."""
    names: dict[str, str] = {}
    taken = {ANSWER, *placeholder_names(routine.instruction)}
    for step in routine.steps:
        target = step.targets.get("target")
        label = re.sub(r"[^a-z0-9]+", "_", target.name.casefold()).strip("_") if target else ""
        for name in placeholder_names(str(step.arguments.get("text", ""))):
            is_free = re.fullmatch(r"[a-z][a-z_0-9]{0,30}", label) and label not in taken
            if _UNNAMED.fullmatch(name) and name not in names and is_free:
                names[name] = label
                taken.add(label)
    return map_templates(routine, lambda text: _rename(text, names))


def map_templates(routine: Routine, change: Callable[[str], str]) -> Routine:
    """Return the routine with a function applied to all of its templates."""
    return msgspec.structs.replace(
        routine,
        instruction=change(routine.instruction),
        steps=_map_steps(routine, change),
        end=_map_end(routine.end, change),
    )


def _map_steps(routine: Routine, change: Callable[[str], str]) -> tuple[RoutineStep, ...]:
    return tuple(
        msgspec.structs.replace(
            step,
            targets={
                field: msgspec.structs.replace(target, name=change(target.name))
                for field, target in step.targets.items()
            },
            arguments={name: _map_argument(argument, change) for name, argument in step.arguments.items()},
            shows=tuple(map(change, step.shows)),
        )
        for step in routine.steps
    )


def _map_argument(argument: Argument, change: Callable[[str], str]) -> Argument:
    if isinstance(argument, str):
        return change(argument)
    return tuple(map(change, argument)) if isinstance(argument, tuple) else argument


def _map_end(end: RoutineEnd, change: Callable[[str], str]) -> RoutineEnd:
    source = end.answer_from
    return msgspec.structs.replace(
        end,
        shows=tuple(map(change, end.shows)),
        hides=tuple(map(change, end.hides)),
        answer=change(end.answer),
        answer_from=source
        and msgspec.structs.replace(source, text=change(source.text), row=tuple(map(change, source.row))),
    )


def _rename(template: str, names: Mapping[str, str]) -> str:
    return replace_placeholders(template, lambda name: "{" + names.get(name, name) + "}")
