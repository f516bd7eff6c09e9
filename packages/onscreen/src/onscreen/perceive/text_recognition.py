"""Optical character recognition (OCR) with RapidOCR, which includes its weights.

RapidOCR runs the PP-OCR networks: a text detector and a text recognizer. Every line is recognized on its
own, so that its text does not depend on the other lines of the picture.
"""

from __future__ import annotations

import os
import re
from functools import cache
from itertools import pairwise

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray
from rapidocr import RapidOCR
from rapidocr.utils.output import RapidOCROutput

from onscreen.perceive.line_division import divide_line
from onscreen.perceive.recognized_text import TextLine
from onscreen.types import Box

BLOCK_PX = 32
"""Stride of the detector. A picture whose sides are multiples of it is not resampled."""
MIN_CONTRAST = 8
"""Range of gray levels below which a picture is blank: the noise of a screenshot of one color."""
LOW_CONTRAST = 96
"""Range of gray levels below which the contrast is stretched, as on a very dark screenshot."""
INK_SHARE = 0.25
"""Share of the largest difference from the background that is text and not its smoothed border."""

_SEPARATOR = re.compile(r"(?<=\w)·(?=[A-Z0-9])")
"""A dot between two texts, such as "Lunch·Once", around which the recognizer leaves out the spaces."""


class TextLimits(msgspec.Struct, frozen=True):
    """Thresholds of text recognition.

    `min_score` is the recognizer's confidence, 0..1, below which a line is left out (the default of
    RapidOCR). `min_symbol_score` is the same for a single character or a line without a letter or digit,
    because icons are often mistaken for these. Fragments are merged into one line if the gap between them is
    at most `max_gap` times their height, about the width of two spaces, and their vertical extents overlap by
    `min_overlap`. The detector reads bands of about `band_px` pixels at once, a sixth of the screen of a
    phone, which limits its memory and the area that is read again after a change.
    """

    min_score: float = 0.5
    min_symbol_score: float = 0.9
    max_gap: float = 0.5
    min_overlap: float = 0.7
    band_px: int = 400_000


DEFAULT_LIMITS = TextLimits()


@cache
def _engine() -> RapidOCR:
    return RapidOCR(
        params={
            "Global.use_cls": False,
            "Global.log_level": "critical",
            "Global.use_preprocess_img": False,
            "Det.limit_type": "min",
            "Det.limit_side_len": BLOCK_PX,
            "Global.width_height_ratio": -1,
            "Rec.rec_batch_num": 1,
            "EngineConfig.onnxruntime.intra_op_num_threads": count_threads(),
        }
    )


def count_threads() -> int:
    """Return the number of threads in the variable OMP_NUM_THREADS, or -1 (one per core) without a number.

    ONNX Runtime does not read the variable, which other numeric libraries use.
    """
    number = os.environ.get("OMP_NUM_THREADS", "")
    return int(number) if number.isdecimal() else -1


def recognize_text(pixels: NDArray[np.uint8], limits: TextLimits = DEFAULT_LIMITS) -> tuple[TextLine, ...]:
    """Recognize the lines of text in an RGB array of shape (height, width, 3).

    The boxes are in pixels of the array and enclose the ink of the text. Texts in one row with a wide gap
    between them are separate lines. Returns no lines for a blank picture.
    """
    height, width = pixels.shape[:2]
    contrasted = _stretch_contrast(pixels)
    if contrasted is None:
        return ()
    padding = (0, -height % BLOCK_PX, 0, -width % BLOCK_PX)
    prepared = np.asarray(cv2.copyMakeBorder(contrasted, *padding, cv2.BORDER_REPLICATE), dtype=np.uint8)
    output = _engine()(np.ascontiguousarray(prepared[:, :, ::-1]))
    if not isinstance(output, RapidOCROutput) or output.boxes is None or not output.txts:
        return ()
    found: list[TextLine] = []
    for corners, text, score in zip(output.boxes, output.txts, output.scores or (), strict=True):
        spaced = _SEPARATOR.sub(" · ", text)
        line = TextLine(" ".join(spaced.split()), _tight_box(prepared, corners), float(score))
        if _is_confident(line, limits) and line.box.area:
            found += (part for part in divide_line(prepared, line) if _is_confident(part, limits))
    return merge_fragments(found, limits)


