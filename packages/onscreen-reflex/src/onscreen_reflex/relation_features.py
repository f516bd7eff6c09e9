"""Relations between words, past actions and elements, encoded as bits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from onscreen.types import Element
from onscreen_reflex.action_history import PastAction
from onscreen_reflex.appearance_words import describe_appearance
from onscreen_reflex.categorical_vocabulary import Relation
from onscreen_reflex.date_parser import parse_shown_months, parse_word_months
from onscreen_reflex.text_matches import Matches
from onscreen_reflex.word_pieces import Word, parse_ordinal

Grid = NDArray[np.uint32]
Mask = NDArray[np.bool_]
NEAR_WORDS = 3
"""Words are near if at most this many positions apart."""
_DIGITS = re.compile(r"\d+")
MIN_OVERLAP_PX = 4.0
"""Boxes that overlap by this many pixels or less count as side by side."""


def build_relations(
    words: Sequence[Word], history: Sequence[PastAction], *, elements: Sequence[Element], matches: Matches
) -> Grid:
    """Compute the relations between all pairs of words, past actions and elements.

    Returns an array of shape (N, N). The bits of an entry are the relations of the row's position to the
    column's.
    """
    first_action = 1 + len(words)
    first_element = first_action + len(history)
    size = first_element + len(elements)
    grid = np.zeros((size, size), np.uint32)
    _relate_words(grid[1:first_action, 1:first_action], words)
    _relate_words_to_elements(grid[1:first_action, first_element:], words, matches=matches, elements=elements)
    _relate_elements(grid[first_element:, first_element:], elements, matches=matches)
    for row, past in enumerate(history):
        grid[first_action + row, first_action + row + 1 : first_element] |= _bit(Relation.LATER_ACTION)
        if past.element >= 0:
            grid[first_action + row, first_element + past.element] |= _bit(Relation.ACTION_TARGET)
    for index, row in matches.in_action:
        grid[first_action + row, 1 + index] |= _bit(Relation.ACTION_WORD)
    return grid


def rank_within_kind(elements: Sequence[Element]) -> list[int]:
    """Number the elements that have the same role and clue, starting from 1.

    Digits in clues are ignored.
    """
    counts: Counter[tuple[str, str]] = Counter()
    ranks = []
    for element in elements:
        kind = element.role, _DIGITS.sub("", element.clue)
        counts[kind] += 1
        ranks.append(counts[kind])
    return ranks


def _bit(relation: Relation) -> np.uint32:
    return np.uint32(1 << relation)


def _set(grid: Grid, mask: Mask, *, relation: Relation) -> None:
    grid |= mask * _bit(relation)


def _relate_words(grid: Grid, words: Sequence[Word]) -> None:
    index = np.arange(len(words))
    distance = index[None, :] - index[:, None]
    _set(grid, distance == 1, relation=Relation.NEXT_WORD)
    _set(grid, (distance > 1) & (distance <= NEAR_WORDS), relation=Relation.NEAR_WORD)
    _set(grid, _equal([word.folded for word in words]), relation=Relation.SAME_WORD)
    quote = np.array([word.quote for word in words])
    _set(grid, (quote[:, None] == quote[None, :]) & (quote[:, None] > 0), relation=Relation.SAME_QUOTE)


def _relate_words_to_elements(
    grid: Grid, words: Sequence[Word], *, matches: Matches, elements: Sequence[Element]
) -> None:
    _set_pairs(grid, matches.in_name, relation=Relation.WORD_IN_NAME)
    _set_pairs(grid, matches.in_value, relation=Relation.WORD_IN_VALUE)
    _set_pairs(grid, matches.in_clue, relation=Relation.WORD_IN_CLUE)
    _set_pairs(grid, matches.similar_name, relation=Relation.WORD_LIKE_NAME)
    for spans_of, relation in (
        (matches.names, Relation.PHRASE_IS_NAME),
        (matches.values, Relation.PHRASE_IS_VALUE),
    ):
        for column, spans in enumerate(spans_of):
            for start, end in spans:
                grid[start:end, column] |= _bit(relation)
    _compare(
        grid,
        _floats(matches.word_numbers),
        other=_floats(matches.element_numbers),
        first=Relation.NUMBER_BELOW,
    )
    _relate_ordinals(grid, words, matches=matches, elements=elements)
    _compare(
        grid,
        parse_word_months(words),
        other=parse_shown_months([element.name for element in elements]),
        first=Relation.DATE_BELOW,
    )


def _relate_ordinals(
    grid: Grid, words: Sequence[Word], *, matches: Matches, elements: Sequence[Element]
) -> None:
    """Relate ordinals and numbers in the instruction to the elements of a certain rank.

    An ordinal such as "2nd" is related to every element that is the second of its kind, and the second number
    of the instruction, whatever its value, to the same elements.
    """
    ranks = np.array(rank_within_kind(elements))
    numbers = [row for row, number in enumerate(matches.word_numbers) if number is not None]
    for row, word in enumerate(words):
        ordinal = parse_ordinal(word.text)
        if ordinal is not None:
            _set(grid[row], ranks == ordinal, relation=Relation.RANK_IS_ORDINAL)
    for rank, row in enumerate(numbers, 1):
        _set(grid[row], ranks == rank, relation=Relation.RANK_IS_NUMBER_INDEX)


def _set_pairs(grid: Grid, pairs: Iterable[tuple[int, int]], *, relation: Relation) -> None:
    for row, column in pairs:
        grid[row, column] |= _bit(relation)


def _floats(numbers: Sequence[float | None]) -> NDArray[np.float64]:
    return np.array([np.nan if number is None else number for number in numbers], np.float64)


def _compare(
    grid: Grid, numbers: NDArray[np.float64], *, other: NDArray[np.float64], first: Relation
) -> None:
    """Set the relations "below", "equal" and "above" between two arrays of numbers.

    `first` is the relation "below", which the other two follow. NaN has no relation to any number.
    """
    rows, columns = numbers[:, None], other[None, :]
    for offset, mask in enumerate((rows < columns, rows == columns, rows > columns)):
        _set(grid, mask, relation=Relation(first + offset))


def _equal(texts: Sequence[str]) -> Mask:
    """Compute a mask of the pairs of equal texts.

    An empty text equals no other. The diagonal is False.
    """
    numbers: dict[str, int] = {}
    ids = np.array(
        [numbers.setdefault(text, len(numbers)) if text else -1 - i for i, text in enumerate(texts)]
    )
    same: Mask = ids[:, None] == ids[None, :]
    np.fill_diagonal(same, val=False)
    return same


def _relate_elements(grid: Grid, elements: Sequence[Element], *, matches: Matches) -> None:
    if not elements:
        return
    left, top, right, bottom = (
        np.array([getattr(element.box, side) for element in elements], np.float64)
        for side in ("left", "top", "right", "bottom")
    )
    index = np.array([element.index for element in elements])
    parent = np.array([-1 if element.parent is None else element.parent for element in elements])
    order = np.arange(len(elements))
    _set(grid, index[:, None] == parent[None, :], relation=Relation.PARENT_OF)
    _set(grid, (parent[:, None] == parent[None, :]) & (parent[:, None] >= 0), relation=Relation.SIBLING)
    _set(grid, order[None, :] - order[:, None] == 1, relation=Relation.NEXT_ELEMENT)
    _set(
        grid,
        _equal([element.name.casefold().rstrip(": ") for element in elements]),
        relation=Relation.SAME_NAME,
    )
    same_row = _overlap(top, bottom)
    same_column = _overlap(left, right)
    _set(grid, same_row, relation=Relation.SAME_ROW)
    _set(grid, same_column, relation=Relation.SAME_COLUMN)
    _set(grid, _nearest(left[None, :] - right[:, None], same_row), relation=Relation.LEFT_OF)
    _set(grid, _nearest(top[None, :] - bottom[:, None], same_column), relation=Relation.ABOVE)
    inside = (
        (left[:, None] >= left)
        & (right[:, None] <= right)
        & (top[:, None] >= top)
        & (bottom[:, None] <= bottom)
    )
    np.fill_diagonal(inside, val=False)
    _set(grid, inside, relation=Relation.INSIDE)
    numbers = _floats(matches.element_numbers)
    _compare(grid, numbers, other=numbers, first=Relation.NUMBER_BELOW)
    names = [element.name.casefold() for element in elements]
    values = [element.value.casefold() for element in elements]
    for row, element in enumerate(elements):
        shown = {values[row], *describe_appearance(element)} - {""}
        grid[row, [other for other, name in enumerate(names) if name in shown]] |= _bit(
            Relation.VALUE_IS_NAME
        )


def _overlap(start: NDArray[np.float64], end: NDArray[np.float64]) -> Mask:
    """Compute a mask of the pairs of intervals that overlap by more than MIN_OVERLAP_PX."""
    overlap: Mask = np.minimum(end[:, None], end) - np.maximum(start[:, None], start) > MIN_OVERLAP_PX
    np.fill_diagonal(overlap, val=False)
    return overlap


def _nearest(gap: NDArray[np.float64], aligned: Mask) -> Mask:
    """Mark, for each column's element, the nearest aligned element that ends before its start."""
    allowed = np.where(aligned & (gap > -MIN_OVERLAP_PX), gap, np.inf)
    mask = np.zeros(aligned.shape, np.bool_)
    nearest = allowed.argmin(axis=0)
    columns = np.arange(aligned.shape[1])
    mask[nearest, columns] = np.isfinite(allowed[nearest, columns])
    return mask
