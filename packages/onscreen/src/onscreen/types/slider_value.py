"""Parsing and formatting of slider values with their ranges.

A node holds both the `SliderValue` and its text, "3 (0 to 15)". A web page states the range itself. The user
interface dump of a phone has no field for the range, which is known only if a text of the dump states it,
such as "3 of 15", or if the value is a percentage.
"""

from __future__ import annotations

import re

import msgspec

_NUMBER = r"[-+]?\d+(?:\.\d+)?"
_BOUNDARY_BEFORE, _BOUNDARY_AFTER = r"(?<![\w:.,/+-])", r"(?![\d:]|[.,]\d)"
_FRACTION = re.compile(
    rf"{_BOUNDARY_BEFORE}({_NUMBER})\s*(?:/|of|out of)\s*({_NUMBER}){_BOUNDARY_AFTER}", re.IGNORECASE
)
_PERCENTAGE = re.compile(rf"{_BOUNDARY_BEFORE}({_NUMBER})\s*(?:%|percent\b)", re.IGNORECASE)
_FULL_PERCENTAGE = 100.0
_PLAIN = re.compile(rf"\s*({_NUMBER})\s*")


class SliderValue(msgspec.Struct, frozen=True):
    """Value of a slider, with the slider's range if known.

    `low` and `high` are None if unknown.
    """

    value: float
    low: float | None = None
    high: float | None = None
    is_percentage: bool = False

    def __str__(self) -> str:
        """Format the value, with the range if known, such as "3 (0 to 15)"."""
        value = format_number(self.value)
        if self.low is None or self.high is None:
            return value
        return f"{value} ({format_number(self.low)} to {format_number(self.high)})"


def format_number(number: float) -> str:
    """Format a number without trailing zeros, such as "3" or "0.5"."""
    return f"{number:.12g}"


def parse_slider_value(text: str) -> SliderValue | None:
    """Parse a slider value such as "40.0", "40%" or "3 of 15".

    Returns None for any other text.
    """
    text = text.replace("\u2212", "-")
    if match := _FRACTION.search(text):
        value, high = float(match[1]), float(match[2])
        return SliderValue(value, 0.0, high) if 0 <= value <= high and high else None
    if match := _PERCENTAGE.search(text):
        value = float(match[1])
        if 0 <= value <= _FULL_PERCENTAGE:
            return SliderValue(value, 0.0, _FULL_PERCENTAGE, is_percentage=True)
        return SliderValue(value, is_percentage=True)
    match = _PLAIN.fullmatch(text)
    return SliderValue(float(match[1])) if match else None


def find_slider_value(text: str, *descriptions: str) -> SliderValue | None:
    """Parse the value of a slider from its text, and its range from descriptions.

    The descriptions are read only if the text does not state the range. The text "3.0" with the description
    "Volume: 3 of 15" is the value 3 of the range 0 to 15. Returns None if the text is not empty and not a
    slider value, or if neither the text nor a description states a value.
    """
    own = parse_slider_value(text)
    if text.strip() and (own is None or own.high is not None):
        return own
    for description in descriptions:
        if match := _FRACTION.search(description):
            stated = parse_slider_value(match.group())
            if stated and stated.high is not None and (own is None or own.value == stated.value):
                return stated
    return own
