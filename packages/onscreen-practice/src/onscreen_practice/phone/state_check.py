"""Tests whether the phone's state changed as a task requires, and in no other way.

Each change is tested, then undone in a copy of the phone's state. What remains must be equal to the state at
the start, apart from `INCIDENTAL`: what changes when somebody merely looks around.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from onscreen_practice.phone.incidental_changes import INCIDENTAL
from onscreen_practice.phone.state_changes import Adds, BadCheck, Becomes, Change, MayAdd, MayChange, Removes
from onscreen_practice.phone.state_path import (
    Json,
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
)
from onscreen_practice.phone.state_patterns import AnyPattern, Fields, States, find_fitting, is_same

MAX_DIFFERENCES = 5
"""The number of unexpected differences that are reported."""

_MAX_SHOWN = 120


def find_unmet(changes: Sequence[Change], before: Json, after: Json) -> list[str]:
    """Return what is not as it must be, one line each. Returns an empty list if the check holds.

    Args:
        changes: what must or may be different from the start.
        before: the phone's state at the start, as JSON.
        after: the phone's state now, as JSON.
    """
    states = States(before, after)
    rest = States(copy.deepcopy(before), copy.deepcopy(after))
    unmet = [line for change in changes for line in _apply(change, states, rest)]
    for change in INCIDENTAL:
        tuple(_apply(change, states, rest))
    return unmet + list(islice(_differences(rest.before, rest.after, ()), MAX_DIFFERENCES))


def _apply(change: Change, states: States, rest: States) -> Iterator[str]:
    """Yield what is wrong with a change, and undo it in `rest`."""
    steps = parse_path(change.path)
    match change:
        case Becomes(pattern=pattern):
            yield from _apply_value(steps, pattern, states=states, rest=rest)
        case Adds(patterns=patterns):
            yield from _take_additions(steps, patterns, states=states, rest=rest)
        case Removes():
            yield from _apply_removal(steps, states=states, rest=rest)
        case MayAdd(pattern=pattern):
            members = get_value(rest.after, steps)
            for key in reversed(new_members(get_value(states.before, steps), members)):
                if pattern.fits(get_member(members, key), states):
                    delete_member(members, key)
        case MayChange():
            for state in (rest.before, rest.after):
                for path in list(expand(state, steps, before=states.before)):
                    _delete(state, path)


def _apply_value(
    steps: tuple[str, ...], pattern: AnyPattern, *, states: States, rest: States
) -> Iterator[str]:
    paths = list(expand(states.after, steps, before=states.before))
    if not paths:
        yield f"{join_path(steps)} is gone"
    for path in paths:
        yield from _unfit(path, pattern, states)
        _restore(path, pattern, rest)


def _apply_removal(steps: tuple[str, ...], *, states: States, rest: States) -> Iterator[str]:
    if not has_value(states.before, steps):
        raise BadCheck(f"{join_path(steps)} was not there at the start")
    if has_value(states.after, steps):
        yield f"{join_path(steps)} is still there"
    _delete(rest.before, steps)
    _delete(rest.after, steps)


def _unfit(steps: tuple[str, ...], pattern: AnyPattern, states: States) -> Iterator[str]:
    if not has_value(states.after, steps):
        yield f"{join_path(steps)} is gone"
        return
    value = get_value(states.after, steps)
    if not pattern.fits(value, states):
        yield f"{join_path(steps)} is {_short(value)}"


def _take_additions(
    steps: tuple[str, ...], patterns: tuple[AnyPattern, ...], *, states: States, rest: States
) -> Iterator[str]:
    members = get_value(rest.after, steps)
    keys = new_members(get_value(states.before, steps), members)
    added = [get_member(members, key) for key in keys]
    fitting = find_fitting(patterns, added, states)
    if fitting is None:
        yield f"{join_path(steps)} has {len(added)} new members, {_short(added)}"
        return
    for key in sorted((keys[at] for at in fitting), reverse=True):
        delete_member(members, key)


def _restore(steps: tuple[str, ...], pattern: AnyPattern, rest: States) -> None:
    """Give what the pattern names at a path the value it had at the start; other fields of an object stay."""
    before, after = (get_value(state, steps) for state in (rest.before, rest.after))
    are_objects = isinstance(before, dict) and isinstance(after, dict)
    if are_objects and isinstance(pattern, Fields) and not pattern.exact:
        for name, each in pattern.fields.items():
            _restore((*steps, name), each, rest)
        return
    place = find_place(rest.after, steps)
    if place is None:
        return
    if not has_value(rest.before, steps):
        _delete(rest.after, steps)
        return
    key = place.key if place.key is not None else steps[-1]
    set_member(place.container, key, copy.deepcopy(before))


def _delete(state: Json, steps: tuple[str, ...]) -> None:
    place = find_place(state, steps)
    if place is not None and (key := place.key) is not None:
        delete_member(place.container, key)


def _differences(before: Json, after: Json, steps: tuple[str, ...]) -> Iterator[str]:
    """Yield a line for each difference of two values; the order of members with an id does not count."""
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
        elif one[name] != other[name]:
            yield from _differences(one[name], other[name], path)


def _by_name(value: Json) -> dict[str, Json] | None:
    """Return the members of an object, or of a list if its members have different ids; None otherwise."""
    if isinstance(value, dict):
        return value
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        return None
    named = {identity(each): each for each in value}
    return named if len(named) == len(value) else None


def _short(value: Json) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…"
