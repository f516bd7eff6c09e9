"""Evaluates checks: Episode and Device -> Score.

A condition holds, does not hold, or cannot be judged (the device is gone, a file may not be read).
Combinations follow Kleene's logic of three values: what decides the outcome whatever the unjudged part
would have been, decides it; else the whole cannot be judged.
"""

from __future__ import annotations

import hashlib
import json
import re
from fnmatch import fnmatchcase
from functools import singledispatch
from pathlib import Path

import msgspec

from onscreen.device.base import Device
from onscreen.types import (
    AddressIs,
    AllOf,
    Answered,
    AnyOf,
    Check,
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
    TextShown,
    Then,
)
from onscreen.types.errors import ActionFailed, DeviceError


class EvaluationContext(msgspec.Struct, frozen=True):
    """What a check is judged on: the episode as far as it is looked at, and what can be read now.

    `device` is None where the moment looked at is past, so that only what the episode holds can be known.
    """

    episode: Episode
    device: Device | None


class Verdict(msgspec.Struct, frozen=True):
    """Whether a check holds (None: cannot be judged), why, and what each of its leaves came to."""

    holds: bool | None
    why: str
    parts: tuple[Part, ...] = ()


def score_task(episode: Episode, device: Device) -> Score:
    """Score an episode by the check of its task; without one it cannot be judged."""
    check = episode.task.check
    if check is None:
        return Score(None, why="no check")
    verdict = judge(check, EvaluationContext(episode, device))
    value = None if verdict.holds is None else float(verdict.holds)
    return Score(value, verdict.parts, verdict.why)


@singledispatch
def judge(check: object, ground: EvaluationContext) -> Verdict:
    """Judge one check on this ground.

    Raises:
        TypeError: it is no check.
    """
    raise TypeError(f"{type(check).__name__} is no check; on {ground.episode.task.name!r}")


def _leaf(check: Check, holds: bool | None, *, why: str) -> Verdict:
    value = None if holds is None else float(holds)
    return Verdict(holds, why, (Part(_told(check), value, why),))


def _told(check: Check) -> str:
    given = {f: v for f in check.__struct_fields__ if (v := getattr(check, f)) not in (None, "", ())}
    return " ".join([type(check).__name__, *(f"{name}={value!r}" for name, value in given.items())])


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


@judge.register
def _(check: TextShown, ground: EvaluationContext) -> Verdict:
    wanted = _plain(check.text)
    last = ground.episode.last
    texts = [f"{node.name} {node.value}" for node in last.nodes] + [
        last.dialog.message if last.dialog else ""
    ]
    shown = _plain(" ".join(texts))
    holds = wanted in shown
    return _leaf(check, holds, why=f"the text is {'' if holds else 'not '}on the last screen")


@judge.register
def _(check: AddressIs, ground: EvaluationContext) -> Verdict:
    address = ground.episode.last.address
    return _leaf(check, fnmatchcase(address, check.pattern), why=f"the last address is {address!r}")


@judge.register
def _(check: ElementIs, ground: EvaluationContext) -> Verdict:
    named = [
        n for n in ground.episode.last.nodes if n.role == check.role and _plain(n.name) == _plain(check.name)
    ]
    if not named:
        return _leaf(check, False, why=f"no {check.role} named {check.name!r} is on the last screen")
    found = ", ".join(f"value {node.value!r}, states {' '.join(node.states) or 'none'}" for node in named)
    return _leaf(check, any(_is_so(node, check) for node in named), why=f"found {found}")


def _is_so(node: Node, check: ElementIs) -> bool:
    return check.value in {None, node.value} and set(check.states) <= set(node.states)


@judge.register
def _(check: FileIs, ground: EvaluationContext) -> Verdict:
    path = Path(check.path).expanduser()
    if ground.device is None:
        return _leaf(check, None, why="what a file was at an earlier screen is not known")
    if not path.is_file():
        return _leaf(check, False, why=f"there is no file {path}")
    try:
        content = path.read_bytes()
    except OSError as error:
        return _leaf(check, None, why=f"{path} cannot be read: {error.strerror}")
    found = hashlib.sha256(content).hexdigest()
    holds = check.contains.encode() in content and check.sha256.lower() in {"", found}
    return _leaf(check, holds, why=f"{path} has {len(content)} bytes, SHA-256 {found}")