def merge_fragments(lines: list[TextLine], limits: TextLimits = DEFAULT_LIMITS) -> tuple[TextLine, ...]:
    """Merge fragments of one line of text, and sort the lines from top to bottom."""
    merged: list[TextLine] = []
    for line in sorted(lines, key=lambda each: each.box.left):
        place = next((i for i, each in enumerate(merged) if _continues(each, line, limits=limits)), None)
        if place is None:
            merged.append(line)
        else:
            merged[place] = _join(merged[place], line)
    return tuple(sorted(merged, key=lambda each: (each.box.top, each.box.left)))


def split_bands(
    pixels: NDArray[np.uint8], limits: TextLimits = DEFAULT_LIMITS, *, top: int = 0
) -> tuple[Box, ...]:
    """Split a part of a screenshot into horizontal bands, each read in one detector call.

    Bands end near multiples of their height, counted from the top of the screenshot, at the row with the
    fewest edges. The part starts at row `top` of the screenshot. Few lines of text are therefore cut, and a
    change in one band does not affect distant bands, even if the part now starts at another row.
    """
    height, width = pixels.shape[:2]
    rows = max(BLOCK_PX, limits.band_px // max(1, width))
    if height <= rows:
        return (Box(0, 0, width, height),)
    step, ends = 4 * rows // 5, list[int]()
    for last in range(step - top % step, height - step // 4, step):
        first = last - step // 4
        if first < step // 4:  # the first band is not shorter than the last one can be
            continue
        gray = pixels[first:last, :, 1].astype(np.int16)
        ends.append(first + int(np.argmin(np.abs(np.diff(gray, axis=1)).sum(axis=1))))
    return tuple(Box(0, top, width, bottom) for top, bottom in pairwise([0, *ends, height]))


def _stretch_contrast(pixels: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """Return the pixels with at least normal contrast; None if the picture is blank."""
    low, high = int(pixels.min()), int(pixels.max())
    if high - low < MIN_CONTRAST:
        return None
    if high - low >= LOW_CONTRAST:
        return pixels
    stretched = (pixels.astype(np.float32) - low) * (255 / (high - low))
    return stretched.astype(np.uint8)


def _tight_box(pixels: NDArray[np.uint8], corners: NDArray[np.float32]) -> Box:
    """Return the smallest box that contains the ink within the detector's padded box.

    The median color is the background.
    """
    height, width = pixels.shape[:2]
    left, top = (int(max(0, value)) for value in np.floor(corners.min(axis=0)))
    right, bottom = (int(value) for value in np.ceil(corners.max(axis=0)))
    right, bottom = min(width, right), min(height, bottom)
    crop = pixels[top:bottom, left:right].astype(np.int16)
    if not crop.size:
        return Box(left, top, left, top)
    difference = np.abs(crop - np.median(crop, axis=(0, 1))).max(axis=2)
    ink = difference > INK_SHARE * difference.max()
    xs, ys = np.flatnonzero(ink.any(axis=0)), np.flatnonzero(ink.any(axis=1))
    if not xs.size:
        return Box(left, top, right, bottom)
    return Box(left + int(xs[0]), top + int(ys[0]), left + int(xs[-1]) + 1, top + int(ys[-1]) + 1)


def _is_confident(line: TextLine, limits: TextLimits) -> bool:
    is_symbol = len(line.text) == 1 or not any(map(str.isalnum, line.text))
    return bool(line.text) and line.score >= (limits.min_symbol_score if is_symbol else limits.min_score)


def _continues(line: TextLine, other: TextLine, *, limits: TextLimits) -> bool:
    """Check whether `other` is the next fragment of a horizontal line to its right."""
    if line.box.height > line.box.width or other.box.height > 2 * other.box.width:
        return False
    low, high = sorted((line.box.height, other.box.height))
    shared = min(line.box.bottom, other.box.bottom) - max(line.box.top, other.box.top)
    gap = other.box.left - line.box.right
    return shared >= limits.min_overlap * low and abs(gap) <= limits.max_gap * high


def _join(line: TextLine, other: TextLine) -> TextLine:
    one, two = line.box, other.box
    box = Box(one.left, min(one.top, two.top), max(one.right, two.right), max(one.bottom, two.bottom))
    return TextLine(f"{line.text} {other.text}", box, min(line.score, other.score))
