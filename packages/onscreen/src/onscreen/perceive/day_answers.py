"""Answers to questions about a day of the week, read from the row of that day."""

from __future__ import annotations

import re

from onscreen.perceive.answer_kinds import AnswerKind, find_kind, strip_format
from onscreen.perceive.labeled_values import LabeledValue
from onscreen.text.date_patterns import DATE, MONTHS
from onscreen.text.proper_names import find_subjects
from onscreen.text.word_equivalence import contains_words
from onscreen.types import Element, Screen

_WEEKDAY = re.compile(r"\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b", re.IGNORECASE)
_DAY_OF_MONTH = re.compile(rf"\b({'|'.join(MONTHS)}) (\d{{1,2}})\b", re.IGNORECASE)
_PERCENT = re.compile(r"\bpercent|%", re.IGNORECASE)
_PERCENTAGE = re.compile(r"\d+(?:[.,]\d+)?(?=\s?%)")
_UNTIL = re.compile(r"\b(?:until|till|clos\w+)\b", re.IGNORECASE)
_FROM = re.compile(r"\b(?:from what|since|opens?)\b", re.IGNORECASE)


def read_day(question: str, screen: Screen) -> LabeledValue | None:
    """Read the value of the requested kind in the only text that begins with the day named in a question.

    Examples of such texts are "Sat: 09:00 - 21:00" and "Fri, Mar 20, 60% rain". Of several times, the last
    one answers a question with "until". Returns None if the screen does not show the other names in the
    question.
    """
    bare, kind = strip_format(question), find_kind(question)
    day = _WEEKDAY.search(bare)
    if day is None or kind is None:
        return None
    first = bare.partition(" ")[2]
    subjects = find_subjects(_WEEKDAY.sub(" ", DATE.sub(" ", first)))
    names = [element.name for element in screen.elements]
    if not all(any(contains_words(subject, name) for name in names) for subject in subjects):
        return None
    rows = {element.name: element for element in screen.elements if _is_row(element, bare, day=day[1])}
    if len(rows) != 1:
        return None
    ((name, element),) = rows.items()
    value = _read_value(bare, name, kind=kind)
    return LabeledValue(value, element) if value else None


def _is_row(element: Element, question: str, *, day: str) -> bool:
    """Check whether the name of an element begins with a day, and contains the date in a question."""
    dated = _DAY_OF_MONTH.search(question)
    is_dated = dated is None or bool(
        re.search(rf"\b{dated[1][:3]}[a-z]* {dated[2]}\b", element.name, re.IGNORECASE)
    )
    return is_dated and re.match(rf"{day[:3]}[a-z]*\W+\S", element.name, re.IGNORECASE) is not None


def _read_value(question: str, text: str, *, kind: AnswerKind) -> str:
    """Return the value of a kind in the text of a day, or "" if it is not clear which one is meant."""
    pattern = _PERCENTAGE if _PERCENT.search(question) else kind.text
    values = [match.group() for match in pattern.finditer(_DAY_OF_MONTH.sub(" ", text))]
    if len(values) > 1 and _UNTIL.search(question):
        return values[-1]
    if len(values) > 1 and _FROM.search(question):
        return values[0]
    return values[0] if len(values) == 1 else ""
