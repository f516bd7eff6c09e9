"""Values in an instruction: quoted texts, times, dates, files, numbers and names."""

from __future__ import annotations

import re
from functools import lru_cache

from onscreen.text.date_patterns import DATE, MONTHS, TIME

MAX_CHARS = 2000
"""Length of the beginning of an instruction in which values are found; the rest is ignored."""
_PLACEHOLDER = "VALUE"
_QUOTED = re.compile(r"\"[^\"]*\"|\u201c[^\u201d]*\u201d|«[^»]*»|(?<!\w)['\u2018][^'\u2019]*['\u2019](?!\w)")
_NUMBER = re.compile(r"[^\s,;]*\d(?:[^\s,;]*[^\s,;.!?:])?")
_NAME = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-Z][\w'\u2019-]*(?:\s+[A-Z][\w'\u2019-]*)*")
_REPEATED = re.compile(rf"{_PLACEHOLDER}(?:[\s,]*{_PLACEHOLDER})+")
_MONTH = "|".join(month.capitalize() for month in MONTHS)
_ANY_DATE = re.compile(
    rf"\b\d{{4}}-\d\d(?:-\d\d)?\b|{DATE.pattern}(?:,? \d{{4}})?|\b(?:\d{{1,2}} )?(?:{_MONTH})\b(?: \d{{4}})?"
    r"|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b"
)
_FILE = re.compile(r"\b[\w-]+\.[a-z]{2,4}\b|\S+@\S+")
_KINDS = (
    ("quoted", _QUOTED),
    ("time", TIME),
    ("date", _ANY_DATE),
    ("file", _FILE),
    ("number", _NUMBER),
    ("name", _NAME),
)
"""The kinds of values, in the order in which they are found; a part of a text has one kind."""
_GAP = " ; "
"""Replacement of a value that separates the names around it."""


@lru_cache(maxsize=4096)
def remove_values(instruction: str) -> str:
    """Replace the quoted texts, numbers and names of an instruction by a placeholder."""
    text = instruction[:MAX_CHARS].strip()
    for pattern in (_QUOTED, _NUMBER, _NAME):
        text = pattern.sub(_PLACEHOLDER, text)
    return _REPEATED.sub(_PLACEHOLDER, text)


@lru_cache(maxsize=4096)
def mask_values(instruction: str) -> str:
    """Remove the quoted texts, numbers and names of an instruction."""
    return remove_values(instruction).replace(_PLACEHOLDER, " ")


@lru_cache(maxsize=4096)
def value_kinds(instruction: str) -> tuple[str, ...]:
    """List the kind of each value of an instruction, sorted."""
    text, found = instruction[:MAX_CHARS].strip(), []
    for kind, pattern in _KINDS:
        found += [kind] * len(pattern.findall(text))
        text = pattern.sub(_GAP, text)
    return tuple(sorted(found))
