"""Detection of icons in a screenshot from its edges, without a trained model.

Edges that lie close together are merged into components. A compact component of suitable size is an icon
unless it is a part of a line of text, a picture or a frame.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.types import Box

Pixels = NDArray[np.uint8]


class DetectionLimits(msgspec.Struct, frozen=True):
    """Sizes and limits of the detection.

    Attributes:
        min_side_px: The longer side of the smallest icon, such as a plus in a box of 16 pixels.
        max_side_px: Larger components are pictures or panels. 168 pixels are 56 dp at a density of 3.
        max_aspect: Largest ratio of the sides.
        merge_px: Gap between the strokes of one icon, in pixels.
        max_icons: Maximum number of icons to report, in reading order.
        max_pixels: A larger screenshot is scaled down to this number of pixels.
    """

    min_side_px: int = 7
    max_side_px: int = 168
    max_aspect: float = 2.6
    merge_px: int = 3
    max_icons: int = 300
    max_pixels: int = 10_000_000


_LOW_EDGE, _HIGH_EDGE = 40, 100
"""Thresholds of the Canny detector, in gray levels; icons have a contrast of 3:1 or more (WCAG 1.4.11)."""
_TEXT_GAP, _TEXT_HEIGHT_RATIO, _MIN_TEXT_PARTS = 0.5, 1.7, 3
"""A line of text has at least 3 parts of similar height with gaps below half of the height."""
_MAX_SPACING, _LARGE_SPACING, _SMALL_DOT_PX, _DOT_RATIO = 3.0, 1.5, 9, 6
"""Largest distance of the dots of one icon, as a multiple of their size; of its bars, half their length.

