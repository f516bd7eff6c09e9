"""Computation of feature arrays for words, elements, past actions and the screen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from onscreen.perceive.element_kinds import is_usable
from onscreen.types import Element, Screen
from onscreen_reflex.action_history import VERBS, PastAction
from onscreen_reflex.categorical_vocabulary import FIELD_ROLES, MAX_ELEMENTS, MAX_WORDS, STATES
from onscreen_reflex.feature_columns import (
    ELEMENT_FEATURES,
    GRID_LINES,
    HALF_HOURS,
    PAST_ACTION_FEATURES,
    SCREEN_FEATURES,
    SMALL_NUMBERS,
    WORD_FEATURES,
    ElementColumn,
    PastActionColumn,
    ScreenColumn,
    WordColumn,
)
from onscreen_reflex.text_matches import Matches
from onscreen_reflex.word_pieces import Word, fold_words, parse_number, parse_ordinal

Floats: TypeAlias = NDArray[np.float32]

MAX_WORD_CHARS = 20
"""Words of this length or longer have the maximum length feature, 1."""
MAX_STEPS = 30
"""Histories of this length or longer have the maximum step count feature, 1."""
MAX_MENTIONS = 2
"""The highest value of features that count mentions of an element or actions on it."""
LOG_AREA_SCALE = 12
"""Divisor of the logarithm of an area in square pixels."""
RANK_SCALE = 8
"""Divisor of ranks and of word positions."""
PARTIAL_MENTION = 0.25
"""Weight of a word that occurs in an element's clue or resembles a word of the name."""
PAST_ACTION_WEIGHT = 0.5
"""Weight of one past action in the feature that counts the past actions on an element."""

_DIGITS = re.compile(r"[\d.,]+")
_TIME_UNIT = re.compile(r"(min(?:ute)?s?)|h(?:ours?|rs?)?", re.IGNORECASE)
_MINUTES_PER_HALF_HOUR = 30


def build_word_features(words: Sequence[Word], matches: Matches, *, history: Sequence[PastAction]) -> Floats:
    """Compute features of shape (T, WORD_FEATURES) for the words of the instruction."""
    features = np.zeros((len(words), WORD_FEATURES), np.float32)
    in_action = {index for index, _ in matches.in_action}
    in_phrase = {i for spans in matches.names for start, end in spans for i in range(start, end)}
    for row, word in enumerate(words):
        text, vector = word.text, features[row]
        vector[WordColumn.IN_QUOTE] = word.quote > 0
        vector[WordColumn.IS_NUMBER] = matches.word_numbers[row] is not None
        vector[WordColumn.IS_CAPITALIZED] = text[:1].isupper()
        vector[WordColumn.IS_UPPER_CASE] = text.isupper() and len(text) > 1
        vector[WordColumn.IS_SIGN] = not text[0].isalnum()
        vector[WordColumn.WORDS_BEFORE] = row / MAX_WORDS
        vector[WordColumn.WORDS_AFTER] = (len(words) - row) / MAX_WORDS
        vector[WordColumn.IN_PAST_ACTION] = row in in_action
        vector[WordColumn.IS_ORDINAL] = parse_ordinal(text) is not None
        vector[WordColumn.IN_NAMED_PHRASE] = row in in_phrase
        vector[WordColumn.LENGTH] = min(len(text), MAX_WORD_CHARS) / MAX_WORD_CHARS
    for column, pairs in (
        (WordColumn.LOG_NAME_COUNT, matches.in_name),
        (WordColumn.LOG_CLUE_COUNT, matches.in_clue),
    ):
        for index, _ in pairs:
            features[index, column] += 1
        features[:, column] = np.log1p(features[:, column])
    _set_small_numbers(features, matches.word_numbers, first=WordColumn.FIRST_SMALL_NUMBER)
    _set_durations(features, words, numbers=matches.word_numbers)
    clicks = sum(past.verb == VERBS.index("click") for past in history)
    for row, number in enumerate(matches.word_numbers):
        features[row, WordColumn.EQUALS_CLICK_COUNT] = number is not None and number == clicks
        features[row, WordColumn.EXCEEDS_CLICK_COUNT] = number is not None and number > clicks
    return features


