"""Creation of a routine from one or more runs of the same task."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

import msgspec

from onscreen.app_maps.screen_recognition import fits_signature
from onscreen.app_maps.screen_signature import ScreenSignature, group_key, sign
from onscreen.perceive.screen_change import past_steps
from onscreen.routines.parameter_inference import compare_instructions, quoted_values
from onscreen.routines.routine import (
    ANSWER,
    TARGET_FIELDS,
    AnswerSource,
    Argument,
    BadRoutine,
    Routine,
    RoutineEnd,
    RoutineStep,
    Values,
)
from onscreen.routines.routine_parameters import name_parameters, used_parameters
from onscreen.routines.screen_conditions import had_lasting_effect, is_shown, origin_of
from onscreen.routines.target_description import MAX_NAME_CHARS, describe_target
from onscreen.routines.target_search import answer_nodes
from onscreen.routines.text_template import (
    common_template,
    escape_text,
    insert_placeholders,
    literal_length,
    placeholder_names,
    replace_placeholders,
)
from onscreen.routines.typed_texts import (
    PerformedStep,
    check_password,
    check_text_source,
    find_secret,
)
from onscreen.types import Action, Done, Episode, Point, Shot
from onscreen.types.action import PASSIVE_ACTIONS

MAX_LEVELS = 3
"""Largest number of levels between the node of an answer and its row."""

_NUMBER = re.compile(r"(?<!\w)\d[\d.,:/-]*\d(?!\w)")


def create_routine(
    episodes: Sequence[Episode], *, name: str = "", parameters: Mapping[str, str] | None = None
) -> Routine:
    """Create a routine from completed runs of one task with different values.

    With one run, the parameters are the quoted parts of the instruction that the actions use, and
    `parameters`, which maps names to values marked by the user. With several runs, they are the parts in
    which the instructions differ. Failed actions, waiting, scrolling and questions to the user are left out.

    Raises:
        BadRoutine: a run was not completed, the runs differ in their steps, or a step cannot be repeated; the
            message states which.
    """
    runs = [_performed(each) for each in episodes]
    lengths = {len(run) for run in runs}
    if lengths == {0}:
        raise BadRoutine("the run contains no action that can be repeated; expected at least one")
    if len(lengths) > 1:
        counts = ", ".join(map(str, map(len, runs)))
        raise BadRoutine(f"the runs differ in their number of steps ({counts}); expected the same steps")
    instructions = [each.task.instruction for each in episodes]
    if len(episodes) == 1:
        values = _marked_values(instructions[0], parameters or {})
        return _merge_runs(episodes, runs, values=values, name=name)
    if parameters:
        raise BadRoutine("parameters are marked for one run only; several runs are compared instead")
    try:
        return _merge_runs(episodes, runs, values=compare_instructions(instructions), name=name)
    except BadRoutine:
        with suppress(BadRoutine):
            single = compare_instructions(instructions, single_words=True)
            return _merge_runs(episodes, runs, values=single, name=name)
        raise


def _merge_runs(
    episodes: Sequence[Episode],
    runs: Sequence[Sequence[PerformedStep]],
    *,
    values: Sequence[Values],
    name: str,
) -> Routine:
    """Merge completed runs with the same number of steps, given the values of the parameters of each run."""
    instructions = [each.task.instruction for each in episodes]
    instruction = common_template(instructions, values)
    if instruction is None:
        raise BadRoutine(
            f"the values of {instructions[0]!r} cannot be distinguished; mark them with --parameter"
        )
    known = placeholder_names(instruction)
    values = [{name: own[name] for name in known} for own in values]
    texts = (*("{" + each + "}" for each in known), *_fixed_values(instruction))
    steps = tuple(
        _merge_step(number, performed, values=values, texts=texts)
        for number, performed in enumerate(zip(*runs, strict=True), 1)
    )
    end = _merge_end(episodes, values=values, texts=texts)
    routine = Routine(name, instruction, device=episodes[0].device, runs=len(episodes), steps=steps, end=end)
    named = name_parameters(_without_unused(routine, values[0]))
    return msgspec.structs.replace(named, name=name or _default_name(named.instruction))


def _performed(episode: Episode) -> list[PerformedStep]:
    """Return the actions of a completed run that a routine must repeat."""
    last = episode.decisions[-1].action if episode.decisions else None
    if not isinstance(last, Done) or not last.achieved or episode.stop is None:
        reason = f"it ended with {episode.stop.reason!r}" if episode.stop else "it has not ended"
        raise BadRoutine(f"a run did not report success: {reason}; expected runs that completed the task")
    if episode.score is not None and episode.score.value is not None and episode.score.value < 1:
        raise BadRoutine(f"a run has the score {episode.score.value:g}; expected runs with the score 1")
    return [
        PerformedStep(step, episode.shots[:number], episode.task)
        for number, step in enumerate(past_steps(episode), 1)
        if not step.outcome.failed and not isinstance(step.action, PASSIVE_ACTIONS)
    ]


def _marked_values(instruction: str, parameters: Mapping[str, str]) -> list[Values]:
    """Return the parameter values of a single run: those marked by the user, and quoted parts."""
    for name, value in parameters.items():
        if not re.fullmatch(r"[a-zA-Z][a-zA-Z_0-9]*", name) or name == ANSWER:
            raise BadRoutine(
                f"{name!r} is not a parameter name; expected a letter, then letters, digits or _, "
                f"other than {ANSWER!r}"
            )
        if value not in instruction:
            raise BadRoutine(f"the instruction {instruction!r} does not contain {value!r}")
    marked = set(parameters.values())
    quoted = {name: value for name, value in quoted_values(instruction).items() if value not in marked}
    return [{**quoted, **parameters}]


def _fixed_values(instruction: str) -> tuple[str, ...]:
    """Return templates of the numbers and quoted parts of an instruction that are not parameters."""
    found = dict.fromkeys((*quoted_values(instruction).values(), *_NUMBER.findall(instruction)))
    return tuple(each for each in found if not placeholder_names(each) and "{" not in each)


def _merge_step(
    number: int, performed: Sequence[PerformedStep], *, values: Sequence[Values], texts: Sequence[str]
) -> RoutineStep:
    """Merge the same step of several runs."""
    actions = [each.step.action for each in performed]
    kinds = {type(action) for action in actions}
    if len(kinds) > 1:
        names = ", ".join(sorted(kind.__name__ for kind in kinds))
        raise BadRoutine(f"step {number} is a different action in each run: {names}")
    _check_repeatable(number, actions)
    shots = [each.before for each in performed]
    targets = {
        field: describe_target(
            number, [(getattr(each.step.action, field), each.before) for each in performed], values=values
        )
        for field in TARGET_FIELDS
        if getattr(actions[0], field, None) is not None
    }
    arguments = _merge_arguments(number, actions, values=values)
    secret = find_secret(performed, text=str(arguments.get("text", "")))
    if secret:
        del arguments["text"]
    text = str(arguments.get("text", ""))
    check_password(number, performed, text=text)
    if text and not placeholder_names(text):
        check_text_source(number, performed)
    effects = {had_lasting_effect(each.step) for each in performed}
    return RoutineStep(
        type(actions[0]).__name__.lower(),
        targets,
        arguments,
        secret=secret,
        changes=effects.pop() if len(effects) == 1 else None,
        origin=_merge_origins(number, shots),
        shows=_shown_texts(shots, texts, values=values),
        screen=_merge_screens(f"before step {number}", [sign(shot) for shot in shots]),
    )


def _check_repeatable(number: int, actions: Sequence[Action]) -> None:
    for action in actions:
        parts = [getattr(action, field, None) for field in (*TARGET_FIELDS, "start", "end")]
        if any(isinstance(part, Point) for part in parts):
            raise BadRoutine(
                f"step {number} acts at a point of the picture; expected an element as its target"
            )


def _merge_arguments(
    number: int, actions: Sequence[Action], *, values: Sequence[Values]
) -> dict[str, Argument]:
    """Merge the arguments of the same action in several runs, except targets and defaults."""
    merged: dict[str, Argument] = {}
    for field in msgspec.structs.fields(actions[0]):
        if field.name in TARGET_FIELDS:
            continue
        found = [getattr(action, field.name) for action in actions]
        if all(isinstance(each, str) for each in found):
            merged[field.name] = _merge_text(number, found, values=values)
        elif isinstance(found[0], tuple):
            if len({len(each) for each in found}) > 1:
                raise BadRoutine(f"step {number} has a different length of {field.name} in each run")
            columns = zip(*found, strict=True)
            merged[field.name] = tuple(_merge_text(number, list(column), values=values) for column in columns)
        elif any(each != found[0] for each in found):
            raise BadRoutine(f"step {number} has a different value of {field.name} in each run")
        elif found[0] != field.default:
            merged[field.name] = found[0]
    return {name: value for name, value in merged.items() if value not in ((), "")}


def _merge_text(number: int, texts: Sequence[str], *, values: Sequence[Values]) -> str:
    template = common_template(texts, values)
    if template is None:
        shown = " and ".join(dict.fromkeys(repr(text[:MAX_NAME_CHARS]) for text in texts))
        raise BadRoutine(f"step {number} uses {shown}, which the instructions do not contain")
    return template


def _merge_origins(number: int, shots: Sequence[Shot]) -> str:
    origins = {origin_of(shot) for shot in shots}
    if len(origins) > 1:
        raise BadRoutine(f"step {number} is on {' and on '.join(sorted(origins))}; expected the same host")
    return origins.pop()


def _shown_texts(
    shots: Sequence[Shot], templates: Sequence[str], *, values: Sequence[Values]
) -> tuple[str, ...]:
    """Return the templates whose texts are visible in all runs."""
    return tuple(
        template
        for template in templates
        if all(
            is_shown(replace_placeholders(template, own.__getitem__), shot)
            for own, shot in zip(values, shots, strict=True)
        )
    )


def _merge_screens(place: str, signatures: Sequence[ScreenSignature]) -> ScreenSignature:
    """Merge the signatures of a screen in several runs into their common features."""
    first = signatures[0]
    if not all(fits_signature(first, other) for other in signatures[1:]):
        raise BadRoutine(f"the screens {place} differ: {first.title!r} and {signatures[-1].title!r}")
    features = set(first.features).intersection(*(each.features for each in signatures[1:]))
    return ScreenSignature(first.label, first.title, tuple(sorted(features)))


def _merge_end(episodes: Sequence[Episode], *, values: Sequence[Values], texts: Sequence[str]) -> RoutineEnd:
    """Merge the last screens and answers of several runs."""
    shots = [each.last for each in episodes]
    shows = _shown_texts(shots, texts, values=values)
    before = [
        set().union(*(_shown_texts([shot], texts, values=[own]) for shot in each.shots[:-1]))
        for each, own in zip(episodes, values, strict=True)
    ]
    hides = tuple(
        text
        for text in texts
        if all(text in seen for seen in before)
        and not any(
            _shown_texts([shot], [text], values=[own]) for shot, own in zip(shots, values, strict=True)
        )
    )
    end = RoutineEnd(
        shows,
        hides,
        origin=_merge_origins(len(episodes[0].decisions), shots),
        screen=_merge_screens("at the end", [sign(shot) for shot in shots]),
    )
    last_actions = [each.decisions[-1].action for each in episodes]
    answers = [action.answer for action in last_actions if isinstance(action, Done)]
    if not any(answers):
        return end
    source = _answer_source(answers, shots, values=values)
    if source is not None:
        return msgspec.structs.replace(end, answer_from=source)
    template = common_template(answers, values)
    if template is None or not placeholder_names(template):
        raise BadRoutine(
            f"the answer {answers[0]!r} is in no single place of the last screen, so it cannot be read"
        )
    return msgspec.structs.replace(end, answer=template)


def _answer_source(
    answers: Sequence[str], shots: Sequence[Shot], *, values: Sequence[Values]
) -> AnswerSource | None:
    """Describe the node with the answer, by its position or a parameter in its row."""
    found: set[AnswerSource] = set()
    for number, (answer, shot, own) in enumerate(zip(answers, shots, values, strict=True)):
        sources = set(_sources_of(answer, shot, values=own))
        found = found & sources if number else sources
    return min(
        found,
        key=lambda each: (each.levels, literal_length(each.text), each.group, each.role, each.text),
        default=None,
    )


def _sources_of(answer: str, shot: Shot, *, values: Values) -> Iterator[AnswerSource]:
    """Yield the descriptions that match exactly one node, which contains the answer."""
    placeholder = "{" + ANSWER + "}"
    for node in shot.nodes:
        template = insert_placeholders(node.value or node.name, {**values, ANSWER: answer})
        if template.count(placeholder) != 1:
            continue
        source = AnswerSource(node.role, template, group_key(node, shot.nodes))
        rows = [
            msgspec.structs.replace(source, row=("{" + name + "}",), levels=levels)
            for name in values
            for levels in range(1, MAX_LEVELS + 1)
        ]
        for each in (source, *rows):
            if answer_nodes(each, shot, values=values) == [node]:
                yield each


def _without_unused(routine: Routine, values: Values) -> Routine:
    """Replace parameters used by neither a step nor the answer with their values."""
    used = used_parameters(routine)
    unused = {name: value for name, value in values.items() if name not in used}
    if routine.runs > 1 and unused:
        named = " and ".join(repr(value) for value in unused.values())
        raise BadRoutine(f"no step uses {named}, in which the instructions differ")
    instruction = replace_placeholders(
        routine.instruction, lambda name: escape_text(unused[name]) if name in unused else "{" + name + "}"
    )
    dropped = {"{" + name + "}" for name in unused}
    end = msgspec.structs.replace(
        routine.end,
        shows=tuple(each for each in routine.end.shows if each not in dropped),
        hides=tuple(each for each in routine.end.hides if each not in dropped),
    )
    return msgspec.structs.replace(routine, instruction=instruction, end=end)


def _default_name(instruction: str) -> str:
    """Return a name that consists of the words of an instruction, without the values of its parameters."""
    words = re.findall(r"[a-z0-9_]+", instruction.casefold())
    return "-".join(words)[:MAX_NAME_CHARS].strip("-") or "routine"
