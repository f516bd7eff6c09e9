"""Named columns of the network's feature arrays.

Weights depend on every column. New columns are appended, and every change increases `vocabulary.VERSION`.
"""

from __future__ import annotations

from enum import IntEnum

from onscreen_reflex.categorical_vocabulary import STATES

SMALL_NUMBERS = range(-3, 13)
"""Whole numbers with a one-hot column each."""
HALF_HOURS = range(1, 9)
"""Durations with a one-hot column each, in half hours; added for the MiniWoB++ task daily-calendar."""
GRID_LINES = 8
"""Rows and columns of a grid with a one-hot column each; later ones share the last column."""


class WordColumn(IntEnum):
    """Columns of the feature array for the words of the instruction.

    EQUALS_CLICK_COUNT and EXCEEDS_CLICK_COUNT compare a number with the clicks so far; they were made for the
    MiniWoB++ tasks social-media-all and social-media-some.
    """

    IN_QUOTE = 0
    IS_NUMBER = 1
    IS_CAPITALIZED = 2
    IS_UPPER_CASE = 3
    IS_SIGN = 4
    WORDS_BEFORE = 5
    WORDS_AFTER = 6
    IN_PAST_ACTION = 7
    IS_ORDINAL = 8
    IN_NAMED_PHRASE = 9
    LENGTH = 10
    LOG_NAME_COUNT = 11
    LOG_CLUE_COUNT = 12
    FIRST_SMALL_NUMBER = 13
    FIRST_HALF_HOUR = FIRST_SMALL_NUMBER + len(SMALL_NUMBERS)
    EQUALS_CLICK_COUNT = FIRST_HALF_HOUR + len(HALF_HOURS)
    EXCEEDS_CLICK_COUNT = EQUALS_CLICK_COUNT + 1


class ElementColumn(IntEnum):
    """Columns of the feature array for the elements on the screen.

    EQUALS_COUNT marks the number that answers a "How many" question (MiniWoB++ task count-shape), IS_ODD an
    odd number (odd-or-even). BELOW_NAMED and BELOW_OTHER mark elements below a heading that the instruction
    names, or below another heading (social-media and its variants).
    """

    IS_USABLE = 0
    IS_FIELD = 1
    HAS_NAME = 2
    HAS_VALUE = 3
    IS_RECOGNIZED = 4
    CENTER_X = 5
    CENTER_Y = 6
    WIDTH = 7
    HEIGHT = 8
    LOG_AREA = 9
    READING_ORDER = 10
    HAS_NUMBER = 11
    IS_LOWEST = 12
    IS_HIGHEST = 13
    NUMBER_RANK = 14
    PAST_ACTION_COUNT = 15
    PAST_ACTION_RECENCY = 16
    RECEIVED_TEXT = 17
    IS_LAST_TARGET = 18
    NAME_WORD_SHARE = 19
    NAME_WORD_POSITION = 20
    VALUE_WORD_SHARE = 21
    CLUE_WORD_COUNT = 22
    SIMILAR_WORD_COUNT = 23
    IS_NAMED = 24
    NAMED_RANK = 25
    NAMED_INVERSE_RANK = 26
    NAMED_LENGTH = 27
    VALUE_IS_NAMED = 28
    LOG_TWIN_COUNT = 29
    TWIN_INDEX = 30
    IS_FIRST_TWIN = 31
    FIRST_SMALL_NUMBER = 32
    FIRST_GRID_COLUMN = FIRST_SMALL_NUMBER + len(SMALL_NUMBERS)
    IN_LAST_GRID_COLUMN = FIRST_GRID_COLUMN + GRID_LINES
    FIRST_GRID_ROW = IN_LAST_GRID_COLUMN + 1
    IN_LAST_GRID_ROW = FIRST_GRID_ROW + GRID_LINES
    FIRST_STATE = IN_LAST_GRID_ROW + 1
    EQUALS_COUNT = FIRST_STATE + len(STATES)
    IS_ODD = EQUALS_COUNT + 1
    BELOW_NAMED = IS_ODD + 1
    BELOW_OTHER = BELOW_NAMED + 1


class PastActionColumn(IntEnum):
    """Columns of the feature array for past actions."""

    RECENCY = 0
    FAILED = 1
    IDLE = 2
    TARGET_IS_SHOWN = 3


class ScreenColumn(IntEnum):
    """Columns of the feature array for the screen as a whole."""

    ONE = 0
    STEP_COUNT = 1
    IS_FIRST_STEP = 2
    CONTENT_BELOW = 3
    CONTENT_ABOVE = 4
    HAS_DIALOG = 5
    HAS_TABS = 6
    ELEMENT_COUNT = 7
    HAS_VALUES = 8
    HAS_NOTES = 9


POSITION_COLUMNS = (
    *range(ElementColumn.CENTER_X, ElementColumn.READING_ORDER + 1),
    *range(ElementColumn.FIRST_GRID_COLUMN, ElementColumn.IN_LAST_GRID_ROW + 1),
)
"""Columns that encode an element's position on the screen; training zeroes them on some screens."""
WORD_FEATURES = max(WordColumn) + 1
"""The number of features of a word."""
ELEMENT_FEATURES = max(ElementColumn) + 1
"""The number of features of an element."""
PAST_ACTION_FEATURES = max(PastActionColumn) + 1
"""The number of features of a past action."""
SCREEN_FEATURES = max(ScreenColumn) + 1
"""The number of features of the screen as a whole."""
