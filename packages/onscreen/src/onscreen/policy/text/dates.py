"""Month names."""

from __future__ import annotations

MONTHS: tuple[str, ...] = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip
"""English month names in lower case, January first."""
