"""Required and permitted changes to an application's state, which define when a task is done.

The changes are data and can be written as JSON.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from onscreen_practice.state.state_error import StateError
from onscreen_practice.state.state_path import parse_path, step_type, type_at
from onscreen_practice.state.value_patterns import (
    AnyOrder,
    AnyPattern,
    Exactly,
    Expected,
    Fields,
    ListOf,
    OneOf,
    pattern_of,
)

_FIRST = "0"
"""Path step to any member, used to look up the declared type of all members."""


class BadCheck(StateError):
    """Raised when a check is malformed or contains an invalid path or value."""


class _Change(msgspec.Struct, frozen=True, tag=str.lower, forbid_unknown_fields=True, omit_defaults=True):
    path: str


class Becomes(_Change, frozen=True):
    """Requirement that the value at a path matches a pattern at the end of a task.

    If the path contains `[*]`, every value that it selects must match. If the value was an object at the
    start, fields that the pattern does not name must be unchanged.
    """

    pattern: AnyPattern


class Adds(_Change, frozen=True):
    """Requirement that a list or object has a new member for each of several patterns.

    Each pattern must match a different new member.
    """

    patterns: tuple[AnyPattern, ...]


class Removes(_Change, frozen=True):
    """Requirement that the value at a path no longer exists at the end of a task."""


class MayAdd(_Change, frozen=True):
    """Permission to add any number of members that match a pattern to a list or object."""

    pattern: AnyPattern


class MayChange(_Change, frozen=True):
    """Permission to change or remove the value at a path."""


Change: TypeAlias = Becomes | Adds | Removes | MayAdd | MayChange


def becomes(path: str, expected: Expected) -> Becomes:
    """Create a requirement that the value at a path matches the expected value after a task."""
    return Becomes(path, pattern_of(expected))


def adds(path: str, *expected: Expected) -> Adds:
    """Create a requirement that a list or object has new members with the expected values."""
    return Adds(path, tuple(pattern_of(each) for each in expected))


def removes(path: str) -> Removes:
    """Create a requirement that the value at a path no longer exists after a task."""
    return Removes(path)


def may_change(path: str) -> MayChange:
    """Create a permission to change or remove the value at a path."""
    return MayChange(path)


def may_add(path: str, expected: Expected | None = None) -> MayAdd:
    """Create a permission to add members with the expected value to a list or object.

    By default, any new objects may be added.
    """
    return MayAdd(path, pattern_of({} if expected is None else expected))


def encode_changes(changes: Sequence[Change]) -> str:
    """Encode state changes as JSON text."""
    return msgspec.json.encode(changes).decode()


def decode_changes(text: str, *, root: object) -> tuple[Change, ...]:
    """Parse state changes from JSON text and validate them for a state of type `root`.

    Raises:
        BadCheck: the text is not a JSON array of changes, or a change is not valid.
    """
    try:
        changes: tuple[Change, ...] = msgspec.json.decode(text, type=tuple[Change, ...])
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise BadCheck(f"not a check of the state: {error}") from error
    validate(changes, root=root)
    return changes


def validate(changes: Sequence[Change], *, root: object) -> None:
    """Check that every path and value in the changes is valid for a state of type `root`.

    Raises:
        BadCheck: a change is not valid.
    """
    for change in changes:
        try:
            _validate_change(change, root)
        except StateError as error:
            raise BadCheck(f"{change.path}: {error}") from error


def _validate_change(change: Change, root: object) -> None:
    declared = type_at(parse_path(change.path), root)
    match change:
        case Becomes(pattern=pattern):
            _validate_pattern(pattern, declared)
        case MayAdd(pattern=pattern):
            _validate_pattern(pattern, step_type(declared, _FIRST))
        case Adds(patterns=patterns):
            for pattern in patterns:
                _validate_pattern(pattern, step_type(declared, _FIRST))
        case Removes() | MayChange():
            pass


def _validate_pattern(pattern: AnyPattern, declared: object) -> None:
    """Raise BadPath or BadCheck unless a value of the declared type can match the pattern."""
    if declared is object:
        return
    if isinstance(pattern, Exactly):
        try:
            msgspec.convert(pattern.value, declared)
        except msgspec.ValidationError as error:
            raise BadCheck(f"{pattern.value!r} is not a valid value here: {error}") from error
    for inner, inner_type in _inner_patterns(pattern, declared):
        _validate_pattern(inner, inner_type)


def _inner_patterns(pattern: AnyPattern, declared: object) -> Iterator[tuple[AnyPattern, object]]:
    """Yield the patterns inside a pattern, each with the declared type of the values it applies to."""
    match pattern:
        case Fields(fields=fields):
            is_struct = hasattr(declared, "__struct_fields__")
            for name, each in fields.items():
                inner_type = step_type(declared, name)
                yield each, inner_type if is_struct else object
        case ListOf(items=items) | AnyOrder(items=items):
            yield from ((each, step_type(declared, _FIRST)) for each in items)
        case OneOf(patterns=patterns):
            yield from ((each, declared) for each in patterns)
        case _:
            pass
