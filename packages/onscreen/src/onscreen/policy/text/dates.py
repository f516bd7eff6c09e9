"""Names of months."""

from __future__ import annotations

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip
"""The months in lower case, January first."""
