"""Dates as instructions and calendars write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from onscreen.policy.text.dates import MONTHS
from onscreen_reflex.word_pieces import Word

_MONTH = {name[:3]: number for number, name in enumerate(MONTHS, 1)}
_SHOWN = re.compile(r"\b([A-Za-z]{3,9})\.?\s+(\d{4})\b")
_WRITTEN = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b")
_YEAR = re.compile(r"\d{4}")
_ISO = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")


def month_of(text: str) -> float | None:
    """Return the month a text is about, counted from year 0; None when it is about none."""
    found = _ISO.search(text)
    if found:
        return int(found.group(1)) * 12 + int(found.group(2))
    found = _WRITTEN.search(text)
    if found:
        return int(found.group(3)) * 12 + int(found.group(1))
    for found in _SHOWN.finditer(text):
        month = _MONTH.get(found.group(1)[:3].casefold())
        if month:
            return int(found.group(2)) * 12 + month
    return None


def _with_year(text: str, after: str) -> str:
    """Return a month's name with the year that a calendar shows right after it."""
    return f"{text} {after}" if text[:3].casefold() in _MONTH and _YEAR.fullmatch(after) else text


def months_of(texts: Sequence[str], words: Sequence[Word]) -> NDArray[np.float64]:
    """Return the month of each text, NaN for none; for `words` of one text, of the date each stands in.

    A month's name is read with the year in the text after it.
    """
    if not words:
        pairs = zip_longest(texts, texts[1:], fillvalue="")
        months = [month_of(_with_year(text, after)) for text, after in pairs]
        return np.array([np.nan if month is None else month for month in months], np.float64)
    found = np.full(len(words), np.nan)
    for at in range(len(words)):
        run = "".join(word.text for word in words[at : at + 5])
        if words[at].text.isdigit() and (_WRITTEN.fullmatch(run) or _ISO.fullmatch(run)):
            found[at : at + 5] = month_of(run)
    return found


def iso_date(text: str) -> str:
    """Return the date in a text as year-month-day, "" when there is none."""
    found = _WRITTEN.search(text)
    if found is None:
        return ""
    month, day, year = (int(part) for part in found.groups())
    return f"{year:04d}-{month:02d}-{day:02d}"
