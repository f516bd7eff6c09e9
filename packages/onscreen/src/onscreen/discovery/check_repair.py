"""Repair of proposed conditions: what fails in an own run is dropped, what is too weak is extended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from onscreen.discovery.check_proposal import Volatile, screen_conditions, state_conditions
from onscreen.discovery.recorded_run import RecordedRun
from onscreen.discovery.subtask_draft import SubtaskDraft
from onscreen.score.state_lookup import ANY_MEMBER, find_objects, has_fields
from onscreen.types import Check, StateHas


def generalise(draft: SubtaskDraft) -> SubtaskDraft:
    """Drop the fields and conditions that do not hold in every run of a draft."""
    kept = (_generalised(draft, each) for each in draft.conditions)
    return msgspec.structs.replace(draft, conditions=tuple(each for each in kept if each is not None))


def _generalised(draft: SubtaskDraft, condition: Check) -> Check | None:
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
    """Yield a path, and the path with any member in place of its last key and then of the key before."""
    yield path
    for at in (len(path) - 1, len(path) - 2):
        if at > 0 and path[at] != ANY_MEMBER:
            yield (*path[:at], ANY_MEMBER, *path[at + 1 :])


def _common_fields(draft: SubtaskDraft, condition: StateHas, *, run: RecordedRun) -> StateHas | None:
    """Keep the fields that the most similar object of a run has; returns None if no object has any."""
    filled = draft.fill(draft.values_of(run), (condition,))
    state = run.state()
    if filled is None or state is None:
        return None
    expected = filled.checks[0]  # type: ignore[union-attr]  # a draft fills into AllOf
    best: list[str] = []
    for found in find_objects(state, expected.path):  # type: ignore[union-attr]
        same = [name for name, text in expected.fields.items() if has_fields(found, {name: text})]  # type: ignore[union-attr]
        best = max(best, same, key=len)
    fields = {name: text for name, text in condition.fields.items() if name in best}
    return msgspec.structs.replace(condition, fields=fields) if fields else None


def holds_in(draft: SubtaskDraft, condition: Check, *, run: RecordedRun, steps: int | None = None) -> bool:
    """Check whether a condition with the values of a run holds in it after a number of steps."""
    filled = draft.fill(draft.values_of(run), (condition,))
    return filled is not None and run.holds(filled, steps=steps)


def specialise(
    draft: SubtaskDraft, passes: Sequence[tuple[Check, RecordedRun, int]], *, volatile: Volatile
) -> SubtaskDraft:
    """Add conditions that hold in every own run and tell it from runs in which the check wrongly passes.

    Each of `passes` is the values as a filled check, the run and the number of its steps; a draft for which no
    such condition exists is returned unchanged.
    """
    for condition in _further_conditions(draft, volatile=volatile):
        if condition in draft.conditions:
            continue
        if not all(holds_in(draft, condition, run=run) for run in draft.runs):
            continue
        if any(_separates(draft, condition, run=run, steps=steps) for _, run, steps in passes):
            return msgspec.structs.replace(draft, conditions=(*draft.conditions, condition))
    return draft


def _separates(draft: SubtaskDraft, condition: Check, *, run: RecordedRun, steps: int) -> bool:
    """Check whether a condition fails in a run for all values of the draft that differ from the run's."""
    others = [values for own in draft.runs if (values := draft.values_of(own)) != draft.values_of(run)]
    filled = [draft.fill(values, (condition,)) for values in others or [draft.values_of(draft.runs[0])]]
    return all(each is not None and not run.holds(each, steps=steps) for each in filled)


def _further_conditions(draft: SubtaskDraft, *, volatile: Volatile) -> Iterable[Check]:
    run = draft.runs[0]
    values = draft.values_of(run)
    yield from state_conditions(run, values, volatile=volatile)
    if draft.kind == "lookup":
        yield from screen_conditions(draft, run)
