"""Formatting of text and numbers for HTML reports.

Hidden characters are made visible and long texts are truncated.
"""

from __future__ import annotations

import re

from onscreen.run.trial import Result

# C0 except tab and line feed, DEL and C1; bidirectional controls (Boucher and Anderson, Trojan Source,
# 2021); zero-width characters except ZWJ and ZWNJ, which some scripts need; tags; surrogates, noncharacters.
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


def make_visible(text: str, max_chars: int = MAX_TEXT_CHARS) -> str:
    """Replace hidden characters with their code points and truncate the text to `max_chars`.

    A code point is written as ⟨U+202E⟩. A note states how many characters were cut off.
    """
    head = text[:max_chars].replace("\r\n", "\n")
    shown = _HIDDEN.sub(lambda match: f"⟨U+{ord(match.group()):04X}⟩", head)
    hidden = len(text) - max_chars
    return f"{shown} … [{hidden:,} more characters]" if hidden > 0 else shown


def one_line(text: str, max_chars: int = MAX_LINE_CHARS) -> str:
    """Format text on a single line, truncated to `max_chars`."""
    return " ".join(make_visible(text, max_chars).split())


def format_number(value: float) -> str:
    """Format a number with at most two decimals: 0.5 as "0.5" and 1.0 as "1"."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def format_percent(rate: float | None) -> str:
    """Format a rate such as 0.625 as "62.5 %".

    Returns "–" for None.
    """
    return "–" if rate is None else f"{format_number(round(rate * 100, 1))} %"


def format_duration(seconds: float) -> str:
    """Format a duration in seconds as "0.8 s", "42 s", "3 min 5 s" or "2 h 4 min"."""
    rounded = round(seconds)
    if seconds < DECIMALS_BELOW_SEC:
        return f"{max(0.0, seconds):.1f} s"
    if rounded < MINUTE_SEC:
        return f"{rounded} s"
    if rounded < HOUR_SEC:
        return f"{rounded // MINUTE_SEC} min {rounded % MINUTE_SEC} s"
    return f"{rounded // HOUR_SEC} h {rounded % HOUR_SEC // MINUTE_SEC} min"


def format_usd(usd: float) -> str:
    """Format an amount in US dollars, such as "$0", "$0.0004" or "$1.20".

    Amounts below one cent have two significant digits.
    """
    if not usd:
        return "$0"
    return f"${usd:,.2f}" if usd >= CENT_USD else f"${usd:.2g}"


def describe_stop(result: Result) -> str:
    """Return the stop reason of a trial with its detail, for example "crashed: OSError: disk full"."""
    return f"{result.stop}: {result.detail}" if result.detail else result.stop
