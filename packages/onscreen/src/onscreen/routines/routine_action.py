"""Conversion of the actions in a routine file to `Action` values, with validation."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from onscreen.routines.routine import TARGET_FIELDS, RoutineStep
from onscreen.routines.text_template import fill_template
from onscreen.types import (
    Act,
    Action,
    Answer,
    Back,
    Click,
    CloseTab,
    Download,
    Drag,
    Element,
    Forward,
    Home,
    Hover,
    LongPress,
    Open,
    Press,
    Select,
    SwitchTab,
    Type,
    Upload,
)

REPEATABLE: Mapping[str, type[Act]] = {
    kind.__name__.lower(): kind
    for kind in (
        Click, LongPress, Hover, Type, Press, Select, Drag, Open, SwitchTab, CloseTab, Back, Forward, Home,
        Upload, Download, Answer,
    )
}  # fmt: skip
"""Actions that a routine may contain, by their names in the stored form."""


def build_action(step: RoutineStep, targets: Mapping[str, Element], *, values: Mapping[str, str]) -> Action:
    """Build the action of a step with the given targets.

    Raises:
        msgspec.ValidationError: the arguments of the step do not fit the action.
        KeyError: a template contains a parameter without a value.
    """
    fields: dict[str, object] = {"type": step.action}
    for name, argument in step.arguments.items():
        if isinstance(argument, str):
            fields[name] = fill_template(argument, values)
        elif isinstance(argument, tuple):
            fields[name] = [fill_template(each, values) for each in argument]
        else:
            fields[name] = argument
    if step.secret:
        fields["text"] = "{" + step.secret + "}"
    fields |= {name: msgspec.to_builtins(target) for name, target in targets.items()}
    return msgspec.convert(fields, Action)  # type: ignore[no-any-return]  # a union, not a class


def argument_names(action: str) -> frozenset[str]:
    """Return the names of an action's fields other than its targets."""
    fields = {field.name for field in msgspec.structs.fields(REPEATABLE[action])}
    return frozenset(fields - set(TARGET_FIELDS))
