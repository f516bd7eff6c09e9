"""JSON serialization of checks, for example {"type": "textshown", "text": "Thank you"}."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import get_args

import msgspec

from onscreen.types import Check
from onscreen.types.errors import BadText

CHECK_TYPES: tuple[str, ...] = tuple(sorted(kind.__name__.lower() for kind in get_args(Check)))
"""The valid values of `type`."""

_EXAMPLE = '{"type": "textshown", "text": "Thank you"}'


def show_check(check: Check) -> str:
    """Return the check as JSON."""
    return msgspec.json.encode(check).decode()


def parse_check(text: str) -> Check:
    """Parse a check from JSON.

    Raises:
        BadText: the text is not JSON or not a check; the message states the position and the valid types.
    """
    try:
        check: Check = msgspec.json.decode(text, type=Check)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise BadText(
            f"not a check: {error}{_suggestion(str(error))}; a check is JSON such as {_EXAMPLE}"
        ) from error
    return check


def _suggestion(error: str) -> str:
    match = re.match(r"Invalid value '(.*)'", error)
    if not match:
        return ""
    near = get_close_matches(match[1].lower(), CHECK_TYPES, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"{hint} Available: {', '.join(CHECK_TYPES)}"
