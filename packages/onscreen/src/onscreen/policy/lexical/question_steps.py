"""Steps towards a goal, and what a question asks for: found where it leads, read beside its words."""

from __future__ import annotations

import re

import msgspec

from onscreen.policy.lexical.creation_steps import step
from onscreen.policy.lexical.goal_pursuit import pursue
from onscreen.policy.lexical.goal_terms import alike, meant, same, things_of
from onscreen.policy.lexical.move import DONE, Move
from onscreen.policy.lexical.word_lists import STOP_WORDS, words
from onscreen.types import Screen, Situation

_ASKING = frozenset(
    (
        "what", "which", "who", "when", "where", "how", "many", "much", "does", "do", "did", "is", "has", "i",
        "according", "show", "under", "until", "time", "long", "high", "far",
    )
)  # fmt: skip
_TIME = re.compile(r"\b\d{1,2}:\d{2}\b")
_WHEN = re.compile(r"\d:\d\d|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Today|Yesterday|Tomorrow)\b")
_NUMBER = re.compile(r"\d[\d.,]*")
_CODE = re.compile(r"[\w-]*\d[\w-]*")
_WANTS_CODE = re.compile(r"\b(?:number|code|password|seat)\b", re.IGNORECASE)
_WANTS_TIME = re.compile(r"\b(?:when|what time)\b", re.IGNORECASE)
_WANTS_NUMBER = re.compile(r"\bhow (?:many|much|high|long|far|old)\b", re.IGNORECASE)


def towards(text: str, about: Situation, *, screen: Screen) -> Move | None:
    """Do the next thing for a step of a goal; None where the text is no such step."""
    if text.startswith("bring about: "):
        return pursue(text.removeprefix("bring about: "), about, screen=screen)
    if text.startswith("find out: "):
        return _find_out(text.removeprefix("find out: "), about, screen=screen)
    return step(text, about, screen=screen)


def _find_out(question: str, about: Situation, *, screen: Screen) -> Move:
    """Go where the question leads until its answer stands there."""
    bare = _without(question, about)
    if read_off(bare, screen):
        return DONE
    move = pursue(bare, about, screen=screen)
    return DONE if move.action is None else msgspec.structs.replace(move, finished=False)


def _without(question: str, about: Situation) -> str:
    """Leave out the names of applications: where to look is no part of what is asked."""
    for tool in about.tools:
        question = re.sub(rf"\b(?:the )?{re.escape(tool.name)}\b(?: app)?", "", question)
    return " ".join(question.split())


def read_off(question: str, screen: Screen) -> str | None:
    """Return what stands beside the words of the question, of the kind that is asked for."""
    things = things_of(meant(question))
    shown = [e for e in screen.elements if e.name and not e.has("editable")]
    if things and not any(alike(things[-1], e.name) for e in shown):
        return None
    asked = [w for w in words(question) if w not in STOP_WORDS | _ASKING]
    asked = [w for w in asked if not any(w in words(thing) for thing in things)]
    for place, element in enumerate(shown):
        said = [w for w in words(element.name) if w not in STOP_WORDS]
        named = bool(things) and alike(things[-1], element.name)
        label = bool(said) and all(any(same(w, a) for a in asked) for w in said)
        if not (label or named) or (element.role in ("heading", "tab", "button") and not named):
            continue
        above = shown[max(0, place - 1)].name
        before = above if _WANTS_CODE.search(question) and label else ""
        for near in (
            element.value,
            before,
            *(e.name for e in shown[place + 1 : place + 4] if e.role != "button"),
        ):
            if near and (value := _of_kind(question, near)):
                return value
    if not asked or not _WANTS_CODE.search(question):
        return None
    told = (e.name for e in shown if e.role == "text" and _speaks_of(asked, e.name))
    return next(filter(None, (_of_kind(question, text) for text in told)), None)


def _speaks_of(asked: list[str], text: str) -> bool:
    """Whether a text holds half of the words that are asked for."""
    return sum(any(same(a, w) for w in words(text)) for a in set(asked)) * 2 >= len(set(asked))


def _of_kind(question: str, text: str) -> str | None:
    for wants, kind in ((_WANTS_TIME, _TIME), (_WANTS_CODE, _CODE), (_WANTS_NUMBER, _NUMBER)):
        if wants.search(question):
            found = kind.search(text)
            return found.group(0) if found else None
    parts = [part for part in text.split(" · ") if not _WHEN.search(part)]
    return parts[0] if parts else None
