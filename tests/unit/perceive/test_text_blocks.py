"""Blocks of a screenshot, which are read one by one."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from icon_pictures import BLACK, Canvas

pytest.importorskip("cv2", reason='needs the extra "vision"')
pytest.importorskip("rapidocr", reason='needs the extra "vision"')

from onscreen.perceive.text_blocks import find_blocks
from onscreen.perceive.text_recognition import split_bands
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


def test_bands_stay_where_they_are_if_the_block_starts_at_another_row() -> None:
    """A tall picture is cut near the same rows of the screenshot, wherever its upper edge is."""
    pixels = np.random.default_rng(0).integers(0, 256, (2000, 400, 3), np.uint8)
    for row in range(90, 2000, 90):
        pixels[row : row + 4] = 255
    whole = [band.bottom for band in split_bands(pixels)]
    assert len(whole) == 3
    for top in (0, 37, 300):
        bands = split_bands(pixels[top:], top=top)
        assert [band.bottom + top for band in bands] == whole
        assert [band.top for band in bands] == [0, *(band.bottom for band in bands[:-1])]


def test_bands_cover_a_block_and_are_not_too_small() -> None:
    """Bands of a block at any row lie below each other without a gap, and none is a sliver."""
    pixels = np.random.default_rng(0).integers(0, 256, (1500, 800, 3), np.uint8)
    step = 400
    for top in range(0, 1200, 50):
        bands = split_bands(pixels, top=top)
        assert (bands[0].top, bands[-1].bottom) == (0, 1500)
        assert all(one.bottom == other.top for one, other in pairwise(bands))
        assert all(step // 5 <= band.height <= 2 * step for band in bands)