Dots above 9 pixels, as on phones, must be closer, because small icons in a toolbar are as large. The largest
icon is 6 times as large as its dots."""
_MAX_DOTS_ASPECT = 5.0
"""Largest ratio of the sides of an upright icon, such as the three dots of "more"."""
_MIN_WORD_HEIGHT_PX = 11
"""Height of the lowest word beside which another component is text; lower ones are bars of icons."""
_MIN_WORD_ASPECT, _MAX_WORD_PX, _MIN_LETTER_HEIGHT, _MIN_INK = 1.1, 60, 0.6, 0.4
"""A short word is wider than high, of at most the size of a heading, and its letters have similar heights."""
_PART_GAP, _PART_ASPECT = 0.3, 1.6
"""Gap between parts of an icon, as a share of the longest side of a part; largest ratio of its sides."""
_SHORT_STROKE, _LONG_STROKE, _MIN_BAR_PX = 2, 3, 2
"""Longest single strokes, as multiples of the smallest icon: a line, and a bar such as a minus."""
_MIN_INK_SHARE = 0.06
"""Minimum share of edge pixels in the box of an icon; a frame around something larger has less."""


def detect_icons(
    pixels: Pixels, limits: DetectionLimits | None = None, *, ignored: Sequence[Box] = ()
) -> tuple[Box, ...]:
    """Return tight boxes of icon candidates in an RGB screenshot (height, width, 3), from top to bottom.

    Content in the `ignored` boxes, such as recognized text, is not part of an icon. Empty, single-colored
    and very small screenshots have no candidates.
    """
    limits = limits or DetectionLimits()
    height, width = pixels.shape[:2]
    if min(height, width) < limits.min_side_px:
        return ()
    factor = min(1.0, (limits.max_pixels / (height * width)) ** 0.5)
    if factor < 1:
        size = (max(1, int(width * factor)), max(1, int(height * factor)))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    edges = find_edges(pixels)
    for box in ignored:
        left, top = max(0, int(box.left * factor)), max(0, int(box.top * factor))
        edges[top : math.ceil(box.bottom * factor), left : math.ceil(box.right * factor)] = 0
    components = _components(edges, limits)
    kept = _merge_triples(_without_text(components, limits), limits)
    marks = [box for box in kept if not _is_word(pixels, box)][: 4 * limits.max_icons]
    parts = [box for box in marks if not _is_frame(edges, box, marks=marks)]
    boxes = [_tight(edges, box) for box in _merge_close(parts, limits) if _is_compact(box, limits)]
    inked = [box for box in boxes if _ink_share(edges, box) >= _MIN_INK_SHARE]
    outer = _outermost(inked)
    return tuple(_scaled(box, 1 / factor) for box in sorted(outer, key=_reading_key)[: limits.max_icons])


def find_edges(pixels: Pixels) -> Pixels:
    """Return the edges of an RGB picture as an array (height, width) of 0 and 255.

    The channel with the strongest contrast counts, so that colored icons on a colored ground of the same
    brightness have edges.
    """
    red, green, blue = (
        np.asarray(cv2.Canny(np.ascontiguousarray(pixels[..., n]), _LOW_EDGE, _HIGH_EDGE), np.uint8)
        for n in range(3)
    )
    return red | green | blue


def _components(edges: Pixels, limits: DetectionLimits) -> list[Box]:
    """Return the boxes of edges that lie close together."""
    kernel = np.ones((limits.merge_px, limits.merge_px), np.uint8)
    merged = cv2.dilate(edges, kernel)
    _, _, statistics, _ = cv2.connectedComponentsWithStats(merged, connectivity=8)
    margin = limits.merge_px // 2
    return [
        Box(float(x + margin), float(y + margin), float(x + w - margin), float(y + h - margin))
        for x, y, w, h, _ in statistics[1:].tolist()
        if max(w, h) - 2 * margin >= min(4, limits.min_side_px) and max(w, h) <= 4 * limits.max_side_px
    ]


def _is_compact(box: Box, limits: DetectionLimits) -> bool:
    short, long = sorted((box.width, box.height))
    if not limits.min_side_px <= long <= limits.max_side_px:
        return False
    max_stroke = (_SHORT_STROKE if short < _MIN_BAR_PX else _LONG_STROKE) * limits.min_side_px
    is_stroke = short >= 1 and long <= max_stroke
    is_row_of_dots = box.height > box.width and long <= _MAX_DOTS_ASPECT * short
    return long <= limits.max_aspect * short or is_stroke or is_row_of_dots


def _without_text(components: Sequence[Box], limits: DetectionLimits) -> list[Box]:
    """Return the components that are not parts of a line of text."""
    ordered = sorted(components, key=lambda box: box.left)
    lines: list[list[Box]] = []
    for box in ordered:
        line = next((line for line in lines if _continues(line[-1], box)), None)
        if line is None:
            lines.append([box])
        else:
            line.append(box)
    kept = []
    for line in lines:
        wide = [
            box
            for box in line
            if box.width > limits.max_aspect * box.height and box.height >= _MIN_WORD_HEIGHT_PX
        ]
        if len(line) < _MIN_TEXT_PARTS and not (len(line) > 1 and wide):
            kept.extend(line)
    return kept


def _continues(last: Box, box: Box) -> bool:
    """Check whether a component follows another one in a line of text."""
    height = max(last.height, box.height)
    overlap = min(last.bottom, box.bottom) - max(last.top, box.top)
    return (
        -0.2 * height <= box.left - last.right <= _TEXT_GAP * height
        and overlap >= min(last.height, box.height) / 2
        and height <= _TEXT_HEIGHT_RATIO * min(last.height, box.height)
    )


def _merge_triples(boxes: Sequence[Box], limits: DetectionLimits) -> list[Box]:
    """Merge three equal dots or bars at equal distances, such as in the icons "more" and "menu"."""
    remaining = sorted(boxes, key=_reading_key)
    merged: list[Box] = []
    while remaining:
        first = remaining.pop(0)
        is_part = min(first.width, first.height) <= limits.max_side_px / _DOT_RATIO
        equal = [box for box in remaining if is_part and _are_equal(first, box)]
        pair = next(((a, b) for a in equal for b in equal if a is not b and _are_in_row((first, a, b))), None)
        if pair is None:
            merged.append(first)
            continue
        remaining = [box for box in remaining if box not in pair]
        last = pair[1]
        merged.append(Box(min(first.left, last.left), first.top, max(first.right, last.right), last.bottom))
    return merged


def _are_equal(first: Box, other: Box) -> bool:
    """Check whether two components have the same size and are close together."""
    short, long = sorted((first.width, first.height))
    spacing = _MAX_SPACING if short <= _SMALL_DOT_PX else _LARGE_SPACING
    reach = max(spacing * short, long / 2)
    distance = max(abs(other.left - first.left), abs(other.top - first.top))
    sizes = abs(first.width - other.width) + abs(first.height - other.height)
    return sizes <= 3 and distance <= 2 * reach  # noqa: PLR2004 - anti-aliasing moves an edge by a pixel


def _are_in_row(boxes: tuple[Box, Box, Box]) -> bool:
    """Check whether three components lie in one row or column, at equal distances."""
    first, middle, last = boxes
    across = (middle.left - first.left, last.left - middle.left)
    down = (middle.top - first.top, last.top - middle.top)
    is_even = all(abs(a - b) <= 2 for a, b in (across, down))  # noqa: PLR2004 - anti-aliasing
    is_straight = min(max(map(abs, across)), max(map(abs, down))) <= 1
    return is_even and is_straight and max(*across, *down) > 0


def _is_word(pixels: Pixels, box: Box) -> bool:
    """Check whether a component is a short word: letters side by side, about as high as the component."""
    if box.width < _MIN_WORD_ASPECT * box.height or not 0 < box.height <= _MAX_WORD_PX:
        return False
    part = pixels[int(box.top) : int(box.bottom), int(box.left) : int(box.right)].astype(np.float32)
    border = np.concatenate([part[0], part[-1]])
    difference = np.abs(part - np.median(border, axis=0)).max(axis=2)
    ink = difference > _MIN_INK * max(1.0, float(difference.max()))
    marks = np.flatnonzero(np.diff(np.concatenate([[False], ink.any(axis=0), [False]]).astype(np.int8)))
    letters = list(zip(marks[::2].tolist(), marks[1::2].tolist(), strict=True))
    rows = [np.flatnonzero(ink[:, start:end].any(axis=1)) for start, end in letters]
    heights = [int(row[-1] - row[0]) + 1 for row in rows]
    return (
        len(letters) > 1
        and float(np.median(heights)) >= _MIN_LETTER_HEIGHT * box.height
        and max(end - start for start, end in letters) <= box.height
    )


def _merge_close(boxes: Sequence[Box], limits: DetectionLimits) -> list[Box]:
    """Merge the parts of an icon, whose gap is small compared with their size."""
    merged: list[Box] = []
    for box in sorted(boxes, key=lambda each: each.left):
        near = next((n for n, other in enumerate(merged) if _are_parts(other, box, limits=limits)), None)
        if near is None:
            merged.append(box)
        else:
            merged[near] = _around(merged[near], box)
    return merged


def _are_parts(first: Box, other: Box, *, limits: DetectionLimits) -> bool:
    both = _around(first, other)
    long = max(both.width, both.height)
    gap = max(
        max(first.left, other.left) - min(first.right, other.right),
        max(first.top, other.top) - min(first.bottom, other.bottom),
    )
    size = max(first.width, first.height, other.width, other.height)
    return gap <= _PART_GAP * size and long <= min(
        limits.max_side_px, _PART_ASPECT * min(both.width, both.height)
    )


def _around(first: Box, other: Box) -> Box:
    return Box(
        min(first.left, other.left),
        min(first.top, other.top),
        max(first.right, other.right),
        max(first.bottom, other.bottom),
    )


def _tight(edges: Pixels, box: Box) -> Box:
    """Shrink a box to the edges inside; an edge is at most one pixel away from the drawn shape."""
    left, top, right, bottom = (int(v) for v in (box.left, box.top, box.right, box.bottom))
    part = edges[top:bottom, left:right]
    rows, columns = np.where(part.any(1))[0], np.where(part.any(0))[0]
    if not len(rows):
        return box
    return Box(
        float(left + columns[0]),
        float(top + rows[0]),
        float(left + columns[-1] + 1),
        float(top + rows[-1] + 1),
    )


def _ink_share(edges: Pixels, box: Box) -> float:
    part = edges[int(box.top) : int(box.bottom), int(box.left) : int(box.right)]
    return float(np.count_nonzero(part)) / max(1, part.size)


def _is_frame(edges: Pixels, box: Box, *, marks: Sequence[Box]) -> bool:
    """Check whether a component is a border around others, such as that of a button around its icon."""
    inside = (other for other in marks if other is not box and box.contains(other.center))
    return _ink_share(edges, box) < _MIN_INK_SHARE and any(other.area < box.area for other in inside)


def _outermost(boxes: Sequence[Box]) -> list[Box]:
    """Leave out boxes whose center lies in a larger box, such as the hole of a ring."""
    kept: list[Box] = []
    for box in sorted(boxes, key=lambda each: -each.area):
        if not any(other.contains(box.center) for other in kept):
            kept.append(box)
    return kept


def _scaled(box: Box, factor: float) -> Box:
    return Box(box.left * factor, box.top * factor, box.right * factor, box.bottom * factor)


def _reading_key(box: Box) -> tuple[float, float]:
    return box.top, box.left
