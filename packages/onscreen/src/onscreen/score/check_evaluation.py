"""Evaluation of checks on an episode and a device, which produces a score.

A condition holds, does not hold, or cannot be judged (the device is gone, a file cannot be read). AllOf,
AnyOf, Not and Then combine conditions by Kleene's three-valued logic: the result is unknown only if the
parts that cannot be judged could change it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from functools import singledispatch
from pathlib import Path
from typing import cast

import msgspec

from onscreen.device.base import Device
from onscreen.perceive.reading_order import reading_order
from onscreen.plugins import import_attribute, load_plugin
from onscreen.score.check_description import describe_check
from onscreen.score.state_lookup import find_objects, has_fields, parse_state
from onscreen.score.value_cache import ValueCache, ValueReader
from onscreen.score.value_match import NUMBER, find_misplaced, parse_json, value_matches, whole_words
from onscreen.types import (
    AddressIs,
    AllOf,
    Answered,
    AnyOf,
    Check,
    Click,
    Clicked,
    ClipboardHas,
    CodePasses,
    Done,
    ElementIs,
    Episode,
    FileIs,
    Node,
    Not,
    PageValue,
    Part,
    Refused,
    Score,
    Shot,
    StateHas,
    TextOrder,
    TextRecognized,
    TextShown,
    Then,
    Type,
    Typed,
)
from onscreen.types.errors import ActionFailed, DeviceError, MissingExtra, UsageError

CHECK_CODE = "onscreen.score.check_code:run_check_code"
"""Path of the sandbox for code, which is imported when a check needs it."""

_DENIED = re.compile(r"(?:\b(?:not|never|neither|nor)|n['\u2019]t)(?:\s+(?!(?:but|just|only)\b)\w+)?\s*$")
"""Text before a value that negates the value, such as "it is not at"."""


class EvaluationContext(msgspec.Struct, frozen=True):
    """Input for evaluating a check: the episode, and the device for live values.

    `device` is None when an earlier step of the episode is evaluated; checks that need the device are then
    unknown.
    """

    episode: Episode
    device: ValueReader | None


class Verdict(msgspec.Struct, frozen=True):
    """Result of evaluating a check, with the reason and one score component per leaf check.

    `holds` is None if the check cannot be judged.
    """

    holds: bool | None
    why: str
    parts: tuple[Part, ...] = ()


def score_task(episode: Episode, device: Device) -> Score:
    """Score an episode by evaluating its task's check, and count the side effects.

    The score has no value if the task has no check.
    """
    check = episode.task.check
    if check is None:
        return Score(None, why="no check")
    verdict = evaluate(check, EvaluationContext(episode, ValueCache(device)))
    value = None if verdict.holds is None else float(verdict.holds)
    return Score(value, verdict.parts, verdict.why, _count_side_effects(episode.task.side_effects, device))


def _count_side_effects(expression: str, device: Device) -> int | None:
    """Read the number of changes that a task did not ask for.

    Returns None if the task has no expression for them, or the device cannot evaluate it.
    """
    if not expression:
        return None
    try:
        return len(msgspec.json.decode(device.read(expression), type=list[object]))
    except (ActionFailed, DeviceError, msgspec.MsgspecError):
        return None


@singledispatch
def evaluate(check: object, context: EvaluationContext) -> Verdict:
    """Evaluate a check in the given context.

    Raises:
        TypeError: `check` is not a check.
    """
    raise TypeError(f"{type(check).__name__} is not a check; found in task {context.episode.task.name!r}")


def _leaf_verdict(check: Check, holds: bool | None, *, why: str) -> Verdict:
    value = None if holds is None else float(holds)
    return Verdict(holds, why, (Part(describe_check(check), value, why),))


def _normalize(text: str) -> str:
    return " ".join(text.split()).casefold()


@evaluate.register
def _evaluate_text_shown(check: TextShown, context: EvaluationContext) -> Verdict:
    expected = _normalize(check.text)
    last = context.episode.last
    texts = [f"{node.name} {node.value}" for node in last.nodes] + [
        last.dialog.message if last.dialog else ""
    ]
    shown = _normalize(" ".join(texts))
    holds = expected in shown
    return _leaf_verdict(check, holds, why=f"the text is {'' if holds else 'not '}on the last screen")


@evaluate.register
def _evaluate_address_is(check: AddressIs, context: EvaluationContext) -> Verdict:
    address = context.episode.last.address
    return _leaf_verdict(check, fnmatchcase(address, check.pattern), why=f"the last address is {address!r}")


@evaluate.register
def _evaluate_element_is(check: ElementIs, context: EvaluationContext) -> Verdict:
    candidates = [
        n
        for n in context.episode.last.nodes
        if n.role == check.role and _normalize(n.name) == _normalize(check.name)
    ]
    if not candidates:
        return _leaf_verdict(check, False, why=f"no {check.role} named {check.name!r} is on the last screen")
    details = ", ".join(
        f"value {node.value!r}, states {' '.join(node.states) or 'none'}" for node in candidates
    )
    return _leaf_verdict(
        check, any(_has_value_and_states(node, check) for node in candidates), why=f"found {details}"
    )


def _has_value_and_states(node: Node, check: ElementIs) -> bool:
    return check.value in {None, node.value} and set(check.states) <= set(node.states)


@evaluate.register
def _evaluate_file_is(check: FileIs, context: EvaluationContext) -> Verdict:
    path = Path(check.path).expanduser()
    if context.device is None:
        return _leaf_verdict(check, None, why="the state of a file at an earlier screen is unknown")
    if not path.is_file():
        return _leaf_verdict(check, False, why=f"there is no file {path}")
    try:
        content = path.read_bytes()
    except OSError as error:
        return _leaf_verdict(check, None, why=f"{path} cannot be read: {error.strerror}")
    digest = hashlib.sha256(content).hexdigest()
    holds = check.contains.encode() in content and check.sha256.lower() in {"", digest}
    return _leaf_verdict(check, holds, why=f"{path} has {len(content)} bytes, SHA-256 {digest}")


@evaluate.register
def _evaluate_page_value(check: PageValue, context: EvaluationContext) -> Verdict:
    if context.device is None:
        return _leaf_verdict(check, None, why="the value at an earlier screen is unknown")
    try:
        result = context.device.read(check.expression)
    except (ActionFailed, DeviceError) as error:
        return _leaf_verdict(check, None, why=f"cannot be read: {error}")
    return _leaf_verdict(check, value_matches(check, result), why=f"the value is {result}")


@evaluate.register
def _evaluate_state_has(check: StateHas, context: EvaluationContext) -> Verdict:
    if context.device is None:
        return _leaf_verdict(check, None, why="the state at an earlier screen is unknown")
    try:
        found = list(find_objects(parse_state(context.device.read(check.expression)), check.path))
    except (ActionFailed, DeviceError, ValueError) as error:
        return _leaf_verdict(check, None, why=f"cannot be read: {error}")
    holds = any(has_fields(each, check.fields) for each in found)
    return _leaf_verdict(check, holds, why=f"{'one' if holds else 'none'} of {len(found)} has the fields")


@evaluate.register
def _evaluate_clicked(check: Clicked, context: EvaluationContext) -> Verdict:
    actions = [decision.action for decision in context.episode.decisions]
    names = [a.target.name for a in actions if isinstance(a, Click) and isinstance(a.target, Node)]
    holds = any(_normalize(check.text) in _normalize(name) for name in names)
    return _leaf_verdict(check, holds, why=f"clicked were {names}")


@evaluate.register
def _evaluate_text_order(check: TextOrder, context: EvaluationContext) -> Verdict:
    nodes = context.episode.last.nodes
    names = [_normalize(nodes[index].name) for index in reading_order(nodes)]
    misplaced = find_misplaced(map(_normalize, check.texts), names)
    if not misplaced:
        return _leaf_verdict(check, True, why="the texts are in this order")
    is_shown = any(misplaced in name for name in names)
    place = "not in this place" if is_shown else "not on the last screen"
    return _leaf_verdict(check, False, why=f"{misplaced!r} is {place}")


@evaluate.register
def _evaluate_typed(check: Typed, context: EvaluationContext) -> Verdict:
    actions = [decision.action for decision in context.episode.decisions]
    texts = [action.text for action in actions if isinstance(action, Type)]
    holds = any(_normalize(check.text) in _normalize(text) for text in texts)
    return _leaf_verdict(check, holds, why=f"{len(texts)} texts were typed")


@evaluate.register
def _evaluate_text_recognized(check: TextRecognized, context: EvaluationContext) -> Verdict:
    """Search the recognized text of the last screenshot; unknown without text recognition."""
    try:
        recognize = cast("Callable[[Shot], Shot]", load_plugin("sense", "ocr"))
    except MissingExtra as error:
        return _leaf_verdict(check, None, why=str(error))
    shot = recognize(msgspec.structs.replace(context.episode.last, nodes=()))
    holds = _normalize(check.text) in _normalize(" ".join(node.name for node in shot.nodes))
    return _leaf_verdict(check, holds, why=f"the text is {'' if holds else 'not '}in the last screenshot")


@evaluate.register
def _evaluate_clipboard_has(check: ClipboardHas, context: EvaluationContext) -> Verdict:
    if context.device is None:
        return _leaf_verdict(check, None, why="the clipboard at an earlier screen is unknown")
    try:
        content = str(parse_json(context.device.read(check.expression)))
    except (ActionFailed, DeviceError) as error:
        return _leaf_verdict(check, None, why=f"cannot be read: {error}")
    holds = _normalize(check.text) in _normalize(content)
    return _leaf_verdict(check, holds, why=f"the clipboard has {len(content)} characters")


@evaluate.register
def _evaluate_code_passes(check: CodePasses, context: EvaluationContext) -> Verdict:
    """Run the code in the sandbox; unknown if the code cannot be run."""

    def judge(part: Check) -> bool:
        return evaluate(part, context).holds is True

    try:
        run_check_code = cast("Callable[..., bool]", import_attribute(CHECK_CODE))
        holds = run_check_code(check.code, judge, values=check.values)
    except (UsageError, MissingExtra) as error:
        return _leaf_verdict(check, None, why=str(error))
    return _leaf_verdict(check, holds, why=f"the code returned {holds}")


@evaluate.register
def _evaluate_answered(check: Answered, context: EvaluationContext) -> Verdict:
    last = _final_done(context.episode)
    if last is None:
        return _leaf_verdict(check, False, why="the agent gave no answer")
    if not last.achieved:
        return _leaf_verdict(check, False, why=f"the agent gave up: {last.answer!r}")
    answer = _normalize(last.answer)
    forms = sorted(map(_normalize, (check.text, *check.also)), key=len, reverse=True)
    accepted = "|".join(map(whole_words, forms))
    rest = re.sub(accepted, " | ", answer)
    affirmed = any(not _DENIED.search(answer[: found.start()]) for found in re.finditer(accepted, answer))
    instruction = _normalize(context.episode.task.instruction)
    extra = [
        other
        for other in map(_normalize, check.others)
        if other not in instruction
        and re.search(whole_words(other), answer if any(form in other for form in forms) else rest)
    ]
    if check.is_single:
        known = re.findall(NUMBER, instruction)
        extra += [number for number in re.findall(NUMBER, rest) if number not in known]
    besides = f", which also names {extra[0]!r}" if extra and rest != answer else ""
    denies = ", which denies it" if rest != answer and not affirmed else ""
    why = f"the answer is {last.answer!r}{besides}{denies}"
    return _leaf_verdict(check, affirmed and not extra, why=why)


@evaluate.register
def _evaluate_refused(check: Refused, context: EvaluationContext) -> Verdict:
    last = _final_done(context.episode)
    if last is None:
        return _leaf_verdict(check, False, why="the agent did not finish the run itself")
    claim = "done" if last.achieved else "not possible"
    return _leaf_verdict(check, not last.achieved, why=f"the agent reported that the task is {claim}")


def _final_done(episode: Episode) -> Done | None:
    last = episode.decisions[-1].action if episode.decisions else None
    return last if isinstance(last, Done) else None


@evaluate.register
def _evaluate_all_of(check: AllOf, context: EvaluationContext) -> Verdict:
    return _combine([evaluate(part, context) for part in check.checks], decisive=False)


@evaluate.register
def _evaluate_any_of(check: AnyOf, context: EvaluationContext) -> Verdict:
    return _combine([evaluate(part, context) for part in check.checks], decisive=True)


@evaluate.register
def _evaluate_not(check: Not, context: EvaluationContext) -> Verdict:
    verdict = evaluate(check.check, context)
    holds = None if verdict.holds is None else not verdict.holds
    return _leaf_verdict(check, holds, why=verdict.why)


@evaluate.register
def _evaluate_then(check: Then, context: EvaluationContext) -> Verdict:
    *earlier, final = check.checks or (AllOf(()),)
    at, verdicts = 0, []
    for part in earlier:
        at, verdict = _first_match(part, context.episode, at=at)
        verdicts.append(verdict)
    return _combine([*verdicts, evaluate(final, context)], decisive=False)


def _first_match(check: Check, episode: Episode, *, at: int) -> tuple[int, Verdict]:
    """Find the first screen on which a check holds, from index `at` to the last but one.

    If the check holds on no screen, the first screen on which it cannot be judged counts. Returns the index
    of the following screen and the verdict; the index is `at` if there is no match.
    """
    verdicts = [
        (n + 1, evaluate(check, EvaluationContext(episode.so_far(n), None)))
        for n in range(at, len(episode.shots) - 1)
    ]
    for holds in (True, None):
        for following, verdict in verdicts:
            if verdict.holds is holds:
                why = f"at screen {following}: {verdict.why}"
                return following, msgspec.structs.replace(verdict, why=why)
    return at, verdicts[-1][1] if verdicts else Verdict(False, "no screen is left before the last one")


def _combine(verdicts: list[Verdict], *, decisive: bool) -> Verdict:
    """Combine verdicts by Kleene's logic.

    A verdict equal to `decisive` decides; otherwise, any unknown verdict makes the result None.
    """
    parts = tuple(part for verdict in verdicts for part in verdict.parts)
    deciding = next((verdict for verdict in verdicts if verdict.holds is decisive), None)
    if deciding is not None:
        return Verdict(decisive, deciding.why, parts)
    unjudged = next((verdict for verdict in verdicts if verdict.holds is None), None)
    if unjudged is not None:
        return Verdict(None, unjudged.why, parts)
    return Verdict(not decisive, f"{'none' if decisive else 'all'} of {len(verdicts)} hold", parts)