def build_element_features(
    elements: Sequence[Element], *, screen: Screen, matches: Matches, history: Sequence[PastAction]
) -> Floats:
    """Compute features of shape (E, ELEMENT_FEATURES) for the elements on the screen."""
    features = np.zeros((len(elements), ELEMENT_FEATURES), np.float32)
    if not elements:
        return features
    numbers = matches.element_numbers
    _set_kinds(features, elements)
    _set_positions(features, elements, screen=screen)
    _set_small_numbers(features, numbers, first=ElementColumn.FIRST_SMALL_NUMBER)
    _set_grid_lines(features, elements)
    _set_number_ranks(features, numbers, kinds=[(e.role, _DIGITS.sub("#", e.name)) for e in elements])
    _set_past_actions(features, history)
    _set_word_mentions(features, elements, matches=matches)
    _set_named_ranks(features, matches)
    _set_twins(features, elements)
    features[:, ElementColumn.EQUALS_COUNT] = [n is not None and n == matches.count for n in numbers]
    features[:, ElementColumn.IS_ODD] = [n is not None and n % 2 == 1 for n in numbers]
    _set_headings(features, elements, named=[bool(spans) for spans in matches.names])
    return features


def build_past_action_features(history: Sequence[PastAction]) -> Floats:
    """Compute features of shape (H, PAST_ACTION_FEATURES) for the past actions."""
    features = np.zeros((len(history), PAST_ACTION_FEATURES), np.float32)
    for row, past in enumerate(history):
        features[row, PastActionColumn.RECENCY] = 1 / (1 + past.age)
        features[row, PastActionColumn.FAILED] = past.failed
        features[row, PastActionColumn.IDLE] = past.idle
        features[row, PastActionColumn.TARGET_IS_SHOWN] = past.element >= 0
    return features


def build_screen_features(
    screen: Screen, elements: Sequence[Element], *, step_count: int, has_values: bool, has_notes: bool
) -> Floats:
    """Compute features of shape (SCREEN_FEATURES,) for the screen as a whole."""
    features = np.zeros(SCREEN_FEATURES, np.float32)
    beyond = screen.shot.beyond
    features[ScreenColumn.ONE] = 1
    features[ScreenColumn.STEP_COUNT] = min(step_count, MAX_STEPS) / MAX_STEPS
    features[ScreenColumn.IS_FIRST_STEP] = step_count == 0
    features[ScreenColumn.CONTENT_BELOW] = bool(beyond.below)
    features[ScreenColumn.CONTENT_ABOVE] = bool(beyond.above)
    features[ScreenColumn.HAS_DIALOG] = bool(screen.shot.dialog)
    features[ScreenColumn.HAS_TABS] = len(screen.shot.tabs) > 1
    features[ScreenColumn.ELEMENT_COUNT] = len(elements) / MAX_ELEMENTS
    features[ScreenColumn.HAS_VALUES] = has_values
    features[ScreenColumn.HAS_NOTES] = has_notes
    return features


def _set_small_numbers(features: Floats, numbers: Sequence[float | None], *, first: int) -> None:
    """Set the one-hot columns of small whole numbers, which begin at `first`."""
    for row, number in enumerate(numbers):
        if number is not None and number in SMALL_NUMBERS:
            features[row, first + SMALL_NUMBERS.index(int(number))] = 1


def _set_durations(features: Floats, words: Sequence[Word], *, numbers: Sequence[float | None]) -> None:
    """Set the one-hot column of a duration for the number before a unit of time."""
    for row, number in enumerate(numbers):
        halves = _half_hours(words[max(0, row - 2) : row + 2]) if number is not None else 0
        if halves in HALF_HOURS:
            features[row, WordColumn.FIRST_HALF_HOUR + HALF_HOURS.index(halves)] = 1


def _half_hours(words: Sequence[Word]) -> int:
    """Convert a duration such as "1.5 hours" into a number of half hours.

    The last word must be the unit. The number before it may be one word, or the three words of a decimal
    number. Returns 0 if the words are not a duration in half hours.
    """
    unit = _TIME_UNIT.fullmatch(words[-1].text)
    if unit is None:
        return 0
    whole, point, last = ([Word("", 0, 0)] * 3 + list(words[:-1]))[-3:]
    is_decimal = point.text == "." and whole.end == point.start and point.end == last.start
    number = parse_number(f"{whole.text}.{last.text}" if is_decimal else last.text)
    halves = (number or 0) * (1 / _MINUTES_PER_HALF_HOUR if unit[1] else 2)
    return round(halves) if round(halves, 3) in HALF_HOURS else 0


