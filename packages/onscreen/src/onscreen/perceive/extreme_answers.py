"""Answers to questions for the entry of a list with the highest or lowest value, such as the most views."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from onscreen.perceive.answer_kinds import strip_format
from onscreen.perceive.element_queries import usable_elements
from onscreen.perceive.labeled_values import LabeledValue
from onscreen.text.proper_names import find_subjects
from onscreen.text.word_equivalence import contains_words
from onscreen.text.words import split_words
from onscreen.types import Element, Screen

MIN_ROWS = 2
"""Minimum number of rows that are compared."""
EDGE_PX = 24
"""A list may continue if an element ends within this distance of its lower edge, in pixels."""
_QUESTION = re.compile(r"^(?:which|what)\b.*\b(?:costs?|got|had|has|have)\b", re.IGNORECASE)
_MOST = re.compile(r"\bthe (?:most|highest|best|largest|biggest|longest)\b(?: ([a-z]+))?", re.IGNORECASE)
_LEAST = re.compile(r"\bthe (?:fewest|least|lowest|worst|smallest|shortest)\b(?: ([a-z]+))?", re.IGNORECASE)
_CONDITION = re.compile(
    r"\d|\bof those\b|\b(?:under|over|above|below|except|without|not|that|who|before|after)\b", re.IGNORECASE
)
_NUMBER = r"(\d+(?:[.,]\d+)*)\s?([KMB]?)"
_STARS = re.compile(r"(\d(?:[.,]\d)?)()\s?★")
_PRICE = re.compile(rf"[$€£]\s?{_NUMBER}|{_NUMBER}\s?[$€£]")
_ROLES = frozenset({"button", "cell", "link", "listitem", "row"})
_ACTIONS = frozenset({"add", "more", "options", "remove", "share"})
"""First words of the names of controls that belong to the row before them."""
_FACTORS = {"": 1.0, "K": 1e3, "M": 1e6, "B": 1e9}


class _Row(msgspec.Struct, frozen=True):
    """An entry of a list and its value."""

    element: Element
    value: float


def read_extreme(question: str, screen: Screen) -> LabeledValue | None:
    """Read the name of the only entry with the highest or lowest value that a question asks for.

    Returns None if the question has further conditions, if the screen does not show what it is about, if the
    list may continue below, or if an entry has no value.
    """
    bare = strip_format(question)
    most, least = _MOST.search(bare), _LEAST.search(bare)
    asked = most or least
    subjects = find_subjects(bare.partition(" ")[2])
    rest = bare
    for subject in subjects:
        rest = rest.replace(subject, " ")
    if asked is None or not asks_for_extreme(bare) or _CONDITION.search(rest):
        return None
    names = [element.name for element in screen.elements]
    if not subjects or not all(any(contains_words(s, name) for name in names) for s in subjects):
        return None
    rows = tuple(_find_rows(screen, pattern=_value_pattern(asked[1] or ""), subjects=subjects))
    if len(rows) < MIN_ROWS or _may_continue(screen):
        return None
    best = (max if most else min)(row.value for row in rows)
    found = [row for row in rows if row.value == best]
    return LabeledValue(found[0].element.name, found[0].element) if len(found) == 1 else None


def asks_for_extreme(question: str) -> bool:
    """Check whether a question asks which entry has the highest or the lowest value of a kind."""
    is_superlative = bool(_MOST.search(question)) != bool(_LEAST.search(question))
    return is_superlative and _QUESTION.match(question) is not None


def _value_pattern(noun: str) -> re.Pattern[str]:
    """Return the pattern of the value that a noun such as "views" names; "" stands for a price."""
    if not noun or noun in {"price", "cost"}:
        return _PRICE
    if noun.startswith("rat"):
        return _STARS
    return re.compile(rf"{_NUMBER}\s+{re.escape(noun)}", re.IGNORECASE)


def _find_rows(screen: Screen, *, pattern: re.Pattern[str], subjects: tuple[str, ...]) -> Iterator[_Row]:
    """Yield each control followed by a text with a value, before the next control."""
    usable = {element.mark for element in usable_elements(screen)}
    current: Element | None = None
    for element in screen.elements:
        words = split_words(element.name)
        starts = element.mark in usable and element.role in _ROLES and words[:1]
        if starts and words[0] not in _ACTIONS:
            current = element
        match = pattern.search(element.name)
        if current is None or match is None or any(current.name == subject for subject in subjects):
            continue
        number, factor = [group for group in match.groups() if group is not None][:2]
        yield _Row(current, _to_number(number) * _FACTORS[factor.upper()])
        current = None


def _to_number(text: str) -> float:
    """Convert a number such as "1,234.5", "1.234,5" or "4,5"; a group of three digits is one of thousands."""
    whole, mark, end = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", text).replace(",", ".").rpartition(".")
    return float(f"{whole.replace('.', '')}{mark}{end}")


def _may_continue(screen: Screen) -> bool:
    """Check whether an element touches the lower edge of the largest area that can be scrolled."""
    areas = [element for element in screen.elements if element.has("scrollable")]
    if not areas:
        return False
    area = max(areas, key=lambda each: each.box.area)
    others = (each for each in screen.elements if each.name and each is not area)
    return any(each.box.bottom >= area.box.bottom - EDGE_PX for each in others)
