"""Optional input features that were added for specific benchmark tasks.

The weights were trained with all of them. A feature outside of the selected groups is not computed, or its
columns are zero, as on a screen where the feature does not occur.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen_reflex.feature_columns import HALF_HOURS, ElementColumn, WordColumn


class FeatureGroup(msgspec.Struct, frozen=True):
    """A group of input features that were added for specific MiniWoB++ tasks.

    `tasks` are the names of these tasks. `word_columns` and `element_columns` are the columns of the
    features; a group without columns changes the matches from which other features are computed.
    """

    tasks: tuple[str, ...]
    word_columns: tuple[int, ...] = ()
    element_columns: tuple[int, ...] = ()


HALF_HOUR_DURATIONS = FeatureGroup(
    ("daily-calendar",),
    word_columns=tuple(range(WordColumn.FIRST_HALF_HOUR, WordColumn.FIRST_HALF_HOUR + len(HALF_HOURS))),
)
"""Features that one-hot encode a duration in the instruction, in half hours."""
CLICK_COUNTS = FeatureGroup(
    ("social-media-all", "social-media-some"),
    word_columns=(WordColumn.EQUALS_CLICK_COUNT, WordColumn.EXCEEDS_CLICK_COUNT),
)
"""Features that compare a number in the instruction with the number of clicks so far."""
COUNT_ANSWERS = FeatureGroup(("count-shape",), element_columns=(ElementColumn.EQUALS_COUNT,))
"""A feature that marks the answer to a "How many" question about shapes and characters."""
ODD_NUMBERS = FeatureGroup(("odd-or-even",), element_columns=(ElementColumn.IS_ODD,))
"""A feature that marks odd numbers."""
NAMED_HEADINGS = FeatureGroup(
    ("social-media", "social-media-all", "social-media-some"),
    element_columns=(ElementColumn.BELOW_NAMED, ElementColumn.BELOW_OTHER),
)
"""Features that mark elements below a heading that the instruction names, or below others."""
COORDINATES = FeatureGroup(("grid-coordinate",))
"""A match of the instruction with the coordinates "(x, y)" of an element without a name."""
DRAWN_NUMBERS = FeatureGroup(("count-sides",))
"""A number for an element without a name: its number of sides, or one in its attributes."""
SHAPE_WORDS = FeatureGroup(("count-shape", "identify-shape"))
"""Words for the size and kind of a shape or of a single character, such as "small" and "digit"."""

ALL_FEATURE_GROUPS = (
    HALF_HOUR_DURATIONS,
    CLICK_COUNTS,
    COUNT_ANSWERS,
    ODD_NUMBERS,
    NAMED_HEADINGS,
    COORDINATES,
    DRAWN_NUMBERS,
    SHAPE_WORDS,
)


class FeatureSelection(msgspec.Struct, frozen=True):
    """Selection of the optional groups of input features to compute."""

    groups: tuple[FeatureGroup, ...] = ALL_FEATURE_GROUPS

    def has(self, group: FeatureGroup) -> bool:
        """Return True if the features of the given group are computed."""
        return group in self.groups

    def clear_word_columns(self, features: NDArray[np.float32]) -> None:
        """Set the columns of unselected groups to 0 in a feature array for words."""
        for group in self._disabled():
            features[:, group.word_columns] = 0

    def clear_element_columns(self, features: NDArray[np.float32]) -> None:
        """Set the columns of unselected groups to 0 in a feature array for elements."""
        for group in self._disabled():
            features[:, group.element_columns] = 0

    def _disabled(self) -> tuple[FeatureGroup, ...]:
        return tuple(group for group in ALL_FEATURE_GROUPS if group not in self.groups)


DEFAULT_FEATURES = FeatureSelection((CLICK_COUNTS, NAMED_HEADINGS, DRAWN_NUMBERS))
"""Groups that affect decisions in several tasks besides those for which they were added."""
ALL_FEATURES = FeatureSelection()
"""All groups that the weights were trained with, for training and for the MiniWoB++ benchmark."""