def _set_kinds(features: Floats, elements: Sequence[Element]) -> None:
    for row, element in enumerate(elements):
        vector = features[row]
        vector[ElementColumn.IS_USABLE] = is_usable(element)
        vector[ElementColumn.IS_FIELD] = element.role in FIELD_ROLES or element.has("editable")
        vector[ElementColumn.HAS_NAME] = bool(element.name)
        vector[ElementColumn.HAS_VALUE] = bool(element.value)
        vector[ElementColumn.IS_RECOGNIZED] = element.seen_by != "tree"
        for state in element.states:
            if state in STATES:
                vector[ElementColumn.FIRST_STATE + STATES.index(state)] = 1


def _set_positions(features: Floats, elements: Sequence[Element], *, screen: Screen) -> None:
    """Set positions and sizes relative to the extent of all nodes."""
    nodes = screen.shot.nodes
    right = max([1.0, *(node.box.right for node in nodes)])
    bottom = max([1.0, *(node.box.bottom for node in nodes)])
    for row, element in enumerate(elements):
        box, vector = element.box, features[row]
        vector[ElementColumn.CENTER_X] = (box.left + box.right) / 2 / right
        vector[ElementColumn.CENTER_Y] = (box.top + box.bottom) / 2 / bottom
        vector[ElementColumn.WIDTH] = (box.right - box.left) / right
        vector[ElementColumn.HEIGHT] = (box.bottom - box.top) / bottom
        vector[ElementColumn.LOG_AREA] = np.log1p(max(0.0, box.area)) / LOG_AREA_SCALE
        vector[ElementColumn.READING_ORDER] = row / MAX_ELEMENTS


def _set_grid_lines(features: Floats, elements: Sequence[Element]) -> None:
    """Set the row and column of each element among the elements of its role and size."""
    kinds: dict[tuple[str, float, float], list[int]] = {}
    for row, element in enumerate(elements):
        box = element.box
        kind = (element.role, round(box.right - box.left), round(box.bottom - box.top))
        kinds.setdefault(kind, []).append(row)
    for rows in (rows for rows in kinds.values() if len(rows) > 1):
        lefts = {row: round(elements[row].box.left) for row in rows}
        tops = {row: round(elements[row].box.top) for row in rows}
        for edges, first, last in (
            (lefts, ElementColumn.FIRST_GRID_COLUMN, ElementColumn.IN_LAST_GRID_COLUMN),
            (tops, ElementColumn.FIRST_GRID_ROW, ElementColumn.IN_LAST_GRID_ROW),
        ):
            lines = sorted(set(edges.values()))
            for row, edge in edges.items():
                features[row, first + min(lines.index(edge), GRID_LINES - 1)] = 1
                features[row, last] = edge == lines[-1]


def _set_number_ranks(
    features: Floats, numbers: Sequence[float | None], *, kinds: Sequence[tuple[str, str]]
) -> None:
    """Set the rank of each number among the numbers in texts that differ only in their digits."""
    numbers_by_kind: dict[tuple[str, str], set[float]] = {}
    for number, kind in zip(numbers, kinds, strict=True):
        if number is not None:
            numbers_by_kind.setdefault(kind, set()).add(number)
    for row, (number, kind) in enumerate(zip(numbers, kinds, strict=True)):
        if number is None:
            continue
        ranked = sorted(numbers_by_kind[kind])
        rank, last = ranked.index(number), len(ranked) - 1
        features[row, ElementColumn.HAS_NUMBER] = 1
        features[row, ElementColumn.IS_LOWEST] = rank == 0
        features[row, ElementColumn.IS_HIGHEST] = rank == last
        features[row, ElementColumn.NUMBER_RANK] = rank / max(1, last)


