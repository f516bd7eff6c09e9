"""Question answering in an application: navigate to a relevant screen and read the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from onscreen.policy.lexical.app_choice import are_device_apps
from onscreen.policy.lexical.goal_pursuit import pursue_goal
from onscreen.policy.lexical.rule_proposals import DONE
from onscreen.policy.lexical.text_answers import read_cell, read_sentence
from onscreen.policy.lexical.text_lookup import read_short_answer
from onscreen.text.names import find_subjects
from onscreen.text.word_similarity import contains_words, is_same_word
from onscreen.text.words import STOP_WORDS, split_words
from onscreen.types import Element, Proposal, Screen, Situation

QUESTION_WORDS = frozenset(
    (
        "what", "which", "who", "when", "where", "how", "many", "much", "does", "do", "did", "is", "has", "i",
        "according", "show", "under", "until", "time", "long", "high", "far",
    )
)  # fmt: skip
NEXT_TEXTS = 3
"""Number of elements after a label that are searched for the answer."""
_TIME = re.compile(r"\b\d{1,2}:\d{2}\b")
_WHEN = re.compile(r"\d:\d\d|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Today|Yesterday|Tomorrow)\b")
_NUMBER = re.compile(r"\d[\d.,]*")
_CODE = re.compile(r"[\w-]*\d[\w-]*")
_WANTS_CODE = re.compile(r"\b(?:number|code|password|seat)\b", re.IGNORECASE)
_WANTS_TIME = re.compile(r"\b(?:when|what time)\b", re.IGNORECASE)
_WANTS_NUMBER = re.compile(r"\bhow (?:many|much|high|long|far|old)\b", re.IGNORECASE)


def find_answer(question: str, situation: Situation, *, screen: Screen) -> Proposal:
    """Propose the next action toward a screen that shows the answer to a question."""
    bare = _strip_tool_names(question, situation)
    answer = (
        read_from_screen(bare, situation, screen=screen) if situation.tools else read_answer(bare, screen)
    )
    if answer:
        return DONE
    proposal = pursue_goal(bare, situation, screen=screen)
    return msgspec.structs.replace(proposal, finished=False) if proposal.actions else DONE


def read_from_screen(question: str, situation: Situation, *, screen: Screen) -> str | None:
    """Read the answer to a question from the current screen.

    On the pages of a web application, the answer is a labelled value, a cell of a table, or in a sentence;
    on other pages, only labelled values are read. Returns None if the screen has no answer.
    """
    if are_device_apps(situation.tools) and (answer := read_answer(question, screen)):
        return answer
    readings = (read_short_answer, read_cell, read_sentence) if situation.tools else (read_short_answer,)
    return next((answer for read in readings if (answer := read(question, screen))), None)


def _strip_tool_names(question: str, situation: Situation) -> str:
    """Remove the names of applications from a question."""
    for tool in situation.tools:
        question = re.sub(rf"\b(?:the )?{re.escape(tool.name)}\b(?: app)?", "", question)
    return " ".join(question.split())


def read_answer(question: str, screen: Screen) -> str | None:
    """Read the answer to a question from the current screen.

    The answer is a text beside the words of the question, and of the type that is asked for. Returns None if
    no such text is found.
    """
    subjects = find_subjects(question.partition(" ")[2])
    shown = [e for e in screen.elements if e.name and not e.has("editable")]
    if subjects and not any(contains_words(subjects[-1], e.name) for e in shown):
        return None
    asked = [w for w in split_words(question) if w not in STOP_WORDS | QUESTION_WORDS]
    asked = [w for w in asked if not any(w in split_words(subject) for subject in subjects)]
    for position, element in enumerate(shown):
        is_subject = bool(subjects) and contains_words(subjects[-1], element.name)
        is_label = _is_label(element, asked)
        if not (is_label or is_subject) or (element.role in ("heading", "tab", "button") and not is_subject):
            continue
        for text in _texts_beside(position, shown, include_before=is_label and _asks_code(question)):
            if text and (answer := _extract_answer(question, text)):
                return answer
    if not asked or not _asks_code(question):
        return None
    sentences = (e.name for e in shown if e.role == "text" and _mentions_half(asked, e.name))
    return next(filter(None, (_extract_answer(question, text) for text in sentences)), None)


def _asks_code(question: str) -> bool:
    return bool(_WANTS_CODE.search(question))


def _is_label(element: Element, asked: list[str]) -> bool:
    """Check whether all words of an element's name are words of the question."""
    name = [w for w in split_words(element.name) if w not in STOP_WORDS]
    return bool(name) and all(any(is_same_word(w, a) for a in asked) for w in name)


def _texts_beside(position: int, shown: Sequence[Element], *, include_before: bool) -> tuple[str, ...]:
    """Return the value of an element, optionally the previous name, and the following names."""
    before = (shown[max(0, position - 1)].name,) if include_before else ()
    after = shown[position + 1 : position + 1 + NEXT_TEXTS]
    return (shown[position].value, *before, *(e.name for e in after if e.role != "button"))


def _mentions_half(asked: list[str], text: str) -> bool:
    """Check whether a text contains at least half of the given words."""
    hits = sum(any(is_same_word(a, w) for w in split_words(text)) for a in set(asked))
    return hits * 2 >= len(set(asked))


def _extract_answer(question: str, text: str) -> str | None:
    """Return the time, code or number in a text, whichever the question asks for.

    For other questions, returns the first part of the text that is not a date or time.
    """
    for wants, kind in ((_WANTS_TIME, _TIME), (_WANTS_CODE, _CODE), (_WANTS_NUMBER, _NUMBER)):
        if wants.search(question):
            match = kind.search(text)
            return match.group(0) if match else None
    parts = [part for part in text.split(" · ") if not _WHEN.search(part)]
    return parts[0] if parts else None
