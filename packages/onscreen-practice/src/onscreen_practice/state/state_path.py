"""Paths to values in an application's state, such as `clock.alarms[id=alarm3].on`.

A path is a field name, followed by `.NAME` for a field or a key, `[KEY]` for a key of a mapping with other
characters, `[NUMBER]` for a position in a list (negative from its end), `[FIELD=VALUE]` for the member of a
list whose field has that text, `[*]` for all members, and `[+]` for all members that did not exist at the
start.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import TypeAlias, Union, get_args, get_origin

import msgspec

from onscreen_practice.state.state_error import StateError

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

ALL, NEW = "*", "+"
IDENTITY_FIELDS = ("id", "path", "video", "place", "code")
"""The fields that identify a member of a list, in order of preference."""

_STEP = re.compile(r"(?:^|(?<!^)\.)(\w+)|\[([^\]]+)\]")


class BadPath(StateError):
    """Raised when a path is malformed or names a field that does not exist in the state."""


def parse_path(path: str) -> tuple[str, ...]:
    """Split a path such as `clock.alarms[0].on` into its steps, without brackets.

    Raises:
        BadPath: the text is not a path.
    """
    steps = [match[1] or match[2] for match in _STEP.finditer(path)]
    if not steps or "".join(match[0] for match in _STEP.finditer(path)) != path:
        raise BadPath(f"not a path in the state: {path!r}; write it as 'clock.alarms[id=alarm3].on'")
    return tuple(steps)


def join_path(steps: tuple[str, ...]) -> str:
    """Join path steps into a path, as the inverse of `parse_path`."""
    text = "".join(f".{step}" if step.isidentifier() else f"[{step}]" for step in steps)
    return text.removeprefix(".")


def identity(member: Json) -> str:
    """Build the path step that identifies a list member, such as `id=alarm3`.

    Returns the member as JSON text if no field identifies it.
    """
    if isinstance(member, dict):
        for field in IDENTITY_FIELDS:
            if isinstance(member.get(field), str):
                return f"{field}={member[field]}"
    return msgspec.json.encode(member, order="sorted").decode()


def find_key(container: Json, step: str) -> int | str | None:
    """Find the list index or object key selected by a path step.

    Returns None if the step selects nothing.
    """
    if isinstance(container, dict):
        return step if step in container else None
    if not isinstance(container, list):
        return None
    if re.fullmatch(r"-?\d+", step):
        index = int(step)
        return index % len(container) if -len(container) <= index < len(container) else None
    field, _, value = step.partition("=")
    members = enumerate(container)
    return next((i for i, each in members if isinstance(each, dict) and each.get(field) == value), None)


def get_member(container: Json, key: int | str) -> Json:
    """Look up a list member by index, or an object member by key."""
    if isinstance(container, list) and isinstance(key, int):
        return container[key]
    if isinstance(container, dict) and isinstance(key, str):
        return container[key]
    raise TypeError(f"{type(container).__name__} has no member {key!r}")


def set_member(container: Json, key: int | str, *, value: Json) -> None:
    """Set a list member by index, or an object member by key."""
    if isinstance(container, list) and isinstance(key, int):
        container[key : key + 1] = [value]
    elif isinstance(container, dict) and isinstance(key, str):
        container[key] = value


def delete_member(container: Json, key: int | str) -> None:
    """Delete a list member by index, or an object member by key."""
    if isinstance(container, list) and isinstance(key, int):
        container[key : key + 1] = []
    elif isinstance(container, dict) and isinstance(key, str):
        del container[key]


class Place(msgspec.Struct, frozen=True):
    """List or object in the state, with a path step that selects one of its members."""

    container: Json
    step: str

    @property
    def key(self) -> int | str | None:
        """Index or key of the selected member, or None if the member does not exist."""
        return find_key(self.container, self.step)


def find_place(state: Json, steps: tuple[str, ...]) -> Place | None:
    """Find the list or object that contains the value at a path.

    Returns None if one of the earlier steps selects nothing.
    """
    at = state
    for step in steps[:-1]:
        key = find_key(at, step)
        if key is None:
            return None
        at = get_member(at, key)
    return Place(at, steps[-1])


def has_value(state: Json, steps: tuple[str, ...]) -> bool:
    """Return True if the state has a value at the path."""
    place = find_place(state, steps)
    return place is not None and place.key is not None


def get_value(state: Json, steps: tuple[str, ...]) -> Json:
    """Look up the value at a path, or the whole state if the path is empty.

    Returns None if the state has no value at the path.
    """
    if not steps:
        return state
    place = find_place(state, steps)
    if place is None or (key := place.key) is None:
        return None
    return get_member(place.container, key)


def expand(state: Json, steps: tuple[str, ...], *, before: Json) -> Iterator[tuple[str, ...]]:
    """Expand the `[*]` and `[+]` wildcards in a path, yielding one path for each selected member."""
    at = next((i for i, step in enumerate(steps) if step in {ALL, NEW}), None)
    if at is None:
        yield steps
        return
    members, known = get_value(state, steps[:at]), get_value(before, steps[:at])
    keys = new_members(known if steps[at] == NEW else None, members)
    for key in keys:
        yield from expand(state, (*steps[:at], _step_to(members, key), *steps[at + 1 :]), before=before)


def _step_to(members: Json, key: int | str) -> str:
    """Build the path step that selects a member by its id, or by its index or key if it has no id."""
    name = identity(get_member(members, key)) if isinstance(members, list) else str(key)
    return name if "=" in name and not name.startswith(("{", '"', "[")) else str(key)


def new_members(before: Json, after: Json) -> list[int | str]:
    """Return the indices or keys of list or object members that did not exist before."""
    if isinstance(after, dict):
        return [key for key in after if not isinstance(before, dict) or key not in before]
    if not isinstance(after, list):
        return []
    known = Counter(identity(each) for each in before) if isinstance(before, list) else Counter()
    new: list[int | str] = []
    for at, each in enumerate(after):
        name = identity(each)
        if known[name] > 0:
            known[name] -= 1
        else:
            new.append(at)
    return new


def type_at(steps: tuple[str, ...], root: object) -> object:
    """Look up the declared type of the values at a path in a state of type `root`.

    Returns `object` if the state does not declare a type. A value that is declared as a string in a mapping
    may be an object at runtime, as in the metadata of an edited picture; its members have the type `object`.

    Raises:
        BadPath: the state has no such field.
    """
    declared = root
    is_mapping = False
    for step in steps:
        if is_mapping and declared is str:
            declared = object
        is_mapping = _is_mapping(declared)
        declared = step_type(declared, step)
    return declared


@cache
def step_type(declared: object, step: str) -> object:
    """Look up the declared type of the member that a path step selects.

    Raises:
        BadPath: a value of this type has no such field or member.
    """
    declared = _without_none(declared)
    if isinstance(declared, type) and issubclass(declared, msgspec.Struct):
        fields = _field_types(declared)
        if step not in fields:
            raise BadPath(f"{declared.__name__} has no field {step!r}; it has {', '.join(fields)}")
        return fields[step]
    origin = get_origin(declared)
    if _is_mapping(declared):
        return get_args(declared)[1]
    if origin is tuple:
        return get_args(declared)[0]
    if declared in {object, NoneType}:
        return object
    raise BadPath(f"a value of type {declared} has no member {step!r}")


@cache
def default_switches(declared: object) -> Mapping[str, bool]:
    """Return the defaults of a declared type's boolean fields, by field name.

    Fields without a default are omitted. Returns an empty mapping if the type has no fields.
    """
    declared = _without_none(declared)
    if not (isinstance(declared, type) and issubclass(declared, msgspec.Struct)):
        return {}
    fields = msgspec.structs.fields(declared)
    return {each.encode_name: each.default for each in fields if isinstance(each.default, bool)}


@cache
def _field_types(declared: type[msgspec.Struct]) -> Mapping[str, object]:
    return {field.encode_name: field.type for field in msgspec.structs.fields(declared)}


def _is_mapping(declared: object) -> bool:
    origin = get_origin(declared)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _without_none(declared: object) -> object:
    if get_origin(declared) not in {Union, UnionType}:
        return declared
    others = [each for each in get_args(declared) if each is not NoneType]
    return others[0] if len(others) == 1 else object
