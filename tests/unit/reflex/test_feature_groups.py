"""Input features made for single benchmark tasks can be left out."""

from __future__ import annotations

import numpy as np
import pytest

from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.strategies import blank_picture
from onscreen.types import Box, Node, Shot
from onscreen.types.appearance import Appearance
from onscreen_reflex.array_schema import Array, InputArrays
from onscreen_reflex.benchmark_features import (
    ALL_FEATURE_GROUPS,
    CLICK_COUNTS,
    COORDINATES,
    COUNT_ANSWERS,
    DRAWN_NUMBERS,
    HALF_HOUR_DURATIONS,
    NAMED_HEADINGS,
    ODD_NUMBERS,
    SHAPE_WORDS,
    FeatureGroup,
    FeatureSelection,
)
from onscreen_reflex.feature_columns import ElementColumn, WordColumn
from onscreen_reflex.input_encoder import SceneSource, build_scene
from onscreen_reflex.word_pieces import WordPieces

NO_GROUP = FeatureSelection(())
BOX = Box(0, 0, 20, 20)
POLYGON = Node("image", "", BOX, appearance=Appearance(5, 20, 20))
CIRCLE = Node("image", "", BOX, clue="blue circle 20x20", appearance=Appearance(None, 20, 20))
POINT = Node("image", "", BOX, clue="(1,2)", attributes="(1,2)")
AUTHORS = tuple(Node("text", name, BOX) for name in ("@ada", "@bob"))
EXAMPLES: tuple[tuple[FeatureGroup, str, tuple[Node, ...]], ...] = (
    (HALF_HOUR_DURATIONS, "Book 2 hours", ()),
    (CLICK_COUNTS, "Click 2 times", ()),
    (COUNT_ANSWERS, "How many blue circles are there?", (CIRCLE, Node("button", "1", BOX))),
    (ODD_NUMBERS, "Press it", (Node("button", "7", BOX),)),
    (NAMED_HEADINGS, "Reply to @ada", AUTHORS),
    (COORDINATES, "Click on (1,2)", (POINT,)),
    (DRAWN_NUMBERS, "Press 5", (POLYGON,)),
    (SHAPE_WORDS, "Click the large shape", (CIRCLE,)),
)


def read(
    pieces: WordPieces, instruction: str, *nodes: Node, features: FeatureSelection
) -> InputArrays[Array]:
    """Return the arrays of a screen with these nodes."""
    source = SceneSource(instruction, build_screen(Shot(blank_picture(), nodes)))
    return build_scene(source, pieces, features=features).inputs


def are_equal(one: InputArrays[Array], other: InputArrays[Array]) -> bool:
    """Return True if all arrays are equal."""
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in one.__struct_fields__)


@pytest.mark.parametrize(("group", "instruction", "nodes"), EXAMPLES)
def test_a_group_alone_changes_its_example(
    pieces: WordPieces, group: FeatureGroup, instruction: str, *, nodes: tuple[Node, ...]
) -> None:
    """Each group has an effect on an example of what it was made for; without it, the example is plain."""
    only = read(pieces, instruction, *nodes, features=FeatureSelection((group,)))
    without = read(pieces, instruction, *nodes, features=NO_GROUP)
    assert not are_equal(only, without)


def test_every_group_has_an_example() -> None:
    """No group is left out above, and every group names the tasks it was made for."""
    assert {id(group) for group, _, _ in EXAMPLES} == {id(group) for group in ALL_FEATURE_GROUPS}
    assert all(group.tasks for group in ALL_FEATURE_GROUPS)


def test_columns_of_other_groups_are_zero(pieces: WordPieces) -> None:
    """Without the groups, their columns are zero, as on a screen where the feature does not occur."""
    inputs = read(pieces, "Book 2 hours", Node("button", "7", BOX), features=NO_GROUP)
    assert not inputs.element_features[:, ElementColumn.IS_ODD].any()
    first = WordColumn.FIRST_HALF_HOUR
    assert not inputs.word_features[:, first : WordColumn.EXCEEDS_CLICK_COUNT + 1].any()
