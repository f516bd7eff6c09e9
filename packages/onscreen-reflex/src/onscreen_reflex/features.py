"""Numbers that tell of one word, one element, the whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from onscreen.perceive.element_kinds import ENTRY_ROLES, is_usable
from onscreen.types import Element, Situation
from onscreen_reflex.action_history import VERBS, Deed
from onscreen_reflex.text_matches import Matches
from onscreen_reflex.vocabulary import MOST_ELEMENTS, MOST_WORDS, STATES
from onscreen_reflex.word_pieces import Word, folded, number_of, ordinal_of

Floats: TypeAlias = NDArray[np.float32]

_DIGITS = re.compile(r"[\d.,]+")
COUNTED = range(-3, 13)
"""Whole numbers that are told one by one."""
LINES = 8
"""So many rows and columns of those of a kind are told one by one."""
HALF_HOURS = range(1, 9)
"""How long things take, told one by one."""
_UNIT = re.compile(r"(min(?:ute)?s?)|h(?:ours?|rs?)?", re.IGNORECASE)
LASTING = range(13 + len(COUNTED), 13 + len(COUNTED) + len(HALF_HOURS))
"""Which features of a word tell them."""
AS_CLICKED, MORE_THAN_CLICKED = LASTING.stop, LASTING.stop + 1
"""Which of them tell that it is the number of clicks so far, or more."""
WORD_FEATURES = MORE_THAN_CLICKED + 1
LINED = range(32 + len(COUNTED), 32 + len(COUNTED) + 2 * (LINES + 1))
"""Which features of an element tell them."""
_STATED = LINED.stop
IS_COUNT, IS_ODD, BELOW_NAMED, BELOW_OTHER = range(_STATED + len(STATES), _STATED + len(STATES) + 4)
"""Which of them tell that its number is how many there are of what is asked for, that it is odd, that it
stands below a heading that the instruction names, that it stands below another."""
ELEMENT_FEATURES = BELOW_OTHER + 1
PLACED = (*range(5, 11), *LINED)
"""Which features of an element tell where it stands."""
WHOLE_FEATURES = 10
HAS_DIALOG = 5
"""Which of the features of the whole says so."""


def word_features(words: Sequence[Word], matches: Matches, *, deeds: Sequence[Deed]) -> Floats:
    """Return (T, WORD_FEATURES)."""
    found = np.zeros((len(words), WORD_FEATURES), np.float32)
    used = {index for index, _ in matches.used}
    named = {i for spans in matches.names for start, end in spans for i in range(start, end)}
    for row, word in enumerate(words):
        text = word.text
        found[row, :10] = (
            word.quote > 0,
            matches.word_numbers[row] is not None,
            text[:1].isupper(),
            text.isupper() and len(text) > 1,
            not text[0].isalnum(),
            row / MOST_WORDS,
            (len(words) - row) / MOST_WORDS,
            row in used,
            ordinal_of(text) is not None,
            row in named,
        )
        found[row, 10] = min(len(text), 20) / 20
    for index, _ in matches.in_name:
        found[index, 11] += 1
    for index, _ in matches.in_clue:
        found[index, 12] += 1
    found[:, 11:13] = np.log1p(found[:, 11:13])
    _counted(found[:, 13:], matches.word_numbers)
    clicks = sum(deed.verb == VERBS.index("click") for deed in deeds)
    for row, number in enumerate(matches.word_numbers):
        if number is not None:
            found[row, AS_CLICKED:] = (number == clicks, number > clicks)
            _lasting(found[row, LASTING.start :], words[max(0, row - 2) : row + 2])
    return found


def _lasting(found: Floats, words: Sequence[Word]) -> None:
    """Tell how many half hours the number is that ends before the last word, its unit."""
    unit = _UNIT.fullmatch(words[-1].text)
    if unit is None:
        return
    whole, point, rest = ([Word("", 0, 0)] * 3 + list(words[:-1]))[-3:]
    broken = point.text == "." and whole.end == point.start and point.end == rest.start
    number = number_of(f"{whole.text}.{rest.text}" if broken else rest.text)
    halves = (number or 0) * (1 / 30 if unit[1] else 2)
    if round(halves, 3) in HALF_HOURS:
        found[HALF_HOURS.index(round(halves))] = 1


def _counted(found: Floats, numbers: Sequence[float | None]) -> None:
    """Tell which of the small whole numbers each is."""
    for row, number in enumerate(numbers):
        if number is not None and number in COUNTED:
            found[row, COUNTED.index(int(number))] = 1


def element_features(
    elements: Sequence[Element], *, about: Situation, matches: Matches, deeds: Sequence[Deed]
) -> Floats:
    """Return (E, ELEMENT_FEATURES)."""
    found = np.zeros((len(elements), ELEMENT_FEATURES), np.float32)
    if not elements or about.screen is None:
        return found
    _states(found, elements)
    _places(found, elements, about=about)
    _counted(found[:, 32:], matches.element_numbers)
    _lines(found[:, LINED.start :], elements)
    _numbers(found, matches.element_numbers, kinds=[(e.role, _DIGITS.sub("#", e.name)) for e in elements])
    _deeds(found, deeds)
    _mentions(found, elements, matches=matches)
    _twins(found, elements)
    numbers = matches.element_numbers
    found[:, IS_COUNT] = [number is not None and number == matches.count for number in numbers]
    found[:, IS_ODD] = [number is not None and number % 2 == 1 for number in numbers]
    _records(found[:, BELOW_NAMED:], elements, named=[bool(spans) for spans in matches.names])
    return found


def _states(found: Floats, elements: Sequence[Element]) -> None:
    for row, element in enumerate(elements):
        for state in element.states:
            if state in STATES:
                found[row, _STATED + STATES.index(state)] = 1
        found[row, :5] = (
            is_usable(element),
            element.role in ENTRY_ROLES or element.has("editable"),
            bool(element.name),
            bool(element.value),
            element.seen_by != "tree",
        )


def _places(found: Floats, elements: Sequence[Element], *, about: Situation) -> None:
    nodes = about.screen.shot.nodes if about.screen else ()
    right = max([1.0, *(node.box.right for node in nodes)])
    bottom = max([1.0, *(node.box.bottom for node in nodes)])
    for row, element in enumerate(elements):
        box = element.box
        found[row, 5:11] = (
            (box.left + box.right) / 2 / right,
            (box.top + box.bottom) / 2 / bottom,
            (box.right - box.left) / right,
            (box.bottom - box.top) / bottom,
            np.log1p(max(0.0, box.area)) / 12,
            row / MOST_ELEMENTS,
        )


def _lines(found: Floats, elements: Sequence[Element]) -> None:
    """Tell in which column and row of its kind each stands, and whether that is the last.

    Of a kind are those of one role and size in pixels.
    """
    kinds: dict[tuple[str, float, float], list[int]] = {}
    for row, element in enumerate(elements):
        box = element.box
        kind = (element.role, round(box.right - box.left), round(box.bottom - box.top))
        kinds.setdefault(kind, []).append(row)
    for rows in kinds.values():
        for side, begin in (("left", 0), ("top", LINES + 1)):
            places = {row: round(getattr(elements[row].box, side)) for row in rows}
            lines = sorted(set(places.values()))
            for row, place in places.items():
                found[row, begin + min(lines.index(place), LINES - 1)] = len(rows) > 1
                found[row, begin + LINES] = len(rows) > 1 and place == lines[-1]


def _numbers(found: Floats, numbers: Sequence[float | None], *, kinds: Sequence[tuple[str, str]]) -> None:
    """Tell how high a number is among those of its kind: texts that are the same but for their digits."""
    there: dict[tuple[str, str], set[float]] = {}
    for number, kind in zip(numbers, kinds, strict=True):
        if number is not None:
            there.setdefault(kind, set()).add(number)
    for row, (number, kind) in enumerate(zip(numbers, kinds, strict=True)):
        if number is not None:
            ranked = sorted(there[kind])
            place = ranked.index(number)
            found[row, 11:15] = (1, place == 0, place == len(ranked) - 1, place / max(1, len(ranked) - 1))


def _deeds(found: Floats, deeds: Sequence[Deed]) -> None:
    for deed in deeds:
        if deed.on >= 0:
            found[deed.on, 15] += 0.5
            found[deed.on, 16] = max(found[deed.on, 16], 1 / (1 + deed.age))
            found[deed.on, 17] = max(found[deed.on, 17], bool(deed.text))
            found[deed.on, 18] = max(found[deed.on, 18], deed.age == 0)
    found[:, 15] = np.minimum(found[:, 15], 2)


def _mentions(found: Floats, elements: Sequence[Element], *, matches: Matches) -> None:
    """Tell how the instruction mentions each: wholly, in part, in which order, and whether that was done."""
    for (index, column), weight in ((pair, 1) for pair in matches.in_name):
        found[column, 19] += weight / max(1, len(set(folded(elements[column].name))))
        found[column, 20] = max(found[column, 20], 1 / (1 + index / 8))
    for _, column in matches.in_value:
        found[column, 21] += 1 / max(1, len(set(folded(elements[column].value))))
    for _, column in matches.in_clue:
        found[column, 22] += 0.25
    for _, column in matches.like_name:
        found[column, 23] += 0.25
    firsts = sorted({spans[0][0] for spans in matches.names if spans})
    for row, spans in enumerate(matches.names):
        if spans:
            rank = firsts.index(spans[0][0])
            found[row, 24:28] = (1, rank / 8, 1 / (1 + rank), (spans[0][1] - spans[0][0]) / 8)
    for row, spans in enumerate(matches.values):
        found[row, 28] = bool(spans)
    found[:, 19:24] = np.minimum(found[:, 19:24], 2)


def _records(found: Floats, elements: Sequence[Element], *, named: Sequence[bool]) -> None:
    """Tell what stands below a heading that the instruction names, and below one that it does not.

    Headings are those of one role and clue, several of which there are and some of which are named, all only
    where nothing can be done with them: of a list of posts, the names of those who wrote them.
    """
    kinds: dict[tuple[str, str], list[int]] = {}
    for row, element in enumerate(elements):
        kinds.setdefault((element.role, _DIGITS.sub("#", element.clue)), []).append(row)
    for rows in kinds.values():
        some, every = any(named[row] for row in rows), all(named[row] for row in rows)
        if len(rows) > 1 and some and not (every and is_usable(elements[rows[0]])):
            for row, after in pairwise((*rows, len(elements))):
                found[row:after, 0 if named[row] else 1] = 1


def _twins(found: Floats, elements: Sequence[Element]) -> None:
    """Tell apart those of the same name and role: how many there are, which one this is."""
    seen: dict[tuple[str, str, str], list[int]] = {}
    for row, element in enumerate(elements):
        seen.setdefault((element.role, element.name, element.clue), []).append(row)
    for rows in seen.values():
        for place, row in enumerate(rows):
            found[row, 29:32] = (np.log(len(rows)), place / 8, place == 0)


def whole_features(about: Situation, elements: Sequence[Element]) -> Floats:
    """Return (WHOLE_FEATURES,): what concerns no single element."""
    shot = about.screen.shot if about.screen else None
    beyond = shot.beyond if shot else None
    return np.array(
        (
            1,
            min(len(about.deeds), 30) / 30,
            not about.deeds,
            bool(beyond and beyond.below),
            bool(beyond and beyond.above),
            bool(shot and shot.dialog),
            bool(shot and len(shot.tabs) > 1),
            len(elements) / MOST_ELEMENTS,
            bool(about.values),
            bool(about.notes),
        ),
        np.float32,
    )
