"""Names of months, and patterns of dates and times."""

from __future__ import annotations

import re

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip
"""The months in lower case, January first."""

DATE = re.compile(
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, )?"
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b"
)
"""A date such as "Friday, March 13"."""
TIME = re.compile(r"\b\d{1,2}:\d{2}\b")
"""A time such as "9:30"."""
