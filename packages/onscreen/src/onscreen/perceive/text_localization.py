"""Localization of a text on a screen by exact, contained and near matches.

Source: Wang et al., Mobile-Agent (2024), section 2.1, and its code for the thresholds of near matches.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from onscreen.perceive.element_kinds import is_actionable
from onscreen.perceive.text_normalization import make_word_sequence, split_text
from onscreen.types import Element


class MatchThreshold(msgspec.Struct, frozen=True):
    """Minimum share of a query in a near match, for queries up to a length in characters."""

    max_chars: float
    min_share: float


THRESHOLDS = (MatchThreshold(10, 0.8), MatchThreshold(20, 0.5), MatchThreshold(float("inf"), 0.4))
"""Thresholds from Mobile-Agent's code."""


class Matches(msgspec.Struct, frozen=True):
    """Elements that match a text or a description; `is_near` means that none matches it fully.

    `reason` states why nothing matches, "" if unknown.
    """

    elements: tuple[Element, ...] = ()
    is_near: bool = False
    reason: str = ""


def find_texts(
    query: str, elements: Sequence[Element], *, thresholds: Sequence[MatchThreshold] = THRESHOLDS
) -> Matches:
    """Find the elements whose name or value matches a text, in the order of the elements.

    Exact matches, ignoring case and spacing, take precedence over texts that contain the query as whole
    words, and these over near matches. A near match shares a subsequence of at least a share of the query and
    of its own text, since a long text contains almost any query as a subsequence; the original requires the
    share of the query only. Those with the longest subsequence are returned. Elements with the same text in
    the same place count once.
    """
    wanted = _normalize(query)
    if not wanted:
        return Matches()
    texts = [(element, tuple(map(_normalize, _texts_of(element)))) for element in elements]
    words = " ".join(split_text(query))
    matching = [element for element, own in texts if wanted in own] or [
        e for e in elements if words and make_word_sequence(_texts_of(e)).contains(words)
    ]
    if matching:
        return Matches(_merge_nested(matching))
    min_share = next(each.min_share for each in thresholds if len(wanted) <= each.max_chars)
    lengths = [
        (e, max((_shared(wanted, text, min_share=min_share) for text in own), default=0)) for e, own in texts
    ]
    longest = max((length for _, length in lengths), default=0)
    near = [element for element, length in lengths if length == longest > 0]
    return Matches(_merge_nested(near), is_near=bool(near))


def _shared(query: str, text: str, *, min_share: float) -> int:
    """Return the length of the longest common subsequence, 0 if it is too short for a near match."""
    required = min_share * max(len(query), len(text))
    if required > min(len(query), len(text)):
        return 0
    length = subsequence_length(query, text)
    return length if length >= required else 0


def subsequence_length(one: str, other: str) -> int:
    """Return the length of the longest common subsequence of two texts, in characters."""
    row = [0] * (len(other) + 1)
    for character in one:
        diagonal = 0
        for column, candidate in enumerate(other, 1):
            above = row[column]
            row[column] = diagonal + 1 if character == candidate else max(above, row[column - 1])
            diagonal = above
    return row[-1]


def _texts_of(element: Element) -> tuple[str, ...]:
    return tuple(text for text in (element.name, element.value) if text.strip())


def _normalize(text: str) -> str:
    return " ".join(text.split()).casefold()


def _merge_nested(found: Sequence[Element]) -> tuple[Element, ...]:
    """Drop elements that repeat the text of another one in the same place, preferably inactive ones."""
    kept: list[Element] = []
    for element in sorted(found, key=lambda each: not is_actionable(each)):
        if not any(_repeats(element, other) for other in kept):
            kept.append(element)
    return tuple(sorted(kept, key=lambda each: each.mark))


def _repeats(element: Element, other: Element) -> bool:
    same_place = other.box.contains(element.box.center) or element.box.contains(other.box.center)
    return same_place and _normalize(element.name) == _normalize(other.name)
