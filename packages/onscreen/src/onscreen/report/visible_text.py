"""Text of screens and models -> text that a page can show: nothing hidden, never endless."""

from __future__ import annotations

import re

# C0 but tab and line feed, DEL and C1; marks that turn the direction of text (Boucher and Anderson,
# Trojan Source, 2021); what has no width but ZWJ and ZWNJ, which scripts need; tags; no character at all.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
    "\u00ad\u180e\u200b\u2028\u2029\u2060-\u2064\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f"
    "\ud800-\udfff\ufffe\uffff]"
)
MAX_TEXT_CHARS = 20_000
MAX_LINE_CHARS = 400
MINUTE_SEC, HOUR_SEC = 60, 3600
DECIMALS_BELOW_SEC = 10
CENT_USD = 0.01


def make_visible(text: str, most: int = MAX_TEXT_CHARS) -> str:
    """Return the text with hidden characters named (⟨U+202E⟩), cut after so many characters with a note."""
    kept = text[:most].replace("\r\n", "\n")
    shown = _HIDDEN.sub(lambda found: f"⟨U+{ord(found.group()):04X}⟩", kept)
    left = len(text) - most
    return f"{shown} … [{left:,} more characters left out]" if left > 0 else shown


def one_line(text: str, most: int = MAX_LINE_CHARS) -> str:
    """Return the text on one line."""
    return " ".join(make_visible(text, most).split())


def format_number(value: float) -> str:
    """Return 0.5 as "0.5" and 1.0 as "1": at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def format_percent(rate: float | None) -> str:
    """Return a rate as "62.5 %", "–" for one that is not known."""
    return "–" if rate is None else f"{format_number(round(rate * 100, 1))} %"


def format_duration(seconds: float) -> str:
    """Return seconds as "0.8 s", "42 s", "3 min 5 s" or "2 h 4 min"."""
    whole = round(seconds)
    if seconds < DECIMALS_BELOW_SEC:
        return f"{max(0.0, seconds):.1f} s"
    if whole < MINUTE_SEC:
        return f"{whole} s"
    if whole < HOUR_SEC:
        return f"{whole // MINUTE_SEC} min {whole % MINUTE_SEC} s"
    return f"{whole // HOUR_SEC} h {whole % HOUR_SEC // MINUTE_SEC} min"


def format_usd(usd: float) -> str:
    """Return dollars as "$0", "$0.0004" or "$1.20": below a cent two figures that count."""
    if not usd:
        return "$0"
    return f"${usd:,.2f}" if usd >= CENT_USD else f"${usd:.2g}"
