"""Screens without a tree: the sense that discards it, and changes that only the pixels show."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from onscreen.perceive.pixel_array import decode, encode
from onscreen.perceive.screen_change import past_steps
from onscreen.perceive.tree_removal import remove_tree
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Back, Decision, Episode, Outcome, Shot, Task

SHOT = shot_from_lines("button Send [clickable]", "  text Send", "text Note")


def paint(shot: Shot, pixels: int) -> Shot:
    """Return the shot with the given number of black pixels."""
    picture = np.array(decode(shot.picture))
    picture.reshape(-1, 3)[:pixels] = 0
    return msgspec.structs.replace(shot, picture=encode(picture))


def had_effect(before: Shot, after: Shot) -> bool:
    """Check whether the history reports an effect between two shots."""
    episode = Episode(Task("look"), (before,)).then(Decision(Back()), Outcome(), shot=after)
    return past_steps(episode)[0].had_effect


def test_only_nodes_of_the_tree_are_discarded() -> None:
    """Nodes that were read from the screenshot are kept, without the parents that were discarded."""
    nodes = (*SHOT.nodes[:1], msgspec.structs.replace(SHOT.nodes[1], seen_by="ocr"))
    kept = remove_tree(msgspec.structs.replace(SHOT, nodes=nodes)).nodes
    assert [(node.name, node.seen_by, node.parent) for node in kept] == [("Send", "ocr", None)]
    assert remove_tree(SHOT).nodes == ()


@pytest.mark.parametrize(("pixels", "expected"), [(0, False), (2, False), (400, True)])
def test_screens_without_a_tree_are_compared_by_pixels(pixels: int, expected: bool) -> None:
    """A screen without a tree changed if more pixels differ than those of a caret or a clock."""
    bare = remove_tree(SHOT)
    assert had_effect(bare, paint(bare, pixels)) is expected


def test_screens_with_a_tree_are_compared_by_their_nodes() -> None:
    """Pixels of a screen with a tree do not count as a change."""
    assert not had_effect(SHOT, paint(SHOT, 400))
