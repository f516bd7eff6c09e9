"""What every position of the sequence is to every other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from onscreen.types import Element
from onscreen_reflex.action_history import Deed
from onscreen_reflex.appearance import looks_of
from onscreen_reflex.date_parser import months_of
from onscreen_reflex.text_matches import Matches
from onscreen_reflex.vocabulary import Relation
from onscreen_reflex.word_pieces import Word, ordinal_of

Grid = NDArray[np.uint32]
Mask = NDArray[np.bool_]
NEAR_WORDS = 3
_DIGITS = re.compile(r"\d+")
TOUCH_PX = 4.0
"""Boxes that overlap by less than this do not."""


def relate(
    words: Sequence[Word], deeds: Sequence[Deed], *, elements: Sequence[Element], matches: Matches
) -> Grid:
    """Return (N, N) bits, a bit for each Relation of the row's position to the column's."""
    first_deed = 1 + len(words)
    first_element = first_deed + len(deeds)
    size = first_element + len(elements)
    grid = np.zeros((size, size), np.uint32)
    _among_words(grid[1:first_deed, 1:first_deed], words)
    _of_words(grid[1:first_deed, first_element:], words, matches=matches, elements=elements)
    _among_elements(grid[first_element:, first_element:], elements, matches=matches)
    for row, deed in enumerate(deeds):
        grid[first_deed + row, first_deed + row + 1 : first_element] |= _bit(Relation.LATER)
        if deed.on >= 0:
            grid[first_deed + row, first_element + deed.on] |= _bit(Relation.DONE_TO)
    for index, row in matches.used:
        grid[first_deed + row, 1 + index] |= _bit(Relation.DONE_WITH)
    return grid


def _bit(relation: Relation) -> np.uint32:
    return np.uint32(1 << relation)


def _mark(grid: Grid, mask: Mask, *, relation: Relation) -> None:
    grid |= mask * _bit(relation)


def _among_words(grid: Grid, words: Sequence[Word]) -> None:
    place = np.arange(len(words))
    apart = place[None, :] - place[:, None]
    _mark(grid, apart == 1, relation=Relation.NEXT_WORD)
    _mark(grid, (apart > 1) & (apart <= NEAR_WORDS), relation=Relation.NEAR_WORD)
    _mark(grid, _same([word.folded for word in words]), relation=Relation.SAME_WORD)
    quote = np.array([word.quote for word in words])
    _mark(grid, (quote[:, None] == quote[None, :]) & (quote[:, None] > 0), relation=Relation.SAME_QUOTE)


def _of_words(grid: Grid, words: Sequence[Word], *, matches: Matches, elements: Sequence[Element]) -> None:
    _pairs(grid, matches.in_name, relation=Relation.WORD_IN_NAME)
    _pairs(grid, matches.in_value, relation=Relation.WORD_IN_VALUE)
    _pairs(grid, matches.in_clue, relation=Relation.WORD_IN_CLUE)
    _pairs(grid, matches.like_name, relation=Relation.WORD_LIKE_NAME)
    for spans_of, relation in (
        (matches.names, Relation.PHRASE_IS_NAME),
        (matches.values, Relation.PHRASE_IS_VALUE),
    ):
        for column, spans in enumerate(spans_of):
            for start, end in spans:
                grid[start:end, column] |= _bit(relation)
    _compare(
        grid, _floats(matches.word_numbers), other=_floats(matches.element_numbers), at=Relation.NUMBER_BELOW
    )
    _places(grid, words, matches=matches, elements=elements)
    wanted = months_of([word.text for word in words], words)
    shown = months_of([element.name for element in elements], ())
    _compare(grid, wanted, other=shown, at=Relation.DATE_BELOW)


def _places(grid: Grid, words: Sequence[Word], *, matches: Matches, elements: Sequence[Element]) -> None:
    """Mark which elements are the n-th of their kind, where the n-th is asked for or has its number."""
    places = np.array(places_of(elements))
    numbers = [row for row, number in enumerate(matches.word_numbers) if number is not None]
    for row, word in enumerate(words):
        ordinal = ordinal_of(word.text)
        if ordinal is not None:
            _mark(grid[row], places == ordinal, relation=Relation.ORDINAL_IS_PLACE)
    for place, row in enumerate(numbers, 1):
        _mark(grid[row], places == place, relation=Relation.NUMBER_HAS_PLACE)


def places_of(elements: Sequence[Element]) -> list[int]:
    """Return for each the how manieth of its kind it is, from 1; of a kind are those of one role and clue."""
    counts: Counter[tuple[str, str]] = Counter()
    found = []
    for element in elements:
        kind = element.role, _DIGITS.sub("", element.clue)
        counts[kind] += 1
        found.append(counts[kind])
    return found


def _pairs(grid: Grid, pairs: Iterable[tuple[int, int]], *, relation: Relation) -> None:
    for row, column in pairs:
        grid[row, column] |= _bit(relation)


def _floats(numbers: Sequence[float | None]) -> NDArray[np.float64]:
    return np.array([np.nan if number is None else number for number in numbers], np.float64)


def _compare(grid: Grid, these: NDArray[np.float64], *, other: NDArray[np.float64], at: Relation) -> None:
    """Mark below, equal and above, which are three relations in a row; nothing compares with NaN."""
    one, two = these[:, None], other[None, :]
    for offset, mask in enumerate((one < two, one == two, one > two)):
        _mark(grid, mask, relation=Relation(at + offset))


def _same(texts: Sequence[str]) -> Mask:
    numbers: dict[str, int] = {}
    ids = np.array(
        [numbers.setdefault(text, len(numbers)) if text else -1 - i for i, text in enumerate(texts)]
    )
    same: Mask = ids[:, None] == ids[None, :]
    np.fill_diagonal(same, val=False)
    return same


def _among_elements(grid: Grid, elements: Sequence[Element], *, matches: Matches) -> None:
    if not elements:
        return
    left, top, right, bottom = (
        np.array([getattr(element.box, side) for element in elements], np.float64)
        for side in ("left", "top", "right", "bottom")
    )
    index = np.array([element.index for element in elements])
    parent = np.array([-1 if element.parent is None else element.parent for element in elements])
    place = np.arange(len(elements))
    _mark(grid, index[:, None] == parent[None, :], relation=Relation.HOLDS)
    _mark(grid, (parent[:, None] == parent[None, :]) & (parent[:, None] >= 0), relation=Relation.SIBLING)
    _mark(grid, place[None, :] - place[:, None] == 1, relation=Relation.NEXT_ELEMENT)
    _mark(
        grid,
        _same([element.name.casefold().rstrip(": ") for element in elements]),
        relation=Relation.SAME_NAME,
    )
    row = _overlap(top, bottom)
    column = _overlap(left, right)
    _mark(grid, row, relation=Relation.SAME_ROW)
    _mark(grid, column, relation=Relation.SAME_COLUMN)
    _mark(grid, _nearest(left[None, :] - right[:, None], row), relation=Relation.LEFT_OF)
    _mark(grid, _nearest(top[None, :] - bottom[:, None], column), relation=Relation.ABOVE)
    inside = (
        (left[:, None] >= left)
        & (right[:, None] <= right)
        & (top[:, None] >= top)
        & (bottom[:, None] <= bottom)
    )
    np.fill_diagonal(inside, val=False)
    _mark(grid, inside, relation=Relation.INSIDE)
    numbers = _floats(matches.element_numbers)
    _compare(grid, numbers, other=numbers, at=Relation.NUMBER_BELOW)
    names = [element.name.casefold() for element in elements]
    values = [element.value.casefold() for element in elements]
    for one, element in enumerate(elements):
        held = {values[one], *looks_of(element)} - {""}
        grid[one, [other for other, name in enumerate(names) if name in held]] |= _bit(Relation.VALUE_IS_NAME)


def _overlap(begin: NDArray[np.float64], end: NDArray[np.float64]) -> Mask:
    found: Mask = np.minimum(end[:, None], end) - np.maximum(begin[:, None], begin) > TOUCH_PX
    np.fill_diagonal(found, val=False)
    return found


def _nearest(gap: NDArray[np.float64], fits: Mask) -> Mask:
    """Return where the row's element is the nearest that ends before the column's begins."""
    allowed = np.where(fits & (gap > -TOUCH_PX), gap, np.inf)
    found = np.zeros(fits.shape, np.bool_)
    nearest = allowed.argmin(axis=0)
    columns = np.arange(fits.shape[1])
    found[nearest, columns] = np.isfinite(allowed[nearest, columns])
    return found
