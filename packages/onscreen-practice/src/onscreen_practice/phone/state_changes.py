"""Changes of the phone's state as data: what a task must change, and what else may be different."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.state_path import parse_path, step_type, type_at
from onscreen_practice.phone.state_patterns import (
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
"""The step to a member of a list or mapping, to look up its declared type."""


class BadCheck(PhoneError):
    """Raised when a check is not valid: malformed JSON, or a path or value that the state cannot have."""


class _Change(msgspec.Struct, frozen=True, tag=str.lower, forbid_unknown_fields=True, omit_defaults=True):
    path: str


class Becomes(_Change, frozen=True):
    """The value at the path, or every value if the path has a `[*]`, fits the pattern at the end.

    Fields that the pattern does not name must be as they were, if the value was an object at the start.
    """

    pattern: AnyPattern


class Adds(_Change, frozen=True):
    """The list or object at the path has new members, a different one for each of the patterns."""

    patterns: tuple[AnyPattern, ...]


class Removes(_Change, frozen=True):
    """The value at the path is gone at the end."""


class MayAdd(_Change, frozen=True):
    """The list or object at the path may have new members that fit the pattern, as many as there are."""

    pattern: AnyPattern


class MayChange(_Change, frozen=True):
    """The value at the path may be any other, or be gone."""


Change: TypeAlias = Becomes | Adds | Removes | MayAdd | MayChange


def becomes(path: str, expected: Expected) -> Becomes:
    """Require that the value at the path is the expected one at the end."""
    return Becomes(path, pattern_of(expected))


def adds(path: str, *expected: Expected) -> Adds:
    """Require a new member of the list or object at the path for each of the expected values."""
    return Adds(path, tuple(pattern_of(each) for each in expected))


def removes(path: str) -> Removes:
    """Require that the value at the path is gone at the end."""
    return Removes(path)


def may_change(path: str) -> MayChange:
    """Allow the value at the path to be any other at the end."""
    return MayChange(path)


def may_add(path: str, expected: Expected | None = None) -> MayAdd:
    """Allow new members of the list or object at the path that are as expected, or any by default."""
    return MayAdd(path, pattern_of({} if expected is None else expected))


def encode_changes(changes: Sequence[Change]) -> str:
    """Return the changes as JSON text."""
    return msgspec.json.encode(changes).decode()


def decode_changes(text: str) -> tuple[Change, ...]:
    """Parse changes from JSON text and validate them.

    Raises:
        BadCheck: the text is not JSON of changes, or a change is not valid.
    """
    try:
        changes: tuple[Change, ...] = msgspec.json.decode(text, type=tuple[Change, ...])
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise BadCheck(f"not a check of the phone's state: {error}") from error
    validate(changes)
    return changes


def validate(changes: Sequence[Change]) -> None:
    """Raise unless every change names fields and values that the phone's typed state can have.

    Raises:
        BadCheck: a change does not.
    """
    for change in changes:
        try:
            _validate_change(change)
        except PhoneError as error:
            raise BadCheck(f"{change.path}: {error}") from error


def _validate_change(change: Change) -> None:
    declared = type_at(parse_path(change.path))
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
    """Raise BadPath or BadCheck unless a value of the declared type can fit the pattern."""
    if declared is object:
        return
    if isinstance(pattern, Exactly):
        try:
            msgspec.convert(pattern.value, declared)
        except msgspec.ValidationError as error:
            raise BadCheck(f"{pattern.value!r} cannot be there: {error}") from error
    for inner, inner_type in _inner_patterns(pattern, declared):
        _validate_pattern(inner, inner_type)


def _inner_patterns(pattern: AnyPattern, declared: object) -> Iterator[tuple[AnyPattern, object]]:
    """Yield the patterns in a pattern with the declared types of the values they are for."""
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
