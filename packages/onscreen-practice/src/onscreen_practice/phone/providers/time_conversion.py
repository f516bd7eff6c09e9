"""Conversion of the phone's local times to and from milliseconds since the epoch."""

from __future__ import annotations

from datetime import UTC, datetime


def to_milliseconds(local: str) -> int:
    """Convert a local time such as 2026-03-12T09:41 to milliseconds since the epoch.

    Returns 0 if the text is not a valid time.
    """
    try:
        return int(datetime.fromisoformat(local).replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        return 0


def to_local(milliseconds: float | str | None) -> str:
    """Convert milliseconds since the epoch to a local time such as 2026-03-12T09:41.

    Returns 1970-01-01T00:00 if the value is invalid.
    """
    try:
        seconds = float(milliseconds or 0) / 1000
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M")
    except (ValueError, OverflowError, OSError):
        return "1970-01-01T00:00"
