"""Changes of the phone's state as data: what a task must change, and what else may be different."""

from __future__ import annotations

from collections.abc import Sequence
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
            declared = type_at(parse_path(change.path))
            if isinstance(change, Becomes):
                _validate_pattern(change.pattern, declared)
            elif isinstance(change, Adds):
                for pattern in change.patterns:
                    _validate_pattern(pattern, step_type(declared, "0"))
            elif isinstance(change, MayAdd):
                _validate_pattern(change.pattern, step_type(declared, "0"))
        except PhoneError as error:
            raise BadCheck(f"{change.path}: {error}") from error


def _validate_pattern(pattern: AnyPattern, declared: object) -> None:
    """Raise BadPath or BadCheck unless a value of the declared type can fit the pattern."""
    if declared is object:
        return
    match pattern:
        case Fields(fields=fields):
            for name, each in fields.items():
                inner = step_type(declared, name)
                _validate_pattern(each, inner if hasattr(declared, "__struct_fields__") else object)
        case ListOf(items=items) | AnyOrder(items=items):
            for each in items:
                _validate_pattern(each, step_type(declared, "0"))
        case OneOf(patterns=patterns):
            for each in patterns:
                _validate_pattern(each, declared)
        case Exactly(value=value):
            try:
                msgspec.convert(value, declared)
            except msgspec.ValidationError as error:
                raise BadCheck(f"{value!r} cannot be there: {error}") from error
        case _:
            pass
