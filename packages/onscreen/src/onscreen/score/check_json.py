"""Checks as JSON text: {"type": "textshown", "text": "Thank you"}."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import get_args

import msgspec

from onscreen.types import Check
from onscreen.types.errors import BadText

CHECK_TYPES: tuple[str, ...] = tuple(sorted(kind.__name__.lower() for kind in get_args(Check)))
"""What `type` may be."""

_EXAMPLE = '{"type": "textshown", "text": "Thank you"}'


def show_check(check: Check) -> str:
    """Return the check as JSON text."""
    return msgspec.json.encode(check).decode()


def parse_check(text: str) -> Check:
    """Read a check from JSON text.

    Raises:
        BadText: it is not JSON or not a check; the message says where and what there is.
    """
    try:
        read: Check = msgspec.json.decode(text, type=Check)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise BadText(
            f"not a check: {error}{_suggestion(str(error))}; a check is JSON such as {_EXAMPLE}"
        ) from error
    return read


def _suggestion(error: str) -> str:
    found = re.match(r"Invalid value '(.*)'", error)
    if not found:
        return ""
    near = get_close_matches(found[1].lower(), CHECK_TYPES, n=1)
    meant = f"; did you mean {near[0]!r}?" if near else ""
    return f"{meant} There are: {', '.join(CHECK_TYPES)}"
