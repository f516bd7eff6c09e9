"""Repair of proposed checks: failing conditions are dropped, and weak checks are extended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from onscreen.discovery.check_proposal import (
    Volatile,
    control_conditions,
    removal_conditions,
    screen_conditions,
    state_conditions,
)
from onscreen.discovery.recorded_run import RecordedRun
from onscreen.discovery.state_difference import normalize_text
from onscreen.discovery.subtask_draft import SubtaskDraft
from onscreen.discovery.trajectory import Values
from onscreen.routines.text_template import placeholder_names
from onscreen.score.state_lookup import ANY_MEMBER, SEPARATOR, find_objects, has_fields
from onscreen.types import Check, StateHas

CODE = "stored_value"
"""Placeholder of the stored value for the parameter's value."""


def generalize(draft: SubtaskDraft) -> SubtaskDraft:
    """Drop the fields and conditions that do not hold in every run of a draft."""
    if not draft.codes and (coded := _with_codes(draft)) is not None:
        return coded
    kept = (_generalized(draft, each) for each in draft.conditions)
    return msgspec.structs.replace(draft, conditions=tuple(each for each in kept if each is not None))


def _with_codes(draft: SubtaskDraft) -> SubtaskDraft | None:
    """Replace a literal value that differs between candidates by the placeholder of a stored value.

    Returns None unless one field has a different known value for each value of the only parameter.
    """
    if len(draft.parameters) != 1:
        return None
    for rank, condition in enumerate(draft.conditions):
        if not isinstance(condition, StateHas):
            continue
        for field in condition.fields:
            codes = _read_codes(draft, condition, field=field)
            if len(set(codes.values())) == len(codes) > 1:
                fields = {**condition.fields, field: "{" + CODE + "}"}
                wider = msgspec.structs.replace(condition, fields=fields)
                conditions = (*draft.conditions[:rank], wider, *draft.conditions[rank + 1 :])
                return msgspec.structs.replace(draft, conditions=conditions, codes={CODE: codes})
    return None


def _read_codes(draft: SubtaskDraft, condition: StateHas, *, field: str) -> Mapping[str, str]:
    """Map each parameter value to the value of a field; {} if the field is missing or not constant."""
    if placeholder_names("".join((*condition.path, *condition.fields.values()))):
        return {}
    codes: dict[str, str] = {}
    for run in draft.runs:
        found = [
            normalize_text(value)
            for each in find_objects(run.state(), condition.path)
            for value in find_objects(each, field.split(SEPARATOR))
        ]
        chosen = run.values[draft.parameters[0]]
        if len(found) != 1 or codes.get(chosen, found[0]) != found[0]:
            return {}
        codes[chosen] = found[0]
    return codes


def _generalized(draft: SubtaskDraft, condition: Check) -> Check | None:
    if all(holds_in(draft, condition, run=run) for run in draft.runs):
        return condition
    if not isinstance(condition, StateHas):
        return None
    for path in _paths(condition.path):
        wider: StateHas | None = msgspec.structs.replace(condition, path=path)
        for run in draft.runs:
            wider = _common_fields(draft, wider, run=run) if wider else None
        if wider and wider.fields and all(holds_in(draft, wider, run=run) for run in draft.runs):
            return wider
    return None


def _paths(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield a path, then variants with "*" in place of the last key and of the key before it."""
    yield path
    for at in (len(path) - 1, len(path) - 2):
        if at > 0 and path[at] != ANY_MEMBER:
            yield (*path[:at], ANY_MEMBER, *path[at + 1 :])


def _common_fields(draft: SubtaskDraft, condition: StateHas, *, run: RecordedRun) -> StateHas | None:
    """Keep the fields present in the most similar object of a run; returns None if no object has any."""
    filled = draft.fill(draft.values_of(run), (condition,))
    state = run.state()
    expected = filled.checks[0] if filled is not None else None
    if not isinstance(expected, StateHas) or state is None:
        return None
    best: list[str] = []
    for found in find_objects(state, expected.path):
        same = [name for name, text in expected.fields.items() if has_fields(found, {name: text})]
        best = max(best, same, key=len)
    fields = {name: text for name, text in condition.fields.items() if name in best}
    return msgspec.structs.replace(condition, fields=fields) if fields else None


def holds_in(draft: SubtaskDraft, condition: Check, *, run: RecordedRun, steps: int | None = None) -> bool:
    """Check whether a condition, filled with a run's values, holds in the run after a number of steps."""
    filled = draft.fill(draft.values_of(run), (condition,))
    return filled is not None and run.holds(filled, steps=steps)


def specialize(
    draft: SubtaskDraft, passes: Sequence[tuple[Values, RecordedRun, int]], *, volatile: Volatile
) -> SubtaskDraft:
    """Add a condition that holds in every run of the draft and fails where the check wrongly passes.

    Each of `passes` contains the values filled into the check, the run, and the number of steps after which
    the check passes. The draft is returned unchanged if there is no such condition.
    """
    for condition in _further_conditions(draft, volatile=volatile):
        if condition in draft.conditions:
            continue
        if all(holds_in(draft, condition, run=run) for run in draft.runs) and any(
            _fails(draft, condition, passed=each) for each in passes
        ):
            return msgspec.structs.replace(draft, conditions=(*draft.conditions, condition))
    return draft


def _fails(draft: SubtaskDraft, condition: Check, *, passed: tuple[Values, RecordedRun, int]) -> bool:
    values, run, steps = passed
    filled = draft.fill(values, (condition,))
    return filled is not None and not run.holds(filled, steps=steps)


def _further_conditions(draft: SubtaskDraft, *, volatile: Volatile) -> Iterable[Check]:
    run = draft.runs[0]
    values = draft.values_of(run)
    yield from state_conditions(run, values, volatile=volatile)
    yield from removal_conditions(run, values)
    yield from control_conditions(draft, run)
    if draft.kind == "lookup":
        yield from screen_conditions(draft, run)