@judge.register
def _(check: PageValue, ground: EvaluationContext) -> Verdict:
    if ground.device is None:
        return _leaf(check, None, why="what a page's value was at an earlier screen is not known")
    try:
        found = ground.device.read(check.expression)
    except (ActionFailed, DeviceError) as error:
        return _leaf(check, None, why=f"cannot be read: {error}")
    return _leaf(check, _agrees(check, found), why=f"the value is {found}")


def _agrees(check: PageValue, found: str) -> bool:
    value = _value(found)
    if check.equals is not None and value not in (check.equals, _value(check.equals)):
        return False
    if check.least is None:
        return check.equals is not None or bool(value)
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= check.least


def _value(text: str) -> object:
    try:
        value: object = json.loads(text)
    except ValueError:
        return text
    return value


@judge.register
def _(check: Answered, ground: EvaluationContext) -> Verdict:
    last = _done(ground.episode)
    if last is None:
        return _leaf(check, False, why="the agent gave no answer")
    whole = rf"(?<!\w){re.escape(_plain(check.text))}(?!\w)"
    return _leaf(
        check, re.search(whole, _plain(last.answer)) is not None, why=f"the answer is {last.answer!r}"
    )


@judge.register
def _(check: Refused, ground: EvaluationContext) -> Verdict:
    last = _done(ground.episode)
    if last is None:
        return _leaf(check, False, why="the agent did not end the run itself")
    said = "done" if last.achieved else "not possible"
    return _leaf(check, not last.achieved, why=f"the agent said it is {said}")


def _done(episode: Episode) -> Done | None:
    last = episode.decisions[-1].action if episode.decisions else None
    return last if isinstance(last, Done) else None


@judge.register
def _(check: AllOf, ground: EvaluationContext) -> Verdict:
    return _joined([judge(part, ground) for part in check.checks], decisive=False)


@judge.register
def _(check: AnyOf, ground: EvaluationContext) -> Verdict:
    return _joined([judge(part, ground) for part in check.checks], decisive=True)


@judge.register
def _(check: Not, ground: EvaluationContext) -> Verdict:
    verdict = judge(check.check, ground)
    holds = None if verdict.holds is None else not verdict.holds
    return msgspec.structs.replace(verdict, holds=holds, why=f"not: {verdict.why}")


@judge.register
def _(check: Then, ground: EvaluationContext) -> Verdict:
    *earlier, final = check.checks or (AllOf(()),)
    at, verdicts = 0, []
    for part in earlier:
        at, verdict = _earliest(part, ground.episode, at=at)
        verdicts.append(verdict)
    return _joined([*verdicts, judge(final, ground)], decisive=False)


def _earliest(check: Check, episode: Episode, *, at: int) -> tuple[int, Verdict]:
    """Return the verdict of the first screen from `at`, before the last, where it may hold; and the next."""
    found = [
        (n + 1, judge(check, EvaluationContext(episode.so_far(n), None)))
        for n in range(at, len(episode.shots) - 1)
    ]
    for holds in (True, None):
        for following, verdict in found:
            if verdict.holds is holds:
                why = f"at screen {following}: {verdict.why}"
                return following, msgspec.structs.replace(verdict, why=why)
    return at, found[-1][1] if found else Verdict(False, "no screen is left for it before the last")


def _joined(verdicts: list[Verdict], *, decisive: bool) -> Verdict:
    """Join by Kleene's logic: one `decisive` value decides, else one unjudged leaves it open."""
    parts = tuple(part for verdict in verdicts for part in verdict.parts)
    deciding = next((verdict for verdict in verdicts if verdict.holds is decisive), None)
    if deciding is not None:
        return Verdict(decisive, deciding.why, parts)
    unjudged = next((verdict for verdict in verdicts if verdict.holds is None), None)
    if unjudged is not None:
        return Verdict(None, unjudged.why, parts)
    return Verdict(not decisive, f"{'none' if decisive else 'all'} of {len(verdicts)} hold", parts)
