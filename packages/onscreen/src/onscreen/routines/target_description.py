"""Description of the target of the same step in several runs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile

import msgspec

from onscreen.app_maps.screen_signature import group_key, stable_id
from onscreen.perceive.element_kinds import ENTRY_ROLES
from onscreen.perceive.screen_builder import build_screen
from onscreen.routines.routine import CHECKED_STATES, BadRoutine, RoutineTarget
from onscreen.routines.target_search import find_targets
from onscreen.routines.text_template import (
    ANY,
    common_template,
    escape_text,
    insert_placeholders,
    placeholder_names,
)
from onscreen.types import Element, Shot

MAX_NAME_CHARS = 40

_PLACEHOLDER = re.compile(r"(?<!\{)(\{[a-zA-Z_]\w*\})(?!\})")


def describe_target(
    number: int, found: Sequence[tuple[Element, Shot]], *, values: Sequence[Mapping[str, str]]
) -> RoutineTarget:
    """Describe the target of step `number` of several runs so that it is found on every screen.

    An entry field without a name, such as the text area of an editor, is described by its position alone.

    Raises:
        BadRoutine: the targets have different roles, positions or states, or their names differ in more than
            the parameter values.
    """
    described = [_describe(element, shot) for element, shot in found]
    first = described[0]
    names = " and ".join(dict.fromkeys(repr(element.name[:MAX_NAME_CHARS]) for element, _ in found))
    if any(
        (each.role, each.group, each.states) != (first.role, first.group, first.states) for each in described
    ):
        raise BadRoutine(f"step {number} has a different target in each run: {names}")
    if all(each.has_id for each in described):
        return msgspec.structs.replace(first, name=escape_text(first.name))
    texts = [" ".join(each.name.split()) for each in described]
    name = common_template(texts, values)
    if name is None or (not name and first.role not in ENTRY_ROLES):
        name = _partial_template(texts, values)
    target = msgspec.structs.replace(first, name=name or "", has_id=False)
    if name is None or any(
        len(find_targets(target, build_screen(shot), values=own)) != 1
        for (_, shot), own in zip(found, values, strict=True)
    ):
        raise BadRoutine(f"step {number} acts on {names}, and the instructions do not say which is meant")
    return target


def _describe(element: Element, shot: Shot) -> RoutineTarget:
    """Describe a target, by its id if it is an entry field with a unique id."""
    states = tuple(sorted(CHECKED_STATES & set(element.states)))
    target = RoutineTarget(element.role, element.name, group_key(element, shot.nodes), states=states)
    if element.role not in ENTRY_ROLES or not stable_id(element):
        return target
    by_id = msgspec.structs.replace(target, has_id=True)
    return by_id if len(find_targets(by_id, build_screen(shot), values={})) == 1 else target


def _partial_template(texts: Sequence[str], values: Sequence[Mapping[str, str]]) -> str | None:
    """Find a template with {*} for the parts not explained by parameter values.

    Returns None if the texts contain no value, or not the same ones in the same order.
    """
    parts = [
        _PLACEHOLDER.split(insert_placeholders(text, own, ignore_case=True))
        for text, own in zip(texts, values, strict=True)
    ]
    if len({len(each) for each in parts}) > 1 or len(texts) == 1:
        return None
    merged: list[str] = []
    for column in zip(*parts, strict=True):
        if len(set(column)) == 1:
            merged.append(column[0])
        elif any("{" in each for each in column):
            return None
        else:
            start = re.sub(r"\w*$", "", _common_start(column))
            rest = [each[len(start) :][::-1] for each in column]
            end = re.sub(r"^\w*", "", _common_start(rest)[::-1])
            merged.append(start + ANY + end)
    template = "".join(merged)
    return template if placeholder_names(template) else None


def _common_start(texts: Sequence[str]) -> str:
    """Return the longest common prefix of the texts."""
    columns = zip(*texts, strict=False)
    return "".join(column[0] for column in takewhile(lambda each: len(set(each)) == 1, columns))
