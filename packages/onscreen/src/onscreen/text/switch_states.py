"""Switch states that a text requests."""

from __future__ import annotations

import re

from onscreen.text.quotes import strip_quotes

_OFF = re.compile(r"\b(?:off|stop|disable|hide|uncheck|never|do not|don't|without|no more)\b", re.IGNORECASE)


def asks_for_off(text: str) -> bool:
    """Check whether a text, without its quotes, asks to turn something off rather than on."""
    return bool(_OFF.search(strip_quotes(text)))
