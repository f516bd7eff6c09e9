"""Text of consecutive screenshots, with only the changed blocks read again."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.deadline import check_limit
from onscreen.perceive.recognized_text import ScreenshotText, TextLine
from onscreen.perceive.text_blocks import find_blocks
from onscreen.perceive.text_recognition import (
    DEFAULT_LIMITS,
    TextLimits,
    merge_fragments,
    recognize_text,
    split_bands,
)
from onscreen.types import Box

MARGIN_PX = 8
"""Pixels around a block that are read with it, because the detector needs the surroundings of a text."""

_Content: TypeAlias = tuple[int, int, bytes]
"""Height, width and hash of the pixels of a block, which determine its lines."""


class ReadingLimits(msgspec.Struct, frozen=True):
    """Limits on the number of pixels and the time for reading a screenshot.

    A screenshot of more than `max_pixels` (4K by default) is scaled down. Blocks that would start after
    `max_sec` are not read.
    """

    max_pixels: int = 3840 * 2160
    max_sec: float = 20.0


class TextReader:
    """Reader of screenshots that reads only blocks of text not shown in the previous screenshot.

    Each block is read separately, so that its lines do not depend on the rest of the screenshot. The text
    therefore does not depend on what was read before.
    """

    def __init__(self, limits: ReadingLimits | None = None, text_limits: TextLimits = DEFAULT_LIMITS) -> None:
        """Create a reader, with default limits if `limits` is None."""
        self._limits = limits or ReadingLimits()
        self._text_limits = text_limits
        self._known: dict[_Content, tuple[TextLine, ...]] = {}

    def read(self, pixels: NDArray[np.uint8]) -> ScreenshotText:
        """Return the lines of text in an RGB array of shape (height, width, 3), from top to bottom.

        Raises:
            TimeLimitReached: the time limit of the run is used up.
        """
        scaled, scale = _scale_down(pixels, self._limits.max_pixels)
        height, width = scaled.shape[:2]
        return _scale_up(self.read_regions(scaled, (Box(0, 0, width, height),)), scale)

    def read_regions(self, pixels: NDArray[np.uint8], regions: Sequence[Box]) -> ScreenshotText:
        """Return the lines of text in the regions of an RGB array, which are not scaled down.

        Raises:
            TimeLimitReached: the time limit of the run is used up.
        """
        started_at = time.monotonic()
        lines: list[TextLine] = []
        unread: list[Box] = []
        known, self._known = self._known, {}
        for block in [block for region in regions for block in self._blocks(pixels, region)]:
            check_limit()
            area = _with_margin(block, pixels)
            crop = pixels[int(area.top) : int(area.bottom), int(area.left) : int(area.right)]
            content = (crop.shape[0], crop.shape[1], hashlib.sha256(crop.tobytes()).digest())
            found = known.get(content)
            if found is None and time.monotonic() - started_at > self._limits.max_sec:
                unread.append(block)
                continue
            self._known[content] = recognize_text(crop, self._text_limits) if found is None else found
            shifted = [_shift_line(line, area) for line in self._known[content]]
            lines += [line for line in shifted if block.contains(line.box.center)]
        merged = merge_fragments(lines, self._text_limits)
        return ScreenshotText(merged, tuple(unread), time.monotonic() - started_at)

    def _blocks(self, pixels: NDArray[np.uint8], region: Box) -> Iterator[Box]:
        """Yield the blocks of a region; blocks that are too large for the recognizer are cut."""
        left, top = int(region.left), int(region.top)
        crop = pixels[top : int(region.bottom), left : int(region.right)]
        for block in find_blocks(crop):
            part = crop[int(block.top) : int(block.bottom), int(block.left) : int(block.right)]
            for band in split_bands(part, self._text_limits, top=top + int(block.top)):
                yield _shift(band, x=left + block.left, y=top + block.top)


def _with_margin(block: Box, pixels: NDArray[np.uint8]) -> Box:
    height, width = pixels.shape[:2]
    return Box(
        max(0, block.left - MARGIN_PX),
        max(0, block.top - MARGIN_PX),
        min(width, block.right + MARGIN_PX),
        min(height, block.bottom + MARGIN_PX),
    )


def _shift_line(line: TextLine, area: Box) -> TextLine:
    return TextLine(line.text, _shift(line.box, x=area.left, y=area.top), line.score)


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


def _shift(box: Box, *, x: float, y: float) -> Box:
    return Box(box.left + x, box.top + y, box.right + x, box.bottom + y)
