"""Blocks of a screenshot that are separated by blank rows and columns, such as paragraphs and buttons.

Source: Nagy and Seth, Hierarchical Representation of Optically Scanned Documents (1984), the recursive X-Y
cut. Rule lines, such as the borders of cards, do not count as content.
"""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.types import Box


class BlockLimits(msgspec.Struct, frozen=True):
    """Thresholds for separating blocks, in pixels.

    Blocks are separated by at least `min_rows` blank rows or `min_columns` blank columns, about half a line
    of small text and the gap between two words of a heading. A step of less than `min_step` gray levels
    between neighboring pixels is part of a gradient. A straight edge of at least `min_rule` pixels is a
    rule, because no letter is as long.
    """

    min_rows: int = 8
    min_columns: int = 32
    min_step: int = 4
    min_rule: int = 256


DEFAULT_BLOCK_LIMITS = BlockLimits()


def find_blocks(pixels: NDArray[np.uint8], limits: BlockLimits = DEFAULT_BLOCK_LIMITS) -> tuple[Box, ...]:
    """Find the blocks of an RGB array of shape (height, width, 3), from top to bottom.

    The boxes enclose all steps of brightness that are not part of a gradient or a rule. Returns no blocks for
    a blank picture.
    """
    height, width = pixels.shape[:2]
    whole = Box(0, 0, width, height)
    if height <= 1 or width <= 1:
        return ()
    gray = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
    across = _steps(gray[:, 1:], gray[:, :-1], limits=limits, axis=0)
    down = _steps(gray[1:], gray[:-1], limits=limits, axis=1)
    found: list[Box] = []
    pending = [(whole, False)]
    while pending:
        box, is_whole = pending.pop()
        left, top, right, bottom = map(int, (box.left, box.top, box.right, box.bottom))
        rows = _spans(np.any(across[top:bottom, left : right - 1], axis=1), limits.min_rows)
        parts = [_with_border(Box(left, top + start, right, top + end), whole) for start, end in rows]
        if len(parts) == 1:
            top, bottom = int(parts[0].top), int(parts[0].bottom)
            columns = _spans(np.any(down[top : bottom - 1, left:right], axis=0), limits.min_columns)
            parts = [
                _with_border(Box(left + start, top, left + end, bottom), whole) for start, end in columns
            ]
        if len(parts) == 1 and is_whole:
            found += parts
        else:
            pending += [(part, len(parts) == 1) for part in parts]
    return tuple(sorted(found, key=lambda each: (each.top, each.left)))


def _with_border(box: Box, whole: Box) -> Box:
    """Extend a box by one pixel on each side, to include the brightness steps at its edges."""
    return Box(box.left - 1, box.top - 1, box.right + 1, box.bottom + 1).intersection(whole)


def _steps(
    one: NDArray[np.uint8], other: NDArray[np.uint8], *, limits: BlockLimits, axis: int
) -> NDArray[np.bool_]:
    """Return a mask of where two arrays of gray levels differ, without rule lines along an axis."""
    steps = np.asarray(cv2.absdiff(one, other)) >= limits.min_step
    lines = steps if axis == 0 else steps.T
    part = limits.min_rule // 2  # a rule contains at least one whole part
    parts = lines[: len(lines) // part * part].reshape(-1, part, lines.shape[1])
    ruled = np.flatnonzero(parts.all(axis=1).any(axis=0))
    if ruled.size:
        found = np.ascontiguousarray(lines[:, ruled]).astype(np.uint8)
        rules = cv2.morphologyEx(found, cv2.MORPH_OPEN, np.ones((limits.min_rule, 1), np.uint8))
        lines[:, ruled] = found > np.asarray(rules).reshape(found.shape)
    return steps


def _spans(has_content: NDArray[np.bool_], min_gap: int) -> list[tuple[int, int]]:
    """Return the spans (start, end) of content separated by at least `min_gap` blank positions."""
    places = np.flatnonzero(has_content)
    if not places.size:
        return []
    ends = np.flatnonzero(np.diff(places) > min_gap)
    starts = [int(places[0]), *(int(places[end + 1]) for end in ends)]
    stops = [*(int(places[end]) + 1 for end in ends), int(places[-1]) + 1]
    return list(zip(starts, stops, strict=True))
