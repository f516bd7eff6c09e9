"""Lookup of objects in the JSON state of an application by path and expected fields."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

ANY_MEMBER = "*"
"""Step of a path that matches every member of a list or object."""
IDENTITY = "id"
"""Field that identifies the members of a list."""
SEPARATOR = "/"
"""Separator of the steps in the path of a field."""


@lru_cache(maxsize=8)
def parse_state(text: str) -> object:
    """Parse the JSON text of a state.

    Raises:
        ValueError: the text is not JSON.
    """
    value: object = json.loads(text)
    return value


def find_objects(state: object, path: Sequence[str]) -> Iterator[object]:
    """Yield the values at a path, which may contain the wildcard "*"."""
    if not path:
        yield state
        return
    for key, value in members(state):
        if path[0] in {ANY_MEMBER, key}:
            yield from find_objects(value, path[1:])


def members(value: object) -> Iterator[tuple[str, object]]:
    """Yield the members of an object by key, and those of a list by id or, without one, by index."""
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        for rank, member in enumerate(value):
            named = isinstance(member, dict) and isinstance(member.get(IDENTITY), str | int)
            yield (str(member[IDENTITY]) if named else str(rank)), member


def has_fields(value: object, fields: Mapping[str, str]) -> bool:
    """Check whether a value has the expected fields."""
    return all(
        any(is_text(found, expected) for found in find_objects(value, path.split(SEPARATOR)))
        for path, expected in fields.items()
    )


def is_text(value: object, expected: str) -> bool:
    """Check whether a value of a state is the expected text, ignoring case and spacing."""
    return normalize_value(value) == " ".join(expected.split()).casefold()


def normalize_value(value: object) -> str:
    """Convert a value of a state to the text used for comparison."""
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    return " ".join(text.split()).casefold()
