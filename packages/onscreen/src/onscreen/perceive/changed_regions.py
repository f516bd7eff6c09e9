"""Regions of a screenshot that differ from the previous screenshot."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from onscreen.types import Box

TILE_PX = 16
"""Size of the tiles in which pixels are compared: about one line of small text."""
MAX_CHANGED_SHARE = 0.5
"""Share of changed tiles above which reading the whole picture is cheaper than reading its regions."""


def find_changed_regions(
    before: NDArray[np.uint8], now: NDArray[np.uint8], *, max_share: float = MAX_CHANGED_SHARE
) -> tuple[Box, ...]:
    """Find the boxes around adjacent tiles with a changed pixel.

    The pictures are RGB arrays of shape (height, width, 3). Returns one box for the whole picture if the
    sizes differ or more than `max_share` of the tiles changed.
    """
    height, width = now.shape[:2]
    whole = (Box(0, 0, width, height),)
    if before.shape != now.shape:
        return whole
    tiles = tile_mask((before != now).any(axis=2))
    if tiles.mean() > max_share:
        return whole
    return tile_regions(tiles, width=width, height=height)


def tile_mask(pixels: NDArray[np.bool_], tile_px: int = TILE_PX) -> NDArray[np.bool_]:
    """Return which tiles contain a true pixel; the mask has the shape (height, width) in pixels."""
    rows, columns = (np.arange(0, size, tile_px) for size in pixels.shape)
    reduced = np.logical_or.reduceat(pixels, rows, axis=0)
    tiles: NDArray[np.bool_] = np.logical_or.reduceat(reduced, columns, axis=1)
    return tiles


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
    """Return the smallest box that contains all boxes of a list that is not empty."""
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def content_box(pixels: NDArray[np.uint8], region: Box) -> Box:
    """Return the part of a region without its blank borders, empty if the whole region has one colour."""
    left, top, right, bottom = map(int, (region.left, region.top, region.right, region.bottom))
    crop = pixels[top:bottom, left:right]
    differs = (crop != crop[:1, :1]).any(axis=2) if crop.size else np.zeros((0, 0), np.bool_)
    xs, ys = np.flatnonzero(differs.any(axis=0)), np.flatnonzero(differs.any(axis=1))
    if not xs.size:
        return Box(left, top, left, top)
    return Box(left + int(xs[0]), top + int(ys[0]), left + int(xs[-1]) + 1, top + int(ys[-1]) + 1)
