"""Creation of a routine from one or more runs of the same task."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

import msgspec

from onscreen.app_maps.screen_recognition import is_same_screen
from onscreen.app_maps.screen_signature import ScreenSignature, group_key, sign, stable_id
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_change import past_steps
from onscreen.routines.instruction_comparison import compare_instructions, quoted_values
from onscreen.routines.routine import (
    CHECKED_STATES,
    TARGET_FIELDS,
    Argument,
    BadRoutine,
    Routine,
    RoutineEnd,
    RoutineStep,
    RoutineTarget,
)
from onscreen.routines.target_search import contains_words, find_targets, node_place, nodes_at
from onscreen.routines.text_template import (
    common_template,
    escape_text,
    insert_placeholders,
    literal_length,
    placeholder_names,
)
from onscreen.types import (
    Action,
    Ask,
    Done,
    Element,
    Episode,
    PastStep,
    Point,
    Scroll,
    Shot,
    Wait,
)

MAX_NAME_CHARS = 40
MAX_LEVELS = 3
"""Largest number of levels between the node of an answer and its row."""
ANSWER = "{answer}"
"""Placeholder of the answer in the text of the node that it is read from."""

Values = Mapping[str, str]


class _Performed(msgspec.Struct, frozen=True):
    """An action that a routine repeats, with its effect and the screen before it."""

    step: PastStep
    before: Shot
    secrets: tuple[str, ...] = ()


def create_routine(
    episodes: Sequence[Episode], *, name: str = "", parameters: Mapping[str, str] | None = None
) -> Routine:
    """Create a routine from completed runs of one task with different values.

    With one run, the parameters are the quoted parts of the instruction that the actions use, and
    `parameters`, the values by name that the user marks. With several runs, they are the parts in which
    the instructions differ. Failed actions, waiting and scrolling are left out.

    Raises:
        BadRoutine: a run was not completed, the runs differ in their steps, or a step cannot be repeated; the
            message says which.
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
        return _merge_runs(
            episodes, runs, values=_marked_values(instructions[0], parameters or {}), name=name
        )
    if parameters:
        raise BadRoutine("parameters are marked for one run only; several runs are compared instead")
    try:
        return _merge_runs(episodes, runs, values=compare_instructions(instructions), name=name)
    except BadRoutine:
        with suppress(BadRoutine):
            values = compare_instructions(instructions, single_words=True)
            return _merge_runs(episodes, runs, values=values, name=name)
        raise


def _merge_runs(
    episodes: Sequence[Episode],
    runs: Sequence[Sequence[_Performed]],
    *,
    values: Sequence[Values],
    name: str,
) -> Routine:
    """Merge completed runs with the same number of steps, given the values of the parameters of each run."""
    instructions = [each.task.instruction for each in episodes]
    steps = tuple(
        _merge_step(number, performed, values=values)
        for number, performed in enumerate(zip(*runs, strict=True), 1)
    )
    instruction = common_template(instructions, values)
    if instruction is None:
        raise BadRoutine(
            f"the values of {instructions[0]!r} cannot be distinguished; mark them by --parameter"
        )
    routine = Routine(
        name or _default_name(instructions[0]),
        instruction,
        device=episodes[0].device,
        runs=len(episodes),
        steps=steps,
        end=_merge_end(episodes, values),
    )
    return _rename_parameters(_drop_unused(routine, values[0]))


def _performed(episode: Episode) -> list[_Performed]:
    """Return the actions of a completed run that a routine repeats."""
    last = episode.decisions[-1].action if episode.decisions else None
    if not isinstance(last, Done) or not last.achieved or episode.stop is None:
        reason = f"it ended with {episode.stop.reason!r}" if episode.stop else "it has not ended"
        raise BadRoutine(f"a run did not report success: {reason}; expected runs that completed the task")
    if episode.score is not None and episode.score.value is not None and episode.score.value < 1:
        raise BadRoutine(f"a run has the score {episode.score.value:g}; expected runs with the score 1")
    pairs = zip(past_steps(episode), episode.shots, strict=False)
    return [
        _Performed(step, before, episode.task.secrets)
        for step, before in pairs
        if not step.outcome.failed and not isinstance(step.action, Done | Wait | Scroll | Ask)
    ]


def _marked_values(instruction: str, parameters: Mapping[str, str]) -> list[Values]:
    """Return the values of the parameters of a single run: those that the user marks, and quoted parts."""
    for name, value in parameters.items():
        if not re.fullmatch(r"[a-zA-Z]\w*", name):
            raise BadRoutine(f"{name!r} is not a parameter name; expected a letter, then letters or digits")
        if value not in instruction:
            raise BadRoutine(f"the instruction {instruction!r} does not contain {value!r}")
    marked = set(parameters.values())
    quoted = {name: value for name, value in quoted_values(instruction).items() if value not in marked}
    return [{**quoted, **parameters}]


def _merge_step(number: int, performed: Sequence[_Performed], *, values: Sequence[Values]) -> RoutineStep:
    """Merge the same step of several runs."""
    actions = [each.step.action for each in performed]
    kinds = {type(action) for action in actions}
    if len(kinds) > 1:
        names = ", ".join(sorted(kind.__name__ for kind in kinds))
        raise BadRoutine(f"step {number} is a different action in each run: {names}")
    _check_repeatable(number, actions)
    signatures = [sign(each.before) for each in performed]
    targets = {
        field: _merge_target(
            number, [(getattr(each.step.action, field), each.before) for each in performed], values=values
        )
        for field in TARGET_FIELDS
        if getattr(actions[0], field, None) is not None
    }
    arguments = _merge_arguments(number, actions, values=values)
    _check_password(number, performed, text=str(arguments.get("text", "")))
    effects = {each.step.had_effect for each in performed}
    return RoutineStep(
        type(actions[0]).__name__.lower(),
        targets,
        arguments,
        changes=effects.pop() if len(effects) == 1 else None,
        screen=_merge_screens(f"before step {number}", signatures),
    )


def _check_repeatable(number: int, actions: Sequence[Action]) -> None:
    for action in actions:
        parts = [getattr(action, field, None) for field in (*TARGET_FIELDS, "start", "end")]
        if any(isinstance(part, Point) for part in parts):
            raise BadRoutine(
                f"step {number} acts at a point of the picture; expected an element as its target"
            )


def _check_password(number: int, performed: Sequence[_Performed], *, text: str) -> None:
    """Check that the template of a text for a password field contains only parameters, or is a secret."""
    targets = [getattr(each.step.action, "target", None) for each in performed]
    is_password = any(isinstance(each, Element) and each.has("password") for each in targets)
    secrets = {escape_text("{" + name + "}") for each in performed for name in each.secrets}
    if is_password and literal_length(text) and text not in secrets:
        raise BadRoutine(
            f"step {number} types a password, which no routine contains; "
            "use --secret in the recorded runs, or make the password a parameter"
        )


def _merge_target(
    number: int, found: Sequence[tuple[Element, Shot]], *, values: Sequence[Values]
) -> RoutineTarget:
    """Merge the target of the same step of several runs."""
    described = [_describe(element, shot) for element, shot in found]
    first = described[0]
    if any(
        (each.role, each.group, each.states) != (first.role, first.group, first.states) for each in described
    ):
        raise BadRoutine(f"step {number} has another target in each run: {_names(found)}")
    has_id = all(each.has_id for each in described)
    name = common_template([each.name for each in described], values)
    if name is not None or has_id:
        return msgspec.structs.replace(first, name=name or escape_text(first.name), has_id=has_id)
    contains = tuple(
        "{" + parameter + "}"
        for parameter in values[0]
        if all(contains_words(each.name, own[parameter]) for each, own in zip(described, values, strict=True))
    )
    target = msgspec.structs.replace(first, name="", has_id=False, contains=contains)
    if not contains or any(
        len(find_targets(target, build_screen(shot), values=own)) != 1
        for (_, shot), own in zip(found, values, strict=True)
    ):
        raise BadRoutine(
            f"step {number} acts on {_names(found)}, and the instructions do not say which is meant"
        )
    return target


def _describe(element: Element, shot: Shot) -> RoutineTarget:
    """Describe a target; its id counts only if no other element of the screen has the same."""
    states = tuple(sorted(CHECKED_STATES & set(element.states)))
    group = group_key(element, shot.nodes)
    target = RoutineTarget(element.role, element.name, group, has_id=True, states=states)
    is_unique = len(find_targets(target, build_screen(shot), values={})) == 1
    return msgspec.structs.replace(target, has_id=bool(stable_id(element)) and is_unique)


def _names(found: Sequence[tuple[Element, Shot]]) -> str:
    return " and ".join(dict.fromkeys(repr(element.name[:MAX_NAME_CHARS]) for element, _ in found))


def _merge_arguments(
    number: int, actions: Sequence[Action], *, values: Sequence[Values]
) -> dict[str, Argument]:
    """Merge the fields of the same action of several runs that are not targets; defaults are left out."""
    merged: dict[str, Argument] = {}
    for field in msgspec.structs.fields(actions[0]):
        if field.name in TARGET_FIELDS:
            continue
        found = [getattr(action, field.name) for action in actions]
        if all(isinstance(each, str) for each in found):
            merged[field.name] = _merge_text(number, found, values=values)
        elif isinstance(found[0], tuple):
            if len({len(each) for each in found}) > 1:
                raise BadRoutine(f"step {number} has {field.name} of different length in each run")
            columns = zip(*found, strict=True)
            merged[field.name] = tuple(_merge_text(number, list(column), values=values) for column in columns)
        elif any(each != found[0] for each in found):
            raise BadRoutine(f"step {number} has another value of {field.name} in each run")
        elif found[0] != field.default:
            merged[field.name] = found[0]
    return {name: value for name, value in merged.items() if value not in ((), "")}


