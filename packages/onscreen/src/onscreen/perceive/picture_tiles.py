"""Regions of adjacent square tiles of a picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from onscreen.types import Box

TILE_PX = 16
"""Size of the tiles: about one line of small text."""


def tile_regions(
    tiles: NDArray[np.bool_], *, width: int, height: int, tile_px: int = TILE_PX
) -> tuple[Box, ...]:
    """Return the bounding boxes of connected tiles, clipped to a picture of the given size."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(tiles.astype(np.uint8), connectivity=8)
    found = []
    for left, top, columns, rows, _area in stats[1:count].tolist():
        right, bottom = (left + columns) * tile_px, (top + rows) * tile_px
        found.append(Box(left * tile_px, top * tile_px, min(width, right), min(height, bottom)))
    return merge_boxes(found)


def merge_boxes(boxes: list[Box]) -> tuple[Box, ...]:
    """Replace overlapping boxes by their bounding box until no two boxes overlap."""
    merged: list[Box] = []
    pending = list(boxes)
    while pending:
        box = pending.pop()
        overlapping = [other for other in merged if box.intersection(other).area > 0]
        if not overlapping:
            merged.append(box)
            continue
        merged = [other for other in merged if other not in overlapping]
        pending.append(bounding_box([box, *overlapping]))
    return tuple(sorted(merged, key=lambda each: (each.top, each.left)))


def bounding_box(boxes: list[Box]) -> Box:
    """Return the smallest box that contains all boxes of a non-empty list."""
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )
