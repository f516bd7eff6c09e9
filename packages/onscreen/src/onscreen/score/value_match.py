"""Comparison of texts and values with those that a check expects."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from onscreen.types import PageValue

NUMBER = r"\d+(?:[.,:]\d+)*"
"""Regular expression for a number, a time of day or a number with separators."""


def value_matches(check: PageValue, result: str) -> bool:
    """Check whether a value, given as JSON text, is the value expected by the check."""
    value = parse_json(result)
    if check.equals is not None and value not in (check.equals, parse_json(check.equals)):
        return False
    if check.min_value is None:
        return check.equals is not None or bool(value)
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= check.min_value


def parse_json(text: str) -> object:
    """Return the value of a JSON text, or the text itself if it is not JSON."""
    try:
        value: object = json.loads(text)
    except ValueError:
        return text
    return value


def whole_words(text: str) -> str:
    """Build a regular expression that matches a text as whole words, not inside a longer number."""
    return rf"(?<!\w)(?<!\d[.,:]){re.escape(text)}(?!\w)(?![.,:]\d)"


def find_misplaced(texts: Iterable[str], names: Sequence[str]) -> str:
    """Return the first text that is not found in the names after the texts before it, or "".

    If a text is the whole name of an element, other names that contain the text do not count.
    """
    first = 0
    for text in texts:
        is_whole = text in names
        places = range(first, len(names))
        place = next((i for i in places if text == names[i] or (not is_whole and text in names[i])), None)
        if place is None:
            return text
        first = place + 1
    return ""
