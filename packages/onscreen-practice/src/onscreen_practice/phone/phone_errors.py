"""What can go wrong with the practice phone."""

from __future__ import annotations


class PhoneError(Exception):
    """The phone cannot do it; the message says what was found and what to do."""


class BadPhone(PhoneError):
    """The phone cannot be as asked for (its size, its density)."""


class PhoneGone(PhoneError):
    """The browser that draws the phone is gone."""