def _merge_text(number: int, texts: Sequence[str], *, values: Sequence[Values]) -> str:
    template = common_template(texts, values)
    if template is None:
        shown = " and ".join(dict.fromkeys(repr(text[:MAX_NAME_CHARS]) for text in texts))
        raise BadRoutine(f"step {number} uses {shown}, which the instructions do not contain")
    return template


def _merge_screens(place: str, signatures: Sequence[ScreenSignature]) -> ScreenSignature:
    """Merge the signatures of a screen in several runs; only features that all of them have are kept."""
    first = signatures[0]
    if not all(is_same_screen(first, other) for other in signatures[1:]):
        raise BadRoutine(f"the screens {place} differ: {first.title!r} and {signatures[-1].title!r}")
    features = set(first.features).intersection(*(each.features for each in signatures[1:]))
    return ScreenSignature(first.label, first.title, tuple(sorted(features)))


def _merge_end(episodes: Sequence[Episode], values: Sequence[Values]) -> RoutineEnd:
    """Merge the last screens and answers of several runs."""
    shots = [each.last for each in episodes]
    shows = tuple(
        "{" + name + "}"
        for name in values[0]
        if all(_is_visible(each[name], shot) for each, shot in zip(values, shots, strict=True))
    )
    answers = [
        each.decisions[-1].action.answer for each in episodes if isinstance(each.decisions[-1].action, Done)
    ]
    end = RoutineEnd(shows, screen=_merge_screens("at the end", [sign(shot) for shot in shots]))
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


def _is_visible(text: str, shot: Shot) -> bool:
    return any(text in node.name or text in node.value for node in shot.nodes)


def _answer_source(
    answers: Sequence[str], shots: Sequence[Shot], *, values: Sequence[Values]
) -> RoutineTarget | None:
    """Find the node whose text contains the answer, by its place or by a parameter in its row.

    Its name is the template of the text, such as "{answer} MB". Returns None without such a node.
    """
    found: set[RoutineTarget] = set()
    for number, (answer, shot, own) in enumerate(zip(answers, shots, values, strict=True)):
        places = set(_places_of(answer, shot, values=own))
        found = found & places if number else places
    return min(
        found,
        key=lambda place: (place.levels, place.name != ANSWER, place.group, place.role, place.name),
        default=None,
    )


def _places_of(answer: str, shot: Shot, *, values: Values) -> Iterator[RoutineTarget]:
    """Yield the descriptions by which only one node of a screen is found, which contains the answer."""
    for node in shot.nodes:
        template = insert_placeholders(node.value or node.name, {"answer": answer})
        if template.count(ANSWER) != 1:
            continue
        place = msgspec.structs.replace(node_place(node, shot), name=template)
        rows = [
            msgspec.structs.replace(place, contains=("{" + name + "}",), levels=levels)
            for name in values
            for levels in range(1, MAX_LEVELS + 1)
        ]
        for each in (place, *rows):
            if nodes_at(each, shot, values=values) == [node]:
                yield each


def _drop_unused(routine: Routine, values: Values) -> Routine:
    """Replace the parameters that no step and no answer uses by their values."""
    text = msgspec.json.encode((routine.steps, routine.end.answer, routine.end.answer_from)).decode()
    unused = {name: value for name, value in values.items() if "{" + name + "}" not in text}
    if routine.runs > 1 and unused:
        named = " and ".join(repr(value) for value in unused.values())
        raise BadRoutine(f"no step uses {named}, in which the instructions differ")
    instruction, shows = routine.instruction, routine.end.shows
    for name, value in unused.items():
        instruction = instruction.replace("{" + name + "}", escape_text(value))
        shows = tuple(each for each in shows if each != "{" + name + "}")
    end = msgspec.structs.replace(routine.end, shows=shows)
    return msgspec.structs.replace(routine, instruction=instruction, end=end)


def _rename_parameters(routine: Routine) -> Routine:
    """Name the parameters after the fields that their values are entered in."""
    names: dict[str, str] = {}
    for step in routine.steps:
        used = placeholder_names(str(step.arguments.get("text", "")))
        target = step.targets.get("target")
        label = re.sub(r"\W+", "_", target.name.casefold()).strip("_") if target else ""
        for name in used:
            if (
                re.fullmatch(r"value\d+", name)
                and re.fullmatch(r"[a-z]\w{0,30}", label)
                and label not in names.values()
            ):
                names.setdefault(name, label)
    encoded = msgspec.json.encode(routine).decode()
    for old, new in names.items():
        encoded = re.sub(rf"(?<!\{{)\{{{old}\}}(?!\}})", "{" + new + "}", encoded)
    return msgspec.json.decode(encoded, type=Routine)


def _default_name(instruction: str) -> str:
    words = re.findall(r"[a-z0-9]+", instruction.casefold())
    return "-".join(words)[:MAX_NAME_CHARS].strip("-") or "routine"
