"""Verification that an application's state changed as a task requires, and in no other way.

Each change is tested, then undone in a copy of the state. The rest must be equal to the state at the
start, apart from incidental changes, which occur even if a user only looks around.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import msgspec

from onscreen_practice.state.expected_changes import (
    Adds,
    BadCheck,
    Becomes,
    Change,
    MayAdd,
    MayChange,
    Removes,
)
from onscreen_practice.state.state_path import (
    Json,
    default_switches,
    delete_member,
    expand,
    find_place,
    get_member,
    get_value,
    has_value,
    identity,
    join_path,
    new_members,
    parse_path,
    set_member,
    type_at,
)
from onscreen_practice.state.value_patterns import (
    AnyPattern,
    Fields,
    ListOf,
    OneOf,
    States,
    find_fitting,
    is_same,
)

MAX_DIFFERENCES = 5
"""Maximum number of unexpected differences that are reported."""

_MAX_SHOWN = 120


def find_unmet(
    changes: Sequence[Change], states: States, *, root: object, incidental: Sequence[Change] = ()
) -> list[str]:
    """List the mismatches between required and actual changes to a state, one line each.

    `root` is the type of the state. Returns an empty list if the state has the required changes and, apart
    from incidental changes, no others.

    Raises:
        BadCheck: a change requires the removal of a value that did not exist at the start.
    """
    rest = States(_copy(states.before), _copy(states.after))
    unmet = [line for change in changes for line in _apply(change, states, rest=rest, root=root)]
    return unmet + list(
        islice(_rest_differences(rest, states, root=root, incidental=incidental), MAX_DIFFERENCES)
    )


def find_missing(changes: Sequence[Change], states: States, *, root: object) -> list[str]:
    """List the mismatches with required changes to a state, one line each, ignoring other changes.

    `root` is the type of the state.

    Raises:
        BadCheck: a change requires the removal of a value that did not exist at the start.
    """
    rest = States(_copy(states.before), _copy(states.after))
    return [line for change in changes for line in _apply(change, states, rest=rest, root=root)]


def find_side_effects(
    changes: Sequence[Change], states: States, *, root: object, incidental: Sequence[Change] = ()
) -> list[str]:
    """List the changes to a state that are neither requested nor incidental, one line each.

    `root` is the type of the state. A requested change that was made wrongly, such as an alarm at another
    time, counts as a side effect.

    Raises:
        BadCheck: a change requires the removal of a value that did not exist at the start.
    """
    rest = States(_copy(states.before), _copy(states.after))
    for change in changes:
        tuple(_apply(change, states, rest=rest, root=root))
    return list(_rest_differences(rest, states, root=root, incidental=incidental))


def _rest_differences(
    rest: States, states: States, *, root: object, incidental: Sequence[Change]
) -> Iterator[str]:
    """Yield the differences that remain after the incidental changes are undone."""
    for change in incidental:
        tuple(_apply(change, states, rest=rest, root=root))
    yield from _differences(rest.before, rest.after)


def _copy(value: Json) -> Json:
    copied: Json = msgspec.json.decode(msgspec.json.encode(value))
    return copied


def _apply(change: Change, states: States, *, rest: States, root: object) -> Iterator[str]:
    """Yield a message for each mismatch with a change, and undo the change in `rest`."""
    match change:
        case Becomes():
            yield from _apply_value(change, states, rest=rest, root=root)
        case Adds():
            yield from _apply_additions(change, states, rest=rest, root=root)
        case Removes():
            yield from _apply_removal(change, states, rest=rest)
        case MayAdd():
            _drop_additions(change, states, rest=rest)
        case MayChange():
            for state in (rest.before, rest.after):
                _delete_all(state, expand(state, parse_path(change.path), before=states.before))


def _apply_value(change: Becomes, states: States, *, rest: States, root: object) -> Iterator[str]:
    paths = list(expand(states.after, parse_path(change.path), before=states.before))
    if not paths:
        yield f"{change.path} is gone"
    for path in paths:
        if not has_value(states.after, path):
            yield f"{join_path(path)} is gone"
        elif not change.pattern.fits(value := get_value(states.after, path), states):
            yield f"{join_path(path)} is {_short(value)}"
        elif not has_value(states.before, path):
            yield from _unasked_switches(change.pattern, value, path=_TypedPath(path, root), states=states)
        _restore(path, rest, pattern=change.pattern)


def _apply_additions(change: Adds, states: States, *, rest: States, root: object) -> Iterator[str]:
    steps = parse_path(change.path)
    members = get_value(rest.after, steps)
    keys = new_members(get_value(states.before, steps), members)
    added = [get_member(members, key) for key in keys]
    fitting = find_fitting(change.patterns, added, states=states)
    if fitting is None:
        yield f"{change.path} has {len(added)} new members, {_short(added)}"
        return
    for pattern, at in zip(change.patterns, fitting, strict=True):
        typed = _TypedPath((*steps, str(keys[at])), root)
        yield from _unasked_switches(pattern, added[at], path=typed, states=states)
    for at in sorted(fitting, reverse=True):
        delete_member(members, keys[at])


class _TypedPath(msgspec.Struct, frozen=True):
    """Path to a value in a state of type `root`."""

    steps: tuple[str, ...]
    root: object

    def member(self, step: str) -> _TypedPath:
        """Return the path to a member of the value."""
        return _TypedPath((*self.steps, step), self.root)


def _unasked_switches(pattern: AnyPattern, value: Json, *, path: _TypedPath, states: States) -> Iterator[str]:
    """Yield a message for each non-default boolean that the pattern does not name."""
    match pattern:
        case OneOf(patterns=patterns):
            fitting = next(each for each in patterns if each.fits(value, states))
            yield from _unasked_switches(fitting, value, path=path, states=states)
        case ListOf(items=items) if isinstance(value, list):
            for at, (each, member) in enumerate(zip(items, value, strict=True)):
                yield from _unasked_switches(each, member, path=path.member(str(at)), states=states)
        case Fields(fields=fields) if isinstance(value, dict):
            for name, default in default_switches(type_at(path.steps, path.root)).items():
                if name not in fields and not is_same(value.get(name, default), default):
                    yield f"{join_path((*path.steps, name))} is {_short(value[name])}"
            for name, each in fields.items():
                yield from _unasked_switches(each, value[name], path=path.member(name), states=states)
        case _:
            pass


def _apply_removal(change: Removes, states: States, *, rest: States) -> Iterator[str]:
    steps = parse_path(change.path)
    if not has_value(states.before, steps):
        raise BadCheck(f"{change.path} was not there at the start")
    if has_value(states.after, steps):
        yield f"{change.path} is still there"
    _delete_all(rest.before, [steps])
    _delete_all(rest.after, [steps])


def _drop_additions(change: MayAdd, states: States, *, rest: States) -> None:
    steps = parse_path(change.path)
    members = get_value(rest.after, steps)
    for key in reversed(new_members(get_value(states.before, steps), members)):
        if change.pattern.fits(get_member(members, key), states):
            delete_member(members, key)


def _restore(steps: tuple[str, ...], rest: States, *, pattern: AnyPattern) -> None:
    """Reset the values named in a pattern to their values at the start; other fields stay unchanged."""
    before, after = (get_value(state, steps) for state in (rest.before, rest.after))
    are_objects = isinstance(before, dict) and isinstance(after, dict)
    if are_objects and isinstance(pattern, Fields) and not pattern.exact:
        for name, each in pattern.fields.items():
            _restore((*steps, name), rest, pattern=each)
        return
    place = find_place(rest.after, steps)
    if place is None:
        return
    if not has_value(rest.before, steps):
        _delete_all(rest.after, [steps])
        return
    key = place.key if place.key is not None else steps[-1]
    set_member(place.container, key, value=_copy(before))


def _delete_all(state: Json, paths: Iterable[tuple[str, ...]]) -> None:
    for steps in list(paths):
        place = find_place(state, steps)
        if place is not None and (key := place.key) is not None:
            delete_member(place.container, key)


def _differences(before: Json, after: Json, *, steps: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield a line for each difference between two values, ignoring the order of members with ids."""
    one, other = _by_name(before), _by_name(after)
    if one is None or other is None or isinstance(before, list) is not isinstance(after, list):
        if not is_same(before, after):
            yield f"{join_path(steps)} changed from {_short(before)} to {_short(after)}"
        return
    for name in {**one, **other}:
        path = (*steps, name)
        if name not in one:
            yield f"{join_path(path)} was added: {_short(other[name])}"
        elif name not in other:
            yield f"{join_path(path)} is gone"
        elif msgspec.json.encode(one[name]) != msgspec.json.encode(other[name]):
            yield from _differences(one[name], other[name], steps=path)


def _by_name(value: Json) -> dict[str, Json] | None:
    """Map names to the members of an object, or ids to those of a list with distinct ids.

    Returns None for other values.
    """
    if isinstance(value, dict):
        return value
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        return None
    named = {identity(each): each for each in value}
    return named if len(named) == len(value) else None


def _short(value: Json) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…"
