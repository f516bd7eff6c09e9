"""Division of a recognized line at wide gaps, such as those between the items of a menu bar.

The text detector joins texts in one row if the gap between them is at most about their height.
"""

from __future__ import annotations

from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.perceive.recognized_text import TextLine
from onscreen.types import Box


class DivisionLimits(msgspec.Struct, frozen=True):
    """Thresholds of the division of a line.

    A gap divides a line if it is at least `min_chars` times as wide as the average character of the line: a
    space is narrower than one character, two spaces of a monospaced font are less than three. Words whose
    average characters differ by more than the factor `max_ratio` were not matched with the gaps correctly,
    and the line stays as it is. Ink pixels differ from the background, the median color, by at least
    `min_ink` of the largest difference. Only the rows in the middle `row_share` of the line count, because a
    border may be above or below the text.
    """

    min_chars: float = 1.8
    max_ratio: float = 2.2
    min_ink: float = 0.25
    row_share: float = 0.6


DEFAULT_DIVISION_LIMITS = DivisionLimits()


def divide_line(
    pixels: NDArray[np.uint8], line: TextLine, *, limits: DivisionLimits = DEFAULT_DIVISION_LIMITS
) -> tuple[TextLine, ...]:
    """Split a line at the gaps that are too wide for a space.

    `pixels` is the RGB array (height, width, 3) to which the box of the line refers. Returns the line itself
    if it has no such gap, or if its words cannot be matched with its gaps.
    """
    words = line.text.split()
    spans = _word_spans(pixels, line.box, count=len(words), limits=limits)
    if len(words) < 2 or len(spans) != len(words):  # noqa: PLR2004  a single word has no gaps
        return (line,)
    pitches = [(end - start) / len(word) for word, (start, end) in zip(words, spans, strict=True)]
    if max(pitches) > limits.max_ratio * min(pitches):
        return (line,)
    min_gap = limits.min_chars * sum(end - start for start, end in spans) / sum(map(len, words))
    parts: list[list[int]] = [[0]]
    for index, (before, after) in enumerate(pairwise(spans), 1):
        if after[0] - before[1] >= min_gap:
            parts.append([])
        parts[-1].append(index)
    return tuple(
        TextLine(
            " ".join(words[i] for i in part),
            Box(spans[part[0]][0], line.box.top, spans[part[-1]][1], line.box.bottom),
            line.score,
        )
        for part in parts
    )


def _word_spans(
    pixels: NDArray[np.uint8], box: Box, *, count: int, limits: DivisionLimits
) -> list[tuple[float, float]]:
    """Return the horizontal spans of ink separated by the `count` - 1 widest gaps of a line."""
    margin = (1 - limits.row_share) / 2 * box.height
    crop = pixels[int(box.top + margin) : int(np.ceil(box.bottom - margin)), int(box.left) : int(box.right)]
    if not crop.size:
        return []
    difference = np.abs(crop.astype(np.int16) - np.median(crop, axis=(0, 1))).max(axis=2)
    columns = np.flatnonzero((difference > limits.min_ink * difference.max()).any(axis=0))
    if not columns.size:
        return []
    gaps = np.diff(columns)
    widest = np.sort(np.argsort(gaps, kind="stable")[::-1][: count - 1])
    widest = widest[gaps[widest] > 1]
    starts, ends = columns[[0, *(widest + 1)]], columns[[*widest, -1]] + 1
    return [(box.left + int(s), box.left + int(e)) for s, e in zip(starts, ends, strict=True)]
