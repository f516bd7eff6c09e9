"""Detection of icons and other small controls in a screenshot by their contours."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.perceive.changed_regions import merge_boxes
from onscreen.types import Box


class IconLimits(msgspec.Struct, frozen=True):
    """Sizes and thresholds of icons.

    An icon is at least `min_px` wide and high and at most `max_px` (16 and 64 CSS pixels, at a pixel ratio of
    up to 3), and at most `max_aspect` times as wide as high or as high as wide. The edges are those of Canny
    with the thresholds `low_edge` and `high_edge` of gray levels. Parts that are at most `join_px` apart
    belong to one icon.
    """

    min_px: int = 12
    max_px: int = 192
    max_aspect: float = 2.0
    low_edge: int = 40
    high_edge: int = 120
    join_px: int = 5


DEFAULT_ICON_LIMITS = IconLimits()

NEUTRAL_SATURATION = 60
"""Saturation in OpenCV's HSV, 0..255, below which a colour counts as black, gray or white."""
HUES = (
    (8, "red"),
    (22, "orange"),
    (34, "yellow"),
    (85, "green"),
    (130, "blue"),
    (160, "purple"),
    (180, "red"),
)
"""Upper limits of the hues with a name, in OpenCV's HSV, 0..180."""


def detect_icons(
    pixels: NDArray[np.uint8], limits: IconLimits = DEFAULT_ICON_LIMITS, *, ignored: Sequence[Box] = ()
) -> tuple[Box, ...]:
    """Return the boxes of icons in an RGB array of shape (height, width, 3).

    Content in the `ignored` boxes, such as recognized text, is not part of an icon.
    """
    gray = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    edges = np.asarray(cv2.Canny(gray, limits.low_edge, limits.high_edge), dtype=np.uint8)
    for box in ignored:
        edges[max(0, int(box.top)) : int(box.bottom) + 1, max(0, int(box.left)) : int(box.right) + 1] = 0
    joined = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((limits.join_px, limits.join_px), np.uint8))
    contours, _ = cv2.findContours(joined, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    found = [_box(np.asarray(contour, dtype=np.int32)) for contour in contours]
    return merge_boxes([box for box in found if _is_icon(box, limits)])


def name_colour(pixels: NDArray[np.uint8], box: Box) -> str:
    """Name the colour of an icon, in contrast to the background at the border of its box."""
    crop = pixels[int(box.top) : int(box.bottom), int(box.left) : int(box.right)]
    border = np.concatenate([crop[0], crop[-1], crop[:, 0], crop[:, -1]])
    difference = np.abs(crop.astype(np.int16) - np.median(border, axis=0)).max(axis=2)
    ink = crop[difference >= max(1, difference.max() // 2)]
    rgb = np.median(ink, axis=0).astype(np.uint8) if ink.size else crop[0, 0]
    hue, saturation, value = cv2.cvtColor(rgb.reshape(1, 1, 3), cv2.COLOR_RGB2HSV)[0, 0].tolist()
    if saturation < NEUTRAL_SATURATION or value < NEUTRAL_SATURATION:
        return "black" if value < 85 else "gray" if value < 190 else "white"  # noqa: PLR2004  thirds of the range
    return next(name for limit, name in HUES if hue <= limit)


def _box(contour: NDArray[np.int32]) -> Box:
    left, top, width, height = cv2.boundingRect(contour)
    return Box(left, top, left + width, top + height)


def _is_icon(box: Box, limits: IconLimits) -> bool:
    low, high = sorted((box.width, box.height))
    return limits.min_px <= low and high <= limits.max_px and high <= limits.max_aspect * low
