"""Parsing of dates in instructions and calendars."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from onscreen.text.date_patterns import MONTHS
from onscreen_reflex.word_pieces import Word

_MONTH_NUMBERS = {name[:3]: number for number, name in enumerate(MONTHS, 1)}
_MONTH_YEAR = re.compile(r"\b([A-Za-z]{3,9})\.?\s+(\d{4})\b")
_US_DATE = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b")
_YEAR = re.compile(r"\d{4}")
_ISO_DATE = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")
_DATE_TOKENS = 5
"""The number of words of a numeric date: three numbers and two separators."""


def parse_month(text: str) -> float | None:
    """Parse the first date in a text into a number of months since year 0.

    ISO dates, month/day/year, and a month name followed by a year are read. Returns None if the text
    contains no date.
    """
    match = _ISO_DATE.search(text)
    if match:
        return int(match.group(1)) * 12 + int(match.group(2))
    match = _US_DATE.search(text)
    if match:
        return int(match.group(3)) * 12 + int(match.group(1))
    for match in _MONTH_YEAR.finditer(text):
        month = _MONTH_NUMBERS.get(match.group(1)[:3].casefold())
        if month:
            return int(match.group(2)) * 12 + month
    return None


def parse_shown_months(texts: Sequence[str]) -> NDArray[np.float64]:
    """Parse the first date in each text into a number of months since year 0.

    The result is NaN for texts without a date. The year of a month name may be in the next text.
    """
    pairs = zip_longest(texts, texts[1:], fillvalue="")
    months = [parse_month(_with_year(text, after)) for text, after in pairs]
    return np.array([np.nan if month is None else month for month in months], np.float64)


def parse_word_months(words: Sequence[Word]) -> NDArray[np.float64]:
    """Return, for each word of an instruction, the month of the date around the word.

    Only numeric dates are parsed. Months are counted since year 0. The result is NaN for words outside of
    dates.
    """
    months = np.full(len(words), np.nan)
    for start, word in enumerate(words):
        text = "".join(word.text for word in words[start : start + _DATE_TOKENS])
        if word.text.isdigit() and (_US_DATE.fullmatch(text) or _ISO_DATE.fullmatch(text)):
            months[start : start + _DATE_TOKENS] = parse_month(text)
    return months


def format_iso_date(text: str) -> str:
    """Convert the first month/day/year date in a text to ISO format.

    Returns "" if there is no such date.
    """
    match = _US_DATE.search(text)
    if match is None:
        return ""
    month, day, year = (int(part) for part in match.groups())
    return f"{year:04d}-{month:02d}-{day:02d}"


def _with_year(text: str, after: str) -> str:
    """Append the text after a month name if that text is a year.

    Returns `text` unchanged in all other cases.
    """
    is_month = text[:3].casefold() in _MONTH_NUMBERS
    return f"{text} {after}" if is_month and _YEAR.fullmatch(after) else text
