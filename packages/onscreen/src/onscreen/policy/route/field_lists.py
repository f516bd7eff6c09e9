"""Plans for new entries whose fields are listed after a colon, such as an address."""

from __future__ import annotations

import re

from onscreen.policy.lexical.goal_planning import SAVE, create, set_to
from onscreen.text.quotes import mask_quotes, unmask_quotes
from onscreen.types import Subtask

MIN_FIELDS = 2
"""Minimum number of fields in a list."""
_CREATION = re.compile(
    r"^(?:add|create|make|save)\s+an?\s+(?:new\s+)?([a-z]+(?: [a-z]+)?)\b"
    r"(?:\s+(?:for|in|to|with)\b[^:]*)?:\s+(.+)$",
    re.IGNORECASE,
)
_FIELD = re.compile(r"^(?:and\s+)?([a-z]+(?: [a-z]+)?)\s+([^a-z\s].*)$")
"""Pattern of a field in lower case and its value."""
_QUALITY = re.compile(r"^make it (?:the|my|a|an)\s+(.+)$", re.IGNORECASE)


def plan_field_list(instruction: str) -> tuple[Subtask, ...]:
    """Plan the creation of an entry whose fields are listed, such as "add an address: name Ann, city Elm".

    A request such as "make it the default address" is planned as a switch of the form. Returns () for any
    other instruction.
    """
    masked, quotes = mask_quotes(instruction.strip().rstrip("."))
    first, *later = masked.split(". ")
    match = _CREATION.match(first)
    fields = [_FIELD.match(part) for part in match[2].split(", ")] if match else []
    qualities = [_QUALITY.match(sentence) for sentence in later]
    if match is None or len(fields) < MIN_FIELDS or not all(fields) or not all(qualities):
        return ()
    values = tuple(set_to(field[1], unmask_quotes(field[2], quotes)) for field in fields if field)
    states = tuple(set_to(quality[1], "on") for quality in qualities if quality)
    return (create(match[1].casefold()), *values, *states, SAVE)
