"""Where the words of the instruction and the texts of the screen are the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from onscreen.types import Element
from onscreen_reflex.action_history import Deed
from onscreen_reflex.appearance import count_asked, looks_of
from onscreen_reflex.word_pieces import Word, clock_of, folded, number_of

LEAST_STEM = 4
"""Words that begin alike for so many letters, all but two of the shorter, are taken as near."""

SHORT = 60
"""A text shorter than this that holds one number is taken to be about it."""

_DURATION = re.compile(r"(\d+) ?h(?: ?(\d+) ?m)?")
_NUMBERS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_AT = re.compile(r"\(\s*-?\d+\s*,\s*-?\d+\s*\)")
_CLUED = re.compile(r"(?:^|\s)(\d{1,3})(?=-sided|\s|$)")

LONGEST = 16
"""Names of more words are never told whole."""

Spans: TypeAlias = tuple[tuple[int, int], ...]


class Matches(msgspec.Struct, frozen=True):
    """Places (word, element) of each kind of match; phrases are spans of words (first, behind last).

    `count` is how many elements look as the words ask, None where they do not ask how many.
    """

    in_name: tuple[tuple[int, int], ...]
    in_value: tuple[tuple[int, int], ...]
    in_clue: tuple[tuple[int, int], ...]
    like_name: tuple[tuple[int, int], ...]
    names: tuple[Spans, ...]
    values: tuple[Spans, ...]
    used: tuple[tuple[int, int], ...]
    word_numbers: tuple[float | None, ...]
    element_numbers: tuple[float | None, ...]
    count: int | None


def match(words: Sequence[Word], elements: Sequence[Element], *, deeds: Sequence[Deed]) -> Matches:
    """Return all matches between the words, the elements and the deeds."""
    places: dict[str, list[int]] = {}
    for index, word in enumerate(words):
        places.setdefault(word.folded, []).append(index)
    return Matches(
        tuple(_shared(places, [e.name for e in elements])),
        tuple(_shared(places, [e.value for e in elements])),
        tuple(_shared(places, [" ".join((e.clue, *looks_of(e), e.role)) for e in elements])),
        tuple(_alike(places, elements)),
        tuple(_phrases(places, words, text=e.name) or _points(words, e) for e in elements),
        tuple(_phrases(places, words, text=e.value) for e in elements),
        tuple(_shared(places, [f"{deed.name} {deed.text}" for deed in deeds])),
        tuple(_number(words, index) for index in range(len(words))),
        tuple(_shown_number(e) for e in elements),
        count_asked(words, elements),
    )


def _shared(places: dict[str, list[int]], texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    for column, text in enumerate(texts):
        for word in set(folded(text)):
            for index in places.get(word, ()):
                yield index, column


def _alike(places: dict[str, list[int]], elements: Sequence[Element]) -> Iterator[tuple[int, int]]:
    stems: dict[str, list[str]] = {}
    for word in places:
        if len(word) >= LEAST_STEM:
            stems.setdefault(word[:LEAST_STEM], []).append(word)
    for column, element in enumerate(elements):
        for have in set(folded(f"{element.name} {element.clue}")):
            near = [word for word in stems.get(have[:LEAST_STEM], ()) if _is_near(word, have)]
            yield from ((index, column) for word in near for index in places[word])


def _is_near(word: str, have: str) -> bool:
    short, long = sorted((word, have), key=len)
    return word != have and long.startswith(short[: max(LEAST_STEM, len(short) - 2)])


def _phrases(places: dict[str, list[int]], words: Sequence[Word], *, text: str) -> Spans:
    """Return where the whole text stands in the instruction, signs between its words aside."""
    wanted = folded(text)
    if not wanted or len(wanted) > LONGEST:
        return ()
    found = []
    for start in places.get(wanted[0], ()):
        at, taken = start, 0
        while at < len(words) and taken < len(wanted):
            if words[at].folded == wanted[taken]:
                taken += 1
            elif words[at].text[0].isalnum():
                break
            at += 1
        if taken == len(wanted):
            found.append((start, at))
    return tuple(found)


def _points(words: Sequence[Word], element: Element) -> Spans:
    """Return where the coordinates that the clue of a nameless element holds stand in the instruction."""
    found = _AT.search(element.clue) if not element.name else None
    wanted = "".join(found.group().split()) if found else ""
    if not wanted:
        return ()
    most = len(wanted)
    runs = ((start, end) for start in range(len(words)) for end in range(start + 1, start + most + 1))
    return tuple(run for run in runs if "".join(word.text for word in words[slice(*run)]) == wanted)[:1]


def _number(words: Sequence[Word], index: int) -> float | None:
    value = number_of(words[index].text)
    if value is None:
        return clock_of(words[index].text)
    if index == 0:
        return value
    before = words[index - 1]
    close = before.end == words[index].start and before.text in "-−"
    apart = index == 1 or words[index - 2].end < before.start
    return -value if close and apart else value


def _shown_number(element: Element) -> float | None:
    """Return the number an element shows.

    That is all it says, a time of day or a duration in minutes, the only number in its name, or of what has
    no name the first in its clue.
    """
    value = number_of(element.value) if element.role != "link" else None
    if value is None:
        value = number_of(element.name)
    if value is None:
        value = clock_of(element.name)
    if value is not None:
        return value
    lasts = _DURATION.fullmatch(element.name.strip())
    if lasts:
        return float(lasts[1]) * 60 + float(lasts[2] or 0)
    if not element.name:
        clued = _CLUED.search(element.clue)
        return float(clued[1]) if clued else None
    found = _NUMBERS.findall(element.name) if len(element.name) < SHORT else ()
    return float(found[0].replace(",", "")) if len(found) == 1 else None
