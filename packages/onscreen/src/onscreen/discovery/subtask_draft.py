"""Drafts of subtasks: a trajectory with candidates for its parameters, and its recorded runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from onscreen.app_maps.screen_signature import group_key
from onscreen.discovery.recorded_run import RecordedRun
from onscreen.discovery.trajectory import Steps, Values, used_parameters
from onscreen.synthesis.subtask_template import BadSubtask, fill_check
from onscreen.types import AllOf, Check, Shot

DraftKind = Literal["change", "entry", "lookup"]


class OutputValue(msgspec.Struct, frozen=True):
    """Value shown on the last screen of a lookup: its name, its label in words, and its position."""

    name: str
    label: str
    group: str


class SubtaskDraft(msgspec.Struct, frozen=True):
    """A subtask under construction.

    `runs` are complete runs with different values and random seeds; the first one is the reference.
    `conditions` are templates; all of them must hold. `codes` maps the name of a placeholder to a mapping
    from values of the only parameter to stored values.
    """

    id: str
    kind: DraftKind
    instruction: str
    steps: Steps
    candidates: Mapping[str, tuple[str, ...]]
    runs: tuple[RecordedRun, ...]
    outputs: tuple[OutputValue, ...] = ()
    conditions: tuple[Check, ...] = ()
    codes: Mapping[str, Mapping[str, str]] = {}

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of the parameters in the order of the steps."""
        return used_parameters(self.steps)

    def values_of(self, run: RecordedRun) -> Values:
        """Return the values of the parameters and outputs in a run."""
        return {**run.values, **find_outputs(self, run.episode.last), **self.codes_of(run.values)}

    def codes_of(self, values: Values) -> Values:
        """Return the stored values for the parameter values, if known."""
        chosen = values.get(self.parameters[0], "") if self.parameters else ""
        return {name: codes[chosen] for name, codes in self.codes.items() if chosen in codes}

    def fill(self, values: Values, conditions: tuple[Check, ...] | None = None) -> AllOf | None:
        """Fill the conditions with values; returns None if a value cannot be filled in."""
        try:
            filled = fill_check(AllOf(self.conditions if conditions is None else conditions), values)
        except BadSubtask:
            return None
        return filled if isinstance(filled, AllOf) else None


def find_outputs(draft: SubtaskDraft, shot: Shot) -> Values:
    """Return the values of the outputs shown on a screen.

    The label of an output is not part of its value: "Sheet Guests" is the sheet "Guests".
    """
    return {
        output.name: _without_label(node.name, output.label)
        for output in draft.outputs
        for node in shot.nodes
        if node.name and group_key(node, shot.nodes) == output.group
    }


def _without_label(text: str, label: str) -> str:
    """Return a text without the label at its start, if something else follows."""
    start, rest = text[: len(label)], text[len(label) :]
    is_labeled = start.casefold() == label.casefold() and rest[:1] in {" ", ":"} and rest.strip(" :")
    return rest.lstrip(" :") if label and is_labeled else text
