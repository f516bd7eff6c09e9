"""Discovery of subtasks: search, proposal of checks, cross-verification, and the resulting templates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from onscreen.app_maps.screen_map import AppMap
from onscreen.discovery.check_proposal import Volatile, propose_conditions
from onscreen.discovery.cross_verification import reach_agreement
from onscreen.discovery.demonstrations import Demonstration
from onscreen.discovery.instruction_faults import KEY, find_instruction_fault, find_keys
from onscreen.discovery.made_up_text import resource_type
from onscreen.discovery.state_difference import find_differences
from onscreen.discovery.subtask_draft import SubtaskDraft
from onscreen.discovery.subtask_instruction import clean_label, write_instruction
from onscreen.discovery.subtask_search import Report, SearchLimits, SubtaskSearch
from onscreen.discovery.trajectory import Values
from onscreen.discovery.trajectory_player import TrajectoryPlayer, find_state_source
from onscreen.discovery.value_restriction import restrict
from onscreen.routines.text_template import fill_template, placeholder_names
from onscreen.score.check_description import describe_check
from onscreen.score.state_lookup import ANY_MEMBER, SEPARATOR
from onscreen.synthesis.subtask_template import BadSubtask, OutputResource, SubtaskTemplate, validate_subtask
from onscreen.types import AllOf, Check, Not, StateHas
from onscreen.types.errors import DeviceError

SAME_EFFECT = "has the same check as a shorter subtask"
SAME_INSTRUCTION = "has the same instruction as another subtask"


class DiscoveredSubtask(msgspec.Struct, frozen=True):
    """Result for one draft: its template, the verification of its check, and the decision.

    `first_failures` are the failures of the first proposal, () if it had none, and `rounds` is the
    number of verifications. `reason` states why the subtask is excluded, "" if it is accepted.
    """

    draft: SubtaskDraft
    template: SubtaskTemplate
    first_failures: tuple[str, ...]
    rounds: int
    reason: str = ""

    @property
    def status(self) -> Literal["accepted", "excluded"]:
        """Verdict: "accepted" if check and trajectory agree, otherwise "excluded"."""
        return "excluded" if self.reason else "accepted"

    @property
    def check_in_words(self) -> str:
        """The check with the values of the first run, in words."""
        filled = self.draft.fill(self.draft.values_of(self.draft.runs[0]))
        return describe_check(filled) if filled is not None and self.draft.conditions else "no check"


class Discovery(msgspec.Struct, frozen=True):
    """Discovered subtasks, accepted and excluded, and counts of trajectories without a draft by reason."""

    subtasks: tuple[DiscoveredSubtask, ...]
    rejected: Mapping[str, int]
    runs: int
    volatile: Volatile = frozenset()


def discover_subtasks(
    player: TrajectoryPlayer,
    app_map: AppMap,
    *,
    limits: SearchLimits,
    report: Report,
    demonstrations: Sequence[Demonstration] = (),
) -> Discovery:
    """Find the subtasks of an application with a map, and verify their checks against all trajectories.

    The recorded trajectories of `demonstrations` are tried first.
    The search ends early if the device fails; earlier results are kept.

    Raises:
        DeviceError: the device is gone, or the application does not start, before anything was found.
    """
    search = SubtaskSearch(player, app_map, limits=limits, demonstrations=demonstrations)
    drafts: list[SubtaskDraft] = []
    try:
        drafts.extend(search.find(report))
    except DeviceError as error:
        if not drafts:
            raise
        search.rejected[f"the device failed: {error}"] += 1
    found = verify_drafts(drafts, player, volatile=search.volatile, seed=limits.seeds[0])
    return Discovery(found, dict(search.rejected), player.runs, search.volatile)


def verify_drafts(
    found_drafts: Sequence[SubtaskDraft], player: TrajectoryPlayer, *, volatile: Volatile, seed: int
) -> tuple[DiscoveredSubtask, ...]:
    """Propose a check for each draft, repair it, and decide whether the subtask is accepted.

    Of several drafts with the same proposed conditions, only the shortest is verified; the others are
    excluded.
    """
    distinct = prune_states([each for each in found_drafts if each.runs])
    found: list[DiscoveredSubtask] = []
    kept: dict[tuple[str, ...], str] = {}
    drafts = [
        msgspec.structs.replace(each, conditions=propose_conditions(each, volatile)) for each in distinct
    ]
    for proposed in sorted(drafts, key=lambda each: len(each.steps)):
        twins = {kept[key] for key in [_effect_key(proposed)] if key in kept}
        if twins:
            template = make_template(proposed, player, seed=seed)
            found.append(DiscoveredSubtask(proposed, template, (), 0, f"{SAME_EFFECT} ({min(twins)})"))
            continue
        kept[_effect_key(proposed)] = proposed.id
        others = [each for each in drafts if _effect_key(each) != _effect_key(proposed)]
        found.append(_verify(proposed, others, player=player, volatile=volatile, seed=seed))
    return tuple(_exclude_keys(tuple(name_menus(found, player.label))))


def _exclude_keys(found: Sequence[DiscoveredSubtask]) -> Iterator[DiscoveredSubtask]:
    """Exclude subtasks that only press a key of a keypad."""
    keys = find_keys([each.template for each in found if not each.reason])
    for each in found:
        yield (
            msgspec.structs.replace(each, reason=KEY)
            if each.template.id in keys and not each.reason
            else each
        )


def name_menus(found: Sequence[DiscoveredSubtask], app: str) -> Iterator[DiscoveredSubtask]:
    """Name the menus in duplicate instructions; exclude an instruction that remains a duplicate."""
    taken: set[str] = set()
    for each in found:
        instruction = each.draft.instruction
        if not each.reason and _pattern(instruction) in taken:
            looked_up = _looked_up(each.draft)
            instruction = write_instruction(app, each.draft.steps, looked_up=looked_up, names_menus=True)
        is_repeated = not each.reason and _pattern(instruction) in taken
        if not each.reason:
            taken.add(_pattern(instruction))
        yield msgspec.structs.replace(
            each,
            draft=msgspec.structs.replace(each.draft, instruction=instruction),
            template=msgspec.structs.replace(each.template, instruction=instruction),
            reason=SAME_INSTRUCTION if is_repeated else each.reason,
        )


def _pattern(instruction: str) -> str:
    """Return an instruction template without the names of its placeholders."""
    return re.sub(r"\{\w+\}", "{}", instruction)


def _looked_up(draft: SubtaskDraft) -> str:
    """Return the output that a lookup must show, in words; "" if it has no output."""
    return f"the {draft.outputs[0].label}" if draft.outputs else ""


def prune_states(drafts: Sequence[SubtaskDraft]) -> tuple[SubtaskDraft, ...]:
    """Keep only the parts of the recorded states that changed in some run, to speed up checks."""
    changed = frozenset(
        part
        for draft in drafts
        for run in draft.runs
        for change in find_differences(run.state(0), run.state())
        for part in change.path[:1] or (field.partition(SEPARATOR)[0] for field in change.fields)
    )
    return tuple(
        msgspec.structs.replace(draft, runs=tuple(run.with_parts(changed) for run in draft.runs))
        for draft in drafts
    )


def _verify(
    draft: SubtaskDraft,
    drafts: Sequence[SubtaskDraft],
    *,
    player: TrajectoryPlayer,
    volatile: Volatile,
    seed: int,
) -> DiscoveredSubtask:
    agreement = reach_agreement(draft, drafts, volatile=volatile)
    for variant in restrict(draft, volatile=volatile) if agreement.remaining else ():
        again = reach_agreement(variant, drafts, volatile=volatile)
        if not again.remaining:
            agreement = msgspec.structs.replace(again, rounds=(*agreement.rounds, *again.rounds))
            break
    agreed = _with_instruction(agreement.draft, draft, app=player.label)
    template = make_template(agreed, player, seed=seed)
    reason = agreement.remaining or find_instruction_fault(agreed)
    try:
        validate_subtask(template)
    except BadSubtask as error:
        reason = reason or str(error)
    return DiscoveredSubtask(agreed, template, agreement.rounds[0], len(agreement.rounds), reason)


def _with_instruction(draft: SubtaskDraft, proposed: SubtaskDraft, *, app: str) -> SubtaskDraft:
    """Rewrite the instruction of a draft if it was written from removed steps."""
    looked_up = _looked_up(proposed)
    if draft.steps == proposed.steps or proposed.instruction != write_instruction(
        app, proposed.steps, looked_up=looked_up
    ):
        return draft
    return msgspec.structs.replace(
        draft, instruction=write_instruction(app, draft.steps, looked_up=_looked_up(draft))
    )


def _effect_key(draft: SubtaskDraft) -> tuple[str, ...]:
    """Return a key of the proposed conditions that is equal for drafts with the same effect."""
    if not draft.conditions:
        return (draft.id,)
    return tuple(sorted(msgspec.json.encode(each).decode() for each in draft.conditions))


def make_template(draft: SubtaskDraft, player: TrajectoryPlayer, *, seed: int) -> SubtaskTemplate:
    """Convert a draft to the template of a subtask, for the composition of tasks."""
    typed = {name: step.name for step in draft.steps if step.verb == "type" for name in step.parameters}
    typed = {name: label for name, label in typed.items() if name in draft.parameters}
    return SubtaskTemplate(
        draft.id,
        draft.instruction,
        player.app,
        draft.conditions[0] if len(draft.conditions) == 1 else AllOf(draft.conditions),
        platform=player.device.name,
        parameters=draft.parameters,
        inputs={name: resource_type(label, _example(draft, name)) for name, label in typed.items()},
        outputs=(
            *_code_outputs(draft, player.label),
            *_shown_outputs(draft, player.label, seed=seed),
            *_typed_outputs(draft, typed, app=player.label),
        ),
        candidates=draft.candidates,
        is_lasting=draft.kind != "lookup" and any(map(_is_lasting, draft.conditions)),
        sets=tuple(
            dict.fromkeys(
                filter(None, (name_change(each, _naming_parameters(draft)) for each in draft.conditions))
            )
        ),
        start=find_state_source(player.device, player.app, seed=seed).start,
        person_steps=len(draft.steps) + 1,
    )


def _code_outputs(draft: SubtaskDraft, app: str) -> tuple[OutputResource, ...]:
    """Return the output that maps parameter values to the stored values used in checks."""
    return tuple(
        OutputResource(name, f"stored value in {app}", f"the setting {{{p}}}", f"{{{p}}}", codes)
        for name, codes in draft.codes.items()
        for p in draft.parameters
    )


def _shown_outputs(draft: SubtaskDraft, app: str, *, seed: int) -> tuple[OutputResource, ...]:
    """Return the outputs of a lookup, with their values for each value of its only parameter."""
    if len(draft.parameters) != 1:
        return ()
    name = draft.parameters[0]
    made: list[OutputResource] = []
    for output in draft.outputs:
        values = {
            run.values[name]: draft.values_of(run)[output.name]
            for run in draft.runs
            if run.seed == seed and output.name in draft.values_of(run)
        }
        kind = resource_type(output.label, next(iter(values.values()), ""))
        phrase = f"the {output.label} of {{{name}}} in {app}"
        made.append(OutputResource(output.name, kind, phrase, f"{{{name}}}", values))
    return tuple(made)


def _example(draft: SubtaskDraft, name: str) -> str:
    """Return the first candidate of a parameter, "" if it has none."""
    return next(iter(draft.candidates.get(name, ())), "")


def _typed_outputs(draft: SubtaskDraft, typed: Values, *, app: str) -> tuple[OutputResource, ...]:
    """Return the texts stored by an entry, each referenced by another parameter of the entry."""
    names = list(typed)
    return tuple(
        OutputResource(
            f"stored_{name}",
            resource_type(label, _example(draft, name)),
            f"the {clean_label(label)} of {{{other}}} in {app}",
            f"{{{name}}}",
        )
        for name, label in typed.items()
        for other in [next((each for each in names if each != name), "")]
        if other
    )


def _is_lasting(condition: Check) -> bool:
    """Check whether a condition applies to the stored state instead of the last screen."""
    return isinstance(condition.check if isinstance(condition, Not) else condition, StateHas)


def _naming_parameters(draft: SubtaskDraft) -> Sequence[str]:
    """Return the parameters that identify the object that a subtask sets.

    A typed text is the name of a new object; for a changed object, it is the new value.
    """
    run = draft.runs[0]
    changes = find_differences(run.state(0), run.state(), known=tuple(run.values.values()))
    if any(each.kind == "added" or any(ANY_MEMBER in f for f in each.fields) for each in changes):
        return draft.parameters
    typed = {name for step in draft.steps if step.verb == "type" for name in step.parameters}
    return tuple(name for name in draft.parameters if name not in typed)


def name_change(condition: Check, parameters: Sequence[str]) -> str:
    """Name the object or field set by a condition on the state, without the value.

    A position in a list, such as "items/0", has one value, which does not identify an object.
    """
    if not isinstance(condition, StateHas):
        return ""
    found = {name: set(placeholder_names(text)) for name, text in condition.fields.items()}
    places = {name for name in found if any(step.isdigit() for step in name.split(SEPARATOR))}
    naming = [name for name in found if found[name] and found[name] <= set(parameters)]
    named = [f"{name}={condition.fields[name]}" for name in naming if name not in places]
    return " ".join((*condition.path, *(named or sorted(condition.fields)[:1])))


def fill_instruction(found: DiscoveredSubtask) -> str:
    """Return the instruction filled with the values of the first run."""
    return fill_template(found.draft.instruction, found.draft.runs[0].values)
