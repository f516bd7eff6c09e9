"""Detection of repeated groups of siblings, such as cards whose parts have no common container.

Source: Liu, Grossman and Zhai, "Mining Data Records in Web Pages" (KDD 2003). In addition, the boxes of the
groups on the screen must not overlap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import combinations
from typing import TypeAlias

Extent: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels."""

MAX_GROUPS = 100
"""Maximum number of groups that are compared pairwise, which takes quadratic time."""

OVERLAP = 0.25
"""Share of a box that may overlap the next row or column, as lines of text do."""

OVERLAP_PX = 6.0
"""Largest overlap with the next row or column in pixels, about a third of a line of text."""


def group_records(kinds: Sequence[Hashable], boxes: Sequence[Extent]) -> list[list[int]]:
    """Group the indices of siblings into repeated records, such as the parts of each card.

    Each record starts with a sibling of the same kind, at least half of the records consist of the same kinds
    in the same order as another record, and no record overlaps another one or a sibling outside of records.
    Of several groupings, the one with the most repeated records is chosen. Every sibling outside of records
    forms a separate group.
    """
    best: list[list[int]] = [[place] for place in range(len(kinds))]
    most = 1
    for kind in dict.fromkeys(kinds):
        starts = [place for place, other in enumerate(kinds) if other == kind]
        if not 1 < len(starts) <= MAX_GROUPS:
            continue
        groups = _split(starts, len(kinds))
        alike = _count_alike([tuple(kinds[place] for place in group) for group in groups if len(group) > 1])
        if alike > most and 2 * alike >= len(starts) and not _any_record_overlaps(groups, boxes):
            best, most = groups, alike
    return best


def _count_alike(sequences: Sequence[Hashable]) -> int:
    """Count the sequences that occur more than once."""
    return sum(count for count in Counter(sequences).values() if count > 1)


def _split(starts: Sequence[int], count: int) -> list[list[int]]:
    """Split indices at each start.

    The last record is at most as long as the longest one before it.
    """
    ends = [*starts[1:], count]
    longest = max((end - start for start, end in list(zip(starts, ends, strict=True))[:-1]), default=0)
    ends[-1] = min(count, starts[-1] + longest)
    records = [list(range(start, end)) for start, end in zip(starts, ends, strict=True)]
    return [[place] for place in range(starts[0])] + records + [[place] for place in range(ends[-1], count)]


def _any_record_overlaps(groups: Sequence[Sequence[int]], boxes: Sequence[Extent]) -> bool:
    """Check whether a group of several siblings overlaps another group or a single sibling."""
    unions = [(len(group), _union([boxes[place] for place in group])) for group in groups]
    shown = [(size, box) for size, box in unions if box[2] > box[0] and box[3] > box[1]]
    return any(_overlap(a, b) for (m, a), (n, b) in combinations(shown, 2) if m > 1 or n > 1)


def _overlap(a: Extent, b: Extent) -> bool:
    return _overlap_along(a, b, axis=0) and _overlap_along(a, b, axis=1)


def _overlap_along(a: Extent, b: Extent, *, axis: int) -> bool:
    smaller = min(a[axis + 2] - a[axis], b[axis + 2] - b[axis])
    common = min(a[axis + 2], b[axis + 2]) - max(a[axis], b[axis])
    return common > min(OVERLAP_PX, OVERLAP * smaller)


def _union(boxes: Sequence[Extent]) -> Extent:
    shown = [box for box in boxes if box[2] > box[0] and box[3] > box[1]] or list(boxes)
    lefts, tops, rights, bottoms = zip(*shown, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
