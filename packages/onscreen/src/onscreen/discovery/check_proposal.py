"""Proposal of conditions from the differences in screen and state before and after a run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

import msgspec

from onscreen.discovery.control_difference import find_control_changes
from onscreen.discovery.recorded_run import RecordedRun
from onscreen.discovery.state_difference import ObjectChange, find_differences
from onscreen.discovery.subtask_draft import SubtaskDraft
from onscreen.discovery.trajectory import Values
from onscreen.routines.text_template import escape_text, insert_placeholders, placeholder_names
from onscreen.score.state_lookup import ANY_MEMBER
from onscreen.types import AddressIs, Check, ElementIs, Not, StateHas, TextShown

MAX_VALUE_CHARS = 200
"""Maximum length of a field's text in a condition."""
_TIMESTAMP = re.compile(r"\d{10,}|\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*")
"""Values that depend on when a run takes place."""
MAX_SCREEN_CONDITIONS = 12
"""Maximum number of conditions on elements that are only on the last screen."""

Volatile = frozenset[tuple[str, ...]]
"""Paths of fields that change without an action."""


def find_volatile(idle: RecordedRun, *, at: int = 0) -> Volatile:
    """Return the paths of the fields that changed in a run without actions."""
    changes = find_differences(idle.state(at), idle.state())
    return frozenset((*change.path, field) for change in changes for field in change.fields)


def propose_conditions(draft: SubtaskDraft, volatile: Volatile = frozenset()) -> tuple[Check, ...]:
    """Propose the conditions of a draft from its reference run.

    State changes are preferred. For an added object, only fields with a parameter value are required, because
    the instruction does not mention the others. Conditions that hold before the last step are left out,
    unless none would be left.
    """
    run = draft.runs[0]
    values = draft.values_of(run)
    found = tuple(state_conditions(run, values, volatile=volatile, with_defaults=False))
    found = found or tuple(control_conditions(draft, run))
    if not found:
        shown = tuple(screen_conditions(draft, run))[: len(values) + 1]
        address = run.episode.last.address
        place = (AddressIs(escape_text(address).replace("[", "[[]")),) if draft.outputs and address else ()
        return (*shown, *(each for each in place if each not in shown))
    before_last = len(run.episode.decisions) - 1
    late = tuple(each for each in found if not _held(draft, each, run=run, steps=before_last))
    return late or found


def _held(draft: SubtaskDraft, condition: Check, *, run: RecordedRun, steps: int) -> bool:
    filled = draft.fill(draft.values_of(run), (condition,))
    return filled is not None and run.holds(filled, steps=steps)


def state_conditions(
    run: RecordedRun, values: Values, *, volatile: Volatile, with_defaults: bool = True
) -> Iterator[Check]:
    """Yield a condition for each object that a run added, removed or changed.

    Without `with_defaults`, the condition on an added object contains no fields filled in by the application,
    if other fields have a parameter value.
    """
    if not run.states[-1].compressed:
        return
    expression, today = escape_text(run.states[-1].expression), datetime.now().astimezone().date().isoformat()
    for change in without_settings(find_differences(run.state(0), run.state(), known=tuple(values.values()))):
        fields = {
            name: text
            for name, text in change.fields.items()
            if (*change.path, name) not in volatile
            and len(text) <= MAX_VALUE_CHARS
            and not _TIMESTAMP.fullmatch(text)
            and (text != today or text in values.values())
        }
        if fields or any(step in values.values() for step in change.path):
            condition = _state_condition(change, fields, values=values, expression=expression)
            is_whole = with_defaults or change.kind != "added"
            yield condition if is_whole else _without_defaults(condition)


def without_settings(changes: Sequence[ObjectChange]) -> Sequence[ObjectChange]:
    """Leave out files whose names begin with a dot, such as settings, unless nothing else changed."""
    visible = [
        change
        for change in changes
        if not any(
            name.startswith(".")
            for name in (*change.path, change.key, {**change.context, **change.fields}.get("name", ""))
        )
    ]
    return visible or changes


def removal_conditions(run: RecordedRun, values: Values) -> Iterator[Check]:
    """Yield a condition on the key of each object removed by a run, or on its fields with a parameter.

    Unlike a condition on all fields of the object, these conditions fail if the object was only changed.
    """
    if not run.states[-1].compressed:
        return
    expression = escape_text(run.states[-1].expression)
    for change in find_differences(run.state(0), run.state(), known=tuple(values.values())):
        if change.kind != "removed":
            continue
        templates = {name: _template(text, values) for name, text in change.fields.items()}
        named = {name: text for name, text in templates.items() if placeholder_names(text)}
        if named:
            yield Not(StateHas(expression, _path(change.path, values), named))
        if change.key:
            yield Not(StateHas(expression, _path((*change.path[:-1], change.key), values)))


def _without_defaults(condition: Check) -> Check:
    """Keep only the fields of a condition with a placeholder, if its fields or path contain any."""
    if not isinstance(condition, StateHas):
        return condition
    named = {name: text for name, text in condition.fields.items() if placeholder_names(text)}
    is_named = named or any(map(placeholder_names, condition.path))
    return msgspec.structs.replace(condition, fields=named) if is_named else condition


def _state_condition(
    change: ObjectChange, fields: Mapping[str, str], *, values: Values, expression: str
) -> Check:
    templates = {name: _template(text, values) for name, text in fields.items()}
    if change.kind == "removed":
        return Not(StateHas(expression, _path(change.path, values), templates))
    named = {
        name: template
        for name, text in change.context.items()
        if placeholder_names(template := _template(text, values))
    }
    path = (*change.path[:-1], ANY_MEMBER) if named else change.path
    return StateHas(expression, _path(path, values), {**named, **templates})


def _path(path: tuple[str, ...], values: Values) -> tuple[str, ...]:
    """Convert a path to templates, with placeholders for keys that are parameter values."""
    names = {text: name for name, text in values.items() if not text.isdigit()}
    return tuple("{" + names[step] + "}" if step in names else escape_text(step) for step in path)


def _template(text: str, values: Values) -> str:
    return insert_placeholders(text, values, ignore_case=True)


def control_conditions(draft: SubtaskDraft, run: RecordedRun) -> Iterator[Check]:
    """Yield a condition for each control whose text, value or state the last step of a run changed."""
    if draft.kind == "lookup" or len(run.episode.shots) < 2:  # noqa: PLR2004  before and after
        return
    values = draft.values_of(run)
    for change in find_control_changes(run.episode.shots[-2], run.episode.last):
        name, value = _template(change.name, values), _template(change.value, values)
        if not change.states:
            yield ElementIs(change.role, name, value)
        elif change.is_on:
            yield ElementIs(change.role, name, states=change.states)
        else:
            yield ElementIs(change.role, name)
            yield Not(ElementIs(change.role, name, states=change.states))


def screen_conditions(draft: SubtaskDraft, run: RecordedRun) -> Iterator[Check]:
    """Yield conditions on the last screen: shown values, and elements missing from all earlier screens."""
    values = draft.values_of(run)
    for name in values:
        yield TextShown("{" + name + "}")
    last = run.episode.last
    earlier = {(node.role, node.name) for shot in run.episode.shots[:-1] for node in shot.nodes}
    found = 0
    for node in last.nodes:
        if not node.name or (node.role, node.name) in earlier or found >= MAX_SCREEN_CONDITIONS:
            continue
        found += 1
        yield ElementIs(node.role, _template(node.name, values))
    if last.address and last.address not in {shot.address for shot in run.episode.shots[:-1]}:
        yield AddressIs(_template(last.address, values).replace("[", "[[]"))
