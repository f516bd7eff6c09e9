"""Edits to the phone's state that invalidate one detail of a finished task.

They are used to test the checks of tasks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.state.expected_changes import BadCheck
from onscreen_practice.state.state_path import Json, expand, find_place, join_path, parse_path, type_at
from onscreen_practice.state.value_patterns import States

Scalar: TypeAlias = bool | int | float | str | None


class _Edit(msgspec.Struct, frozen=True, tag=str.lower, forbid_unknown_fields=True):
    path: str


class Put(_Edit, frozen=True):
    """Edit that sets the value at a path.

    A path with wildcards sets several values.
    """

    value: Scalar | list[Scalar] | dict[str, Scalar]


class Delete(_Edit, frozen=True):
    """Edit that deletes the value at a path.

    A path with wildcards deletes several values.
    """


Edit: TypeAlias = Put | Delete


class ResolvedEdit(msgspec.Struct, frozen=True):
    """Edit of a single value, located by list indices and object keys.

    `value` is the new value, or None for a deletion.
    """

    keys: list[Json]
    value: Json
    is_deletion: bool


def put(path: str, value: Scalar | list[Scalar] | dict[str, Scalar]) -> Put:
    """Create an edit that sets the value at a path."""
    return Put(path, value)


def delete(path: str) -> Delete:
    """Create an edit that deletes the value at a path."""
    return Delete(path)


def encode_edits(edits: Sequence[Edit]) -> str:
    """Encode state edits as JSON text."""
    return msgspec.json.encode(edits).decode()


def decode_edits(text: str) -> tuple[Edit, ...]:
    """Parse state edits from JSON text.

    Raises:
        BadCheck: the text is not a JSON array of edits.
        BadPath: the phone's state has no such field.
    """
    try:
        edits: tuple[Edit, ...] = msgspec.json.decode(text, type=tuple[Edit, ...])
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise BadCheck(f"not edits of the phone's state: {error}") from error
    for edit in edits:
        type_at(parse_path(edit.path), PhoneState)
    return edits


def resolve(edit: Edit, states: States) -> tuple[ResolvedEdit, ...]:
    """Split an edit with wildcards into edits of single values, in reverse order.

    Raises:
        BadCheck: the state has no value at the path, and none can be added there.
    """
    value: Json = msgspec.to_builtins(edit.value) if isinstance(edit, Put) else None
    resolved = [
        ResolvedEdit(
            _keys(states.after, steps, may_be_new=isinstance(edit, Put)), value, isinstance(edit, Delete)
        )
        for steps in expand(states.after, parse_path(edit.path), before=states.before)
    ]
    if not resolved:
        raise BadCheck(f"the state has nothing at {edit.path}")
    return tuple(reversed(resolved))


def _keys(state: Json, steps: tuple[str, ...], *, may_be_new: bool) -> list[Json]:
    """List the indices and keys that lead to a value; the last one may be a new key."""
    keys: list[Json] = []
    for count in range(1, len(steps) + 1):
        place = find_place(state, steps[:count])
        key = place.key if place is not None else None
        is_new = key is None and place is not None and may_be_new and count == len(steps)
        if key is None and not is_new:
            raise BadCheck(f"the state has nothing at {join_path(steps)}")
        keys.append(steps[-1] if is_new else key)
    return keys
