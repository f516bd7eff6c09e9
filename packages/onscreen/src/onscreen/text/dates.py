"""Dates in texts, read from any common spelling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from onscreen.text.date_patterns import MONTHS

_MONTH = rf"({'|'.join(rf'{month}|{month[:3]}' for month in MONTHS)})\.?"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_WEEKDAY = r"(?:\b(?:mon|tues|wednes|thurs|fri|satur|sun)day,? +)?"
_DAY_FIRST = re.compile(rf"{_WEEKDAY}\b{_DAY} +(?:of +)?{_MONTH},? +(\d{{4}})\b", re.IGNORECASE)
_MONTH_FIRST = re.compile(rf"{_WEEKDAY}\b{_MONTH} +{_DAY},? +(\d{{4}})\b", re.IGNORECASE)
_YEAR_FIRST = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")
_DIGITS_ONLY = re.compile(r"\b(\d{1,2})([/.-])(\d{1,2})\2(\d{4})\b")


def find_dates(text: str) -> frozenset[date]:
    """Return the dates with a year in a text; both readings of an ambiguous one such as 12/03/2027."""
    return frozenset(day for _, days in _date_spans(text) for day in days)


def remove_dates(text: str, known: frozenset[date]) -> str:
    """Replace each date in a text that is among the known dates by a space."""
    spans = [match.span() for match, days in _date_spans(text) if not known.isdisjoint(days)]
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return text


def _date_spans(text: str) -> Iterator[tuple[re.Match[str], tuple[date, ...]]]:
    for match in _DAY_FIRST.finditer(text):
        yield match, _valid_dates((match[3], _month(match[2]), match[1]))
    for match in _MONTH_FIRST.finditer(text):
        yield match, _valid_dates((match[3], _month(match[1]), match[2]))
    for match in _YEAR_FIRST.finditer(text):
        yield match, _valid_dates((match[1], match[2], match[3]))
    for match in _DIGITS_ONLY.finditer(text):
        yield match, _valid_dates((match[4], match[3], match[1]), (match[4], match[1], match[3]))


def _month(name: str) -> str:
    return str(1 + [month[:3] for month in MONTHS].index(name[:3].casefold()))


def _valid_dates(*readings: tuple[str, str, str]) -> tuple[date, ...]:
    """Return the readings, each a year, month and day in digits, that are dates of the calendar."""
    found = []
    for year, month, day in readings:
        try:
            found.append(date(int(year), int(month), int(day)))
        except ValueError:
            continue
    return tuple(found)
