"""Blocks of a screenshot, which are read one by one."""

from __future__ import annotations

import numpy as np
import pytest

from icon_pictures import BLACK, Canvas

pytest.importorskip("cv2", reason='needs the extra "vision"')

from onscreen.perceive.text_blocks import find_blocks
from onscreen.types import Box


def test_blank_rows_and_columns_separate_blocks() -> None:
    """Texts with a gap between them are blocks of their own, with boxes that enclose their ink."""
    canvas = Canvas()
    canvas.text(20, 10, "Inbox")
    canvas.text(400, 10, "Edit")
    canvas.text(20, 60, "Two words")
    blocks = find_blocks(canvas.pixels)
    assert [(round(b.left, -1), round(b.top, -1)) for b in blocks] == [(20, 10), (400, 10), (20, 60)]
    assert all(b.height < 24 for b in blocks)


def test_rules_and_gradients_are_not_content() -> None:
    """The border of a panel does not join the texts inside it, and a gradient is blank."""
    canvas = Canvas(color=(240, 240, 240))
    canvas.text(20, 10, "Inbox")
    canvas.text(20, 300, "Archive")
    bordered = canvas.pixels.copy()
    bordered[:, 600:602] = BLACK
    assert find_blocks(bordered) == find_blocks(canvas.pixels)
    gradient = np.repeat(np.arange(200, dtype=np.uint8)[:, None, None], 300, axis=1).repeat(3, axis=2)
    assert find_blocks(gradient) == ()


def test_tall_letters_are_not_cut() -> None:
    """A stem of a digit is content although all of its rows are equal."""
    pixels = np.full((300, 300, 3), 255, np.uint8)
    pixels[50:200, 100:112] = 0
    (block,) = find_blocks(pixels)
    assert block.intersection(Box(100, 50, 112, 200)) == Box(100, 50, 112, 200)
