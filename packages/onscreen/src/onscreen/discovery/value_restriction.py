"""Restriction of a subtask to the parameter values for which trajectory and check agree."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from onscreen.discovery.check_proposal import Volatile, propose_conditions
from onscreen.discovery.check_repair import holds_in
from onscreen.discovery.parameter_candidates import with_fixed
from onscreen.discovery.subtask_draft import SubtaskDraft
from onscreen.routines.text_template import escape_text, fill_template


def restrict(draft: SubtaskDraft, *, volatile: Volatile) -> Iterator[SubtaskDraft]:
    """Yield variants of a draft with one parameter: one with fewer values, and one without the parameter."""
    if len(draft.parameters) == 1:
        variants = (drop_values(draft), fix_value(draft, volatile=volatile))
        yield from (each for each in variants if each != draft)


def drop_values(draft: SubtaskDraft) -> SubtaskDraft:
    """Drop the values of the only parameter for which the first proposal does not hold.

    The draft is returned unchanged if fewer than two values remain.
    """
    name, seed = draft.parameters[0], draft.runs[0].seed
    fitting = [run for run in draft.runs if all(holds_in(draft, c, run=run) for c in draft.conditions)]
    values = tuple(dict.fromkeys(run.values[name] for run in fitting if run.seed == seed))
    if len(values) < 2:  # noqa: PLR2004  one value is no parameter
        return draft
    kept = tuple(run for run in draft.runs if run in fitting or run.seed != seed)
    return msgspec.structs.replace(draft, runs=kept, candidates={**draft.candidates, name: values})


def fix_value(draft: SubtaskDraft, *, volatile: Volatile) -> SubtaskDraft:
    """Replace the only parameter by its first value, such as for a row that does not affect the result.

    Typed parameters and the outputs of a lookup are kept.
    """
    name, value = draft.parameters[0], draft.runs[0].values[draft.parameters[0]]
    if draft.outputs or any(step.verb == "type" for step in draft.steps):
        return draft
    runs = [run for run in draft.runs if run.values.get(name) == value]
    fixed = msgspec.structs.replace(
        draft,
        instruction=fill_template(draft.instruction, {name: escape_text(value)}),
        steps=tuple(with_fixed(step, name, values={name: value}) for step in draft.steps),
        candidates={key: values for key, values in draft.candidates.items() if key != name},
        runs=tuple(msgspec.structs.replace(run, values={}) for run in runs),
        conditions=(),
        codes={},
    )
    return msgspec.structs.replace(fixed, conditions=propose_conditions(fixed, volatile))
