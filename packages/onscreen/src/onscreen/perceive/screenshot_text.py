"""Text of consecutive screenshots, of which only the changed regions are read again."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.deadline import check_limit
from onscreen.perceive.changed_regions import (
    bounding_box,
    content_box,
    find_changed_regions,
    merge_boxes,
)
from onscreen.perceive.recognized_text import ScreenshotText, TextLine
from onscreen.perceive.text_recognition import (
    DEFAULT_LIMITS,
    TextLimits,
    recognize_text,
    split_bands,
)
from onscreen.types import Box

MARGIN_PX = 8
"""Pixels around a region that are read with it, because the detector needs the surroundings of a text."""


class ReadingLimits(msgspec.Struct, frozen=True):
    """Limits on the pixels and the time of reading a screenshot.

    A screenshot of more than `max_pixels` (4K by default) is scaled down. Regions that would start after
    `max_sec` are not read.
    """

    max_pixels: int = 3840 * 2160
    max_sec: float = 20.0


class TextReader:
    """Reader of screenshots that remembers the previous one and reads only what changed."""

    def __init__(self, limits: ReadingLimits | None = None, text_limits: TextLimits = DEFAULT_LIMITS) -> None:
        """Create a reader, with default limits if `limits` is None."""
        self._limits = limits or ReadingLimits()
        self._text_limits = text_limits
        self._previous: tuple[NDArray[np.uint8], ScreenshotText] | None = None

    def read(self, pixels: NDArray[np.uint8]) -> ScreenshotText:
        """Return the lines of text in an RGB array of shape (height, width, 3).

        Raises:
            TimeLimitReached: the time limit of the run is used up.
        """
        scaled, scale = _scale_down(pixels, self._limits.max_pixels)
        previous, self._previous = self._previous, None
        height, width = scaled.shape[:2]
        kept: tuple[TextLine, ...] = ()
        regions: tuple[Box, ...] = (Box(0, 0, width, height),)
        if previous is not None:
            changed = (*find_changed_regions(previous[0], scaled), *previous[1].unread)
            regions, kept = _with_lines(changed, previous[1].lines)
        found = self.read_regions(scaled, regions)
        lines = sorted((*kept, *found.lines), key=lambda each: (each.box.top, each.box.left))
        result = msgspec.structs.replace(found, lines=tuple(lines))
        self._previous = scaled, result
        return _scale_up(result, scale)

    def read_regions(self, pixels: NDArray[np.uint8], regions: Sequence[Box]) -> ScreenshotText:
        """Return the lines of text whose centre is in one of the regions of an RGB array.

        Raises:
            TimeLimitReached: the time limit of the run is used up.
        """
        started_at = time.monotonic()
        lines: list[TextLine] = []
        unread: list[Box] = []
        for band in [band for region in regions for band in self._bands(pixels, region)]:
            check_limit()
            if time.monotonic() - started_at > self._limits.max_sec:
                unread.append(band)
            else:
                lines += _read_region(pixels, band, limits=self._text_limits)
        return ScreenshotText(tuple(lines), tuple(unread), time.monotonic() - started_at)

    def _bands(self, pixels: NDArray[np.uint8], region: Box) -> list[Box]:
        left, top = int(region.left), int(region.top)
        crop = pixels[top : int(region.bottom), left : int(region.right)]
        return [_shift(band, x=left, y=top) for band in split_bands(crop, self._text_limits)]


def _read_region(pixels: NDArray[np.uint8], region: Box, *, limits: TextLimits) -> list[TextLine]:
    """Read a region with a margin, and return the lines whose centre is in the region."""
    height, width = pixels.shape[:2]
    region = content_box(pixels, region)
    left, top = max(0, int(region.left) - MARGIN_PX), max(0, int(region.top) - MARGIN_PX)
    right = min(width, math.ceil(region.right) + MARGIN_PX)
    bottom = min(height, math.ceil(region.bottom) + MARGIN_PX)
    if not region.area:
        return []
    found = recognize_text(pixels[top:bottom, left:right], limits)
    shifted = [TextLine(line.text, _shift(line.box, x=left, y=top), line.score) for line in found]
    return [line for line in shifted if region.contains(line.box.center)]


def _with_lines(
    regions: Sequence[Box], lines: tuple[TextLine, ...]
) -> tuple[tuple[Box, ...], tuple[TextLine, ...]]:
    """Extend regions by the lines of text that they cut, and return them with the other lines."""
    kept = lines
    merged = merge_boxes(list(regions))
    while True:
        cut = [line for line in kept if any(line.box.intersection(region).area > 0 for region in merged)]
        if not cut:
            return merged, kept
        kept = tuple(line for line in kept if line not in cut)
        extended = list(merged)
        for line in cut:
            touched = [region for region in extended if line.box.intersection(region).area > 0]
            extended = [region for region in extended if region not in touched]
            extended.append(bounding_box([line.box, *touched]))
        merged = merge_boxes(extended)


def _scale_down(pixels: NDArray[np.uint8], max_pixels: int) -> tuple[NDArray[np.uint8], float]:
    height, width = pixels.shape[:2]
    if height * width <= max_pixels:
        return pixels, 1.0
    scale = math.sqrt(max_pixels / (height * width))
    size = (max(1, int(width * scale)), max(1, int(height * scale)))
    resized = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    return np.asarray(resized, dtype=np.uint8), scale


def _scale_up(text: ScreenshotText, scale: float) -> ScreenshotText:
    if scale == 1:
        return text
    lines = (TextLine(line.text, _enlarge(line.box, 1 / scale), line.score) for line in text.lines)
    return ScreenshotText(tuple(lines), tuple(_enlarge(box, 1 / scale) for box in text.unread), text.seconds)


def _enlarge(box: Box, factor: float) -> Box:
    return Box(box.left * factor, box.top * factor, box.right * factor, box.bottom * factor)


def _shift(box: Box, *, x: int, y: int) -> Box:
    return Box(box.left + x, box.top + y, box.right + x, box.bottom + y)
