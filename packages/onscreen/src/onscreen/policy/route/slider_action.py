"""Setting of a slider to a level named in an instruction."""

from __future__ import annotations

import re

from onscreen.types import Click, Element, Point

_LOWEST = re.compile(
    r"\b(?:all the way down|(?:to|at) (?:the )?(?:minimum|lowest|zero|0)|quietest|fully down|mute|silent)\b",
    re.IGNORECASE,
)
_HIGHEST = re.compile(
    r"\b(?:all the way up|(?:to|at) (?:the )?(?:maximum|highest|max|full)|loudest|brightest|fully up)\b",
    re.IGNORECASE,
)
_PERCENTAGE = re.compile(r"(\d+(?:\.\d+)?)\s*(?:%|percent\b)", re.IGNORECASE)
_NUMBER = re.compile(r"\bto (-?\d+(?:\.\d+)?)\b", re.IGNORECASE)
MARGIN = 0.04
"""Share of a slider's length at each end that does not belong to its track."""


def slide(slider: Element, query: str) -> Click | None:
    """Return the click on the track of a slider that sets the level named in an instruction.

    Returns None if the instruction names no level, or a number outside the range of the slider.
    """
    level = _find_level(slider, query)
    if level is None or not 0 <= level <= 1:
        return None
    box = slider.box
    across = MARGIN + (1 - 2 * MARGIN) * level
    return Click(Point(box.left + across * box.width, box.center.y))


def _find_level(slider: Element, query: str) -> float | None:
    """Find the level named in an instruction by a word, a percentage or a number, from 0 to 1."""
    if _LOWEST.search(query):
        return 0.0
    if _HIGHEST.search(query):
        return 1.0
    if match := _PERCENTAGE.search(query):
        return float(match[1]) / 100
    match, value = _NUMBER.search(query), slider.slider
    if match is None or value is None or value.low is None or value.high is None or value.low == value.high:
        return None
    return (float(match[1]) - value.low) / (value.high - value.low)