def _set_past_actions(features: Floats, history: Sequence[PastAction]) -> None:
    for past in history:
        if past.element < 0:
            continue
        vector = features[past.element]
        vector[ElementColumn.PAST_ACTION_COUNT] += PAST_ACTION_WEIGHT
        for column, value in (
            (ElementColumn.PAST_ACTION_RECENCY, 1 / (1 + past.age)),
            (ElementColumn.RECEIVED_TEXT, bool(past.text)),
            (ElementColumn.IS_LAST_TARGET, past.age == 0),
        ):
            vector[column] = max(vector[column], value)
    counts = features[:, ElementColumn.PAST_ACTION_COUNT]
    features[:, ElementColumn.PAST_ACTION_COUNT] = np.minimum(counts, MAX_MENTIONS)


def _set_word_mentions(features: Floats, elements: Sequence[Element], *, matches: Matches) -> None:
    """Set the number and the position of each element's words in the instruction."""
    for index, row in matches.in_name:
        vector = features[row]
        vector[ElementColumn.NAME_WORD_SHARE] += 1 / max(1, len(set(fold_words(elements[row].name))))
        position = 1 / (1 + index / RANK_SCALE)
        vector[ElementColumn.NAME_WORD_POSITION] = max(vector[ElementColumn.NAME_WORD_POSITION], position)
    for _, row in matches.in_value:
        share = 1 / max(1, len(set(fold_words(elements[row].value))))
        features[row, ElementColumn.VALUE_WORD_SHARE] += share
    for _, row in matches.in_clue:
        features[row, ElementColumn.CLUE_WORD_COUNT] += PARTIAL_MENTION
    for _, row in matches.similar_name:
        features[row, ElementColumn.SIMILAR_WORD_COUNT] += PARTIAL_MENTION
    for column in (
        ElementColumn.NAME_WORD_SHARE,
        ElementColumn.NAME_WORD_POSITION,
        ElementColumn.VALUE_WORD_SHARE,
        ElementColumn.CLUE_WORD_COUNT,
        ElementColumn.SIMILAR_WORD_COUNT,
    ):
        features[:, column] = np.minimum(features[:, column], MAX_MENTIONS)


def _set_named_ranks(features: Floats, matches: Matches) -> None:
    """Set the order in which the instruction contains the whole names of elements."""
    starts = sorted({spans[0][0] for spans in matches.names if spans})
    for row, spans in enumerate(matches.names):
        if spans:
            start, end = spans[0]
            rank = starts.index(start)
            features[row, ElementColumn.IS_NAMED] = 1
            features[row, ElementColumn.NAMED_RANK] = rank / RANK_SCALE
            features[row, ElementColumn.NAMED_INVERSE_RANK] = 1 / (1 + rank)
            features[row, ElementColumn.NAMED_LENGTH] = (end - start) / RANK_SCALE
    features[:, ElementColumn.VALUE_IS_NAMED] = [bool(spans) for spans in matches.values]


def _set_headings(features: Floats, elements: Sequence[Element], *, named: Sequence[bool]) -> None:
    """Mark the elements below a heading named in the instruction, and those below other headings.

    Headings are several elements with the same role and clue, such as the authors in a list of posts. The
    instruction must name at least one of them, and may name all of them only if they are not actionable.
    """
    kinds: dict[tuple[str, str], list[int]] = {}
    for row, element in enumerate(elements):
        kinds.setdefault((element.role, _DIGITS.sub("#", element.clue)), []).append(row)
    for rows in kinds.values():
        any_named, all_named = any(named[row] for row in rows), all(named[row] for row in rows)
        if len(rows) > 1 and any_named and not (all_named and is_usable(elements[rows[0]])):
            for row, after in pairwise((*rows, len(elements))):
                column = ElementColumn.BELOW_NAMED if named[row] else ElementColumn.BELOW_OTHER
                features[row:after, column] = 1


def _set_twins(features: Floats, elements: Sequence[Element]) -> None:
    """Set the number and order of elements with the same role, name and clue."""
    twins: dict[tuple[str, str, str], list[int]] = {}
    for row, element in enumerate(elements):
        twins.setdefault((element.role, element.name, element.clue), []).append(row)
    for rows in twins.values():
        for index, row in enumerate(rows):
            features[row, ElementColumn.LOG_TWIN_COUNT] = np.log(len(rows))
            features[row, ElementColumn.TWIN_INDEX] = index / RANK_SCALE
            features[row, ElementColumn.IS_FIRST_TWIN] = index == 0
