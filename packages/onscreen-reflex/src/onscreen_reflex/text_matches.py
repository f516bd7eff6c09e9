"""Matches between the words of an instruction and the texts on the screen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec

from onscreen.types import Element
from onscreen_reflex.action_history import PastAction
from onscreen_reflex.appearance_words import count_requested, describe_appearance
from onscreen_reflex.benchmark_features import (
    ALL_FEATURES,
    COORDINATES,
    DRAWN_NUMBERS,
    SHAPE_WORDS,
    FeatureSelection,
)
from onscreen_reflex.word_pieces import Word, fold_words, parse_clock_time, parse_number

MIN_STEM_CHARS = 4
"""Minimum length of the prefix that similar words share.

The prefix must also contain all but the last two letters of the shorter word.
"""

SHORT_TEXT_CHARS = 60
"""Length below which a name with one number counts as showing that number."""

MAX_PHRASE_WORDS = 16
"""Texts with more words are not searched for as whole phrases."""

_DURATION = re.compile(r"(\d+) ?h(?: ?(\d+) ?m)?")
_NUMBERS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_COORDINATES = re.compile(r"\(\s*-?\d+\s*,\s*-?\d+\s*\)")
_ATTRIBUTE_NUMBER = re.compile(r"(?:^|\s)(\d{1,3})(?=\s|$)")

_NAMED_POLYGONS = (3, 4)
"""Numbers of sides for which the clue names the polygon, such as "triangle"."""

Spans: TypeAlias = tuple[tuple[int, int], ...]
Pairs: TypeAlias = tuple[tuple[int, int], ...]
_WordIndices: TypeAlias = Mapping[str, Sequence[int]]


class Matches(msgspec.Struct, frozen=True):
    """Matches between the words of an instruction, the elements and the past actions.

    `in_name`, `in_value`, `in_clue` and `similar_name` are pairs (word index, element index), `in_action`
    pairs (word index, past action index). `names` and `values` hold for each element the spans of words
    (start, end; end excluded) that are its whole name or value. `word_numbers` and `element_numbers` are the
    numbers shown by words and elements, None for the others. `count` is the answer to a "How many" question,
    None if the instruction does not ask one.
    """

    in_name: Pairs
    in_value: Pairs
    in_clue: Pairs
    similar_name: Pairs
    names: tuple[Spans, ...]
    values: tuple[Spans, ...]
    in_action: Pairs
    word_numbers: tuple[float | None, ...]
    element_numbers: tuple[float | None, ...]
    count: int | None


def find_matches(
    words: Sequence[Word],
    elements: Sequence[Element],
    *,
    history: Sequence[PastAction],
    features: FeatureSelection = ALL_FEATURES,
) -> Matches:
    """Find all matches between the words of an instruction, the elements and the past actions.

    Optional features outside of the selection `features` are left out.
    """
    indices: dict[str, list[int]] = {}
    for index, word in enumerate(words):
        indices.setdefault(word.folded, []).append(index)
    looks = [describe_appearance(e, with_kinds=features.has(SHAPE_WORDS)) for e in elements]
    clues = [" ".join((e.clue, *look, e.role)) for e, look in zip(elements, looks, strict=True)]
    return Matches(
        tuple(_shared_words(indices, [e.name for e in elements])),
        tuple(_shared_words(indices, [e.value for e in elements])),
        tuple(_shared_words(indices, clues)),
        tuple(_similar_words(indices, elements)),
        tuple(
            _phrases(indices, words, text=e.name)
            or (_coordinate_phrases(words, e) if features.has(COORDINATES) else ())
            for e in elements
        ),
        tuple(_phrases(indices, words, text=e.value) for e in elements),
        tuple(_shared_words(indices, [f"{past.name} {past.text}" for past in history])),
        tuple(_word_number(words, index) for index in range(len(words))),
        tuple(_element_number(e, with_drawn=features.has(DRAWN_NUMBERS)) for e in elements),
        count_requested(words, elements),
    )


def _shared_words(indices: _WordIndices, texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    for column, text in enumerate(texts):
        for word in set(fold_words(text)):
            for index in indices.get(word, ()):
                yield index, column


def _similar_words(indices: _WordIndices, elements: Sequence[Element]) -> Iterator[tuple[int, int]]:
    stems: dict[str, list[str]] = {}
    for word in indices:
        if len(word) >= MIN_STEM_CHARS:
            stems.setdefault(word[:MIN_STEM_CHARS], []).append(word)
    for column, element in enumerate(elements):
        for shown in set(fold_words(f"{element.name} {element.clue}")):
            similar = [word for word in stems.get(shown[:MIN_STEM_CHARS], ()) if _is_similar(word, shown)]
            yield from ((index, column) for word in similar for index in indices[word])


def _is_similar(word: str, other: str) -> bool:
    short, long = sorted((word, other), key=len)
    return word != other and long.startswith(short[: max(MIN_STEM_CHARS, len(short) - 2)])


def _phrases(indices: _WordIndices, words: Sequence[Word], *, text: str) -> Spans:
    """Find the spans of the instruction that consist of a whole text, ignoring punctuation."""
    wanted = fold_words(text)
    if not wanted or len(wanted) > MAX_PHRASE_WORDS:
        return ()
    spans = []
    for start in indices.get(wanted[0], ()):
        at, matched = start, 0
        while at < len(words) and matched < len(wanted):
            if words[at].folded == wanted[matched]:
                matched += 1
            elif words[at].text[0].isalnum():
                break
            at += 1
        if matched == len(wanted):
            spans.append((start, at))
    return tuple(spans)


def _coordinate_phrases(words: Sequence[Word], element: Element) -> Spans:
    """Find the first span that contains the coordinates of an element without a name.

    The coordinates "(x, y)" are in the attributes of the element. Added for the MiniWoB++ task
    grid-coordinate.
    """
    match = _COORDINATES.search(element.attributes) if not element.name else None
    wanted = "".join(match.group().split()) if match else ""
    if not wanted:
        return ()
    longest = len(wanted)
    spans = ((start, end) for start in range(len(words)) for end in range(start + 1, start + longest + 1))
    return tuple(span for span in spans if "".join(word.text for word in words[slice(*span)]) == wanted)[:1]


def _word_number(words: Sequence[Word], index: int) -> float | None:
    """Parse a word as a number, or as a time in minutes since midnight.

    A minus sign directly before the word counts. Returns None if the word is neither.
    """
    value = parse_number(words[index].text)
    if value is None:
        return parse_clock_time(words[index].text)
    if index == 0:
        return value
    before = words[index - 1]
    touches = before.end == words[index].start and before.text in "-−"
    starts_word = index == 1 or words[index - 2].end < before.start
    return -value if touches and starts_word else value


def _element_number(element: Element, *, with_drawn: bool) -> float | None:
    """Return the number shown by an element.

    Returns None if it shows no number or several. The number is its value or name as a whole, a time of day
    or a duration in minutes, the single number in a short name, or, with `with_drawn`, what `_drawn_number`
    returns for an element without a name.
    """
    value = parse_number(element.value) if element.role != "link" else None
    if value is None:
        value = parse_number(element.name)
    if value is None:
        value = parse_clock_time(element.name)
    if value is not None:
        return value
    duration = _DURATION.fullmatch(element.name.strip())
    if duration:
        return float(duration[1]) * 60 + float(duration[2] or 0)
    if not element.name:
        return _drawn_number(element) if with_drawn else None
    numbers = _NUMBERS.findall(element.name) if len(element.name) < SHORT_TEXT_CHARS else ()
    return float(numbers[0].replace(",", "")) if len(numbers) == 1 else None


def _drawn_number(element: Element) -> float | None:
    """Return the number of sides of a polygon, or the first number in the attributes of an element.

    The sides of triangles and quadrilaterals are ignored, because the network knows these shapes by name.
    """
    sides = element.appearance.sides if element.appearance else None
    if sides is not None and sides not in _NAMED_POLYGONS:
        return float(sides)
    number = _ATTRIBUTE_NUMBER.search(element.attributes)
    return float(number[1]) if number else None
