"""Random side effects on the phone's state, to test whether the checks of tasks detect them.

A side effect is a change that no task asks for: a deleted item, an extra item, or a changed option.
Side effects are derived from the declared types of the state and therefore reach every field.
"""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from types import NoneType
from typing import Literal, TypeAlias

import msgspec

from onscreen.types import AllOf, AnyOf, Check, PageValue
from onscreen_practice.phone.incidental_changes import find_incidental
from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.state.expected_changes import Adds, Becomes, Change, MayAdd, MayChange, decode_changes
from onscreen_practice.state.state_check import find_unmet
from onscreen_practice.state.state_path import (
    IDENTITY_FIELDS,
    Json,
    delete_member,
    expand,
    find_key,
    get_member,
    get_value,
    has_value,
    join_path,
    new_members,
    parse_path,
    set_member,
    step_type,
)
from onscreen_practice.state.value_patterns import States

EffectKind: TypeAlias = Literal["deletion", "extra item", "wrong option"]
KINDS: tuple[EffectKind, ...] = ("deletion", "extra item", "wrong option")
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "files": ("files_app", "files"),
    "settings": ("settings", "settings_app"),
    "sheets": ("spreadsheet",),
    "camera": ("camera", "files"),
    "gallery": ("gallery", "files"),
}
"""Fields of the state by application, for applications with more than the field of their name."""

_Keys: TypeAlias = tuple[int | str, ...]
_FIXED = ("seed", "people")
"""Fields of the state that never change during a run."""

_OTHER_FIELDS = 3
"""Number of fields from which the side effects outside the application are chosen."""


class SideEffect(msgspec.Struct, frozen=True):
    """A change of the phone's state that the task did not ask for.

    `keys` are the list indices and object keys that lead to the changed value. `state` is the new state.
    """

    kind: EffectKind
    keys: _Keys
    state: Json

    @property
    def path(self) -> str:
        """Path of the changed value, for messages."""
        return join_path(tuple(str(key) for key in self.keys))


class SideEffectScores(msgspec.Struct, frozen=True):
    """Number of side effects that were created, that a check detected, and that are permitted.

    `undetected` describes the side effects that are neither detected nor permitted.
    """

    made: int = 0
    detected: int = 0
    permitted: int = 0
    undetected: tuple[str, ...] = ()


class _Site(msgspec.Struct, frozen=True):
    """A value in the state that a side effect can change.

    `group` is the value's path with `*` for each list index and each key of a mapping.
    """

    keys: _Keys
    group: _Keys
    value: Json
    is_member: bool = False


def make_side_effects(state: Json, application: str, *, rng: Random) -> list[SideEffect]:
    """Create a side effect of each kind within an application's state, and of each kind elsewhere.

    If the state has no field for `application`, both may be anywhere.
    """
    fields = [name for name in PhoneState.__struct_fields__ if name not in _FIXED]
    own = [name for name in SECTIONS.get(application, (application,)) if name in fields] or fields
    others = rng.sample([name for name in fields if name not in own] or fields, _OTHER_FIELDS)
    return [effect for names in (own, others) for effect in _change_fields(state, names, rng=rng)]


def _change_fields(state: Json, names: Sequence[str], *, rng: Random) -> Iterator[SideEffect]:
    """Yield one side effect per kind that is possible within the named fields of the state.

    A group of values is chosen first, then one of its values.
    """
    sites: list[_Site] = []
    for name in names:
        first = _Site((name,), (name,), get_member(state, name))
        _collect_sites(first, step_type(PhoneState, name), sites=sites)
    for kind in KINDS:
        groups: dict[_Keys, list[_Site]] = defaultdict(list)
        for site in sites:
            if _is_changeable(site, kind):
                groups[site.group].append(site)
        if groups:
            site = rng.choice(groups[rng.choice(sorted(groups))])
            changed: Json = msgspec.json.decode(msgspec.json.encode(state))
            yield SideEffect(kind, _change(changed, site.keys, kind=kind, rng=rng), changed)


def _collect_sites(site: _Site, declared: object, *, sites: list[_Site]) -> None:
    """Append the site of a value and of every nested value to a list."""
    sites.append(site)
    value = site.value
    if not isinstance(value, dict | list):
        return
    is_struct = hasattr(declared, "__struct_fields__")
    is_declared = declared not in {object, str, NoneType}
    declared_names = getattr(declared, "__struct_encode_fields__", ())
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        is_known = is_declared and (not is_struct or key in declared_names)
        inner = step_type(declared, str(key)) if is_known else object
        group = (*site.group, key if is_struct else "*")
        member = _Site((*site.keys, key), group, each, is_member=not is_struct)
        _collect_sites(member, inner, sites=sites)


def _steps(keys: _Keys) -> tuple[str, ...]:
    return tuple(str(key) for key in keys)


def _is_changeable(site: _Site, kind: EffectKind) -> bool:
    value = site.value
    if kind == "deletion":
        return site.is_member
    if kind == "extra item":
        return isinstance(value, list) and bool(value)
    return value is not None and not isinstance(value, list | dict) and site.group[-1] not in IDENTITY_FIELDS


def _change(state: Json, keys: _Keys, *, kind: EffectKind, rng: Random) -> _Keys:
    """Apply a change at the given keys, and return the keys of the changed or added value."""
    container, value = get_value(state, _steps(keys[:-1])), get_value(state, _steps(keys))
    if kind == "deletion":
        delete_member(container, keys[-1])
        return keys
    if kind == "wrong option":
        set_member(container, keys[-1], value=_other_value(value))
        return keys
    members = value if isinstance(value, list) else []
    members.append(_copy_of(rng.choice(members), is_new=rng.random() < 0.5))  # noqa: PLR2004  half of them
    return (*keys, len(members) - 1)


def _other_value(value: Json) -> Json:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int | float) else f"{value}x"


def _copy_of(member: Json, *, is_new: bool) -> Json:
    """Copy a member of a list; if `is_new`, replace its id, if any."""
    copied: Json = msgspec.json.decode(msgspec.json.encode(member))
    name = next((each for each in IDENTITY_FIELDS if isinstance(copied, dict) and each in copied), None)
    if is_new and name is not None:
        set_member(copied, name, value="extra1")
    return copied


def meets(check: Check, states: States) -> bool:
    """Return whether the state meets a check; conditions on anything but the state count as met."""
    match check:
        case PageValue():
            changes = decode_changes(shlex.split(check.expression)[-1], root=PhoneState)
            return not find_unmet(changes, states, root=PhoneState, incidental=find_incidental(states))
        case AllOf(checks=checks):
            return all(meets(each, states) for each in checks)
        case AnyOf(checks=checks):
            return any(meets(each, states) for each in checks)
        case _:
            return True


def is_permitted(effect: SideEffect, check: Check, *, states: States) -> bool:
    """Return True if the side effect is permitted by the check or in every task.

    Texts and numbers of a new object that the check does not mention are permitted, because applications fill
    them in.
    """
    changes = (*find_incidental(states), *_list_changes(check))
    return any(
        _covers(change, effect, states=states) or _is_detail_of_new_object(change, effect, states=states)
        for change in changes
    )


def score_side_effects(check: Check, effects: Sequence[SideEffect], *, states: States) -> SideEffectScores:
    """Count the side effects that a check detects when each is applied to the finished state.

    Args:
        check: the check of a finished task.
        effects: changes of the finished state.
        states: the state at the start, and the finished state.
    """
    missed = [each for each in effects if meets(check, States(states.before, each.state))]
    permitted = [each for each in missed if is_permitted(each, check, states=states)]
    paths = tuple(f"{each.kind} at {each.path}" for each in missed if each not in permitted)
    return SideEffectScores(len(effects), len(effects) - len(missed), len(permitted), paths)


def _is_detail_of_new_object(change: Change, effect: SideEffect, *, states: States) -> bool:
    """Return True if a side effect changed a text or number in an object that the task creates."""
    value = get_value(states.after, _steps(effect.keys))
    if effect.kind != "wrong option" or isinstance(value, bool) or not isinstance(change, Adds | Becomes):
        return False
    steps = parse_path(change.path)
    if isinstance(change, Becomes):
        keys = _find_keys(states.after, steps)
        return not has_value(states.before, steps) and effect.keys[: len(keys)] == keys
    keys, new = (
        _find_keys(states.after, steps),
        new_members(get_value(states.before, steps), get_value(states.after, steps)),
    )
    return any(effect.keys[: len(keys) + 1] == (*keys, key) for key in new)


def _list_changes(check: Check) -> Iterator[Change]:
    if isinstance(check, PageValue):
        yield from decode_changes(shlex.split(check.expression)[-1], root=PhoneState)
    for each in check.checks if isinstance(check, AllOf | AnyOf) else ():
        yield from _list_changes(each)


def _covers(change: Change, effect: SideEffect, *, states: States) -> bool:
    """Return True if a permitted change includes the value that a side effect changed."""
    if not isinstance(change, MayAdd | MayChange):
        return False
    for state in (states.after, effect.state):
        for steps in expand(state, parse_path(change.path), before=states.before):
            keys = _find_keys(state, steps)
            is_inside = bool(keys) and keys == effect.keys[: len(keys)]
            if is_inside and (isinstance(change, MayChange) or _may_be_added(change, effect, states=states)):
                return True
    return False


def _may_be_added(change: MayAdd, effect: SideEffect, *, states: States) -> bool:
    """Return True if a side effect changed a new list member that matches the permitted pattern."""
    steps = parse_path(change.path)
    for state in (states.after, effect.state):
        members, keys = get_value(state, steps), _find_keys(state, steps)
        for key in new_members(get_value(states.before, steps), members):
            is_there = effect.keys[: len(keys) + 1] == (*keys, key)
            if is_there and change.pattern.fits(get_member(members, key), States(states.before, state)):
                return True
    return False


def _find_keys(state: Json, steps: tuple[str, ...]) -> _Keys:
    """Resolve a path to list indices and object keys; an empty tuple if nothing matches."""
    keys: list[int | str] = []
    for step in steps:
        key = find_key(get_value(state, _steps(tuple(keys))), step)
        if key is None:
            return ()
        keys.append(key)
    return tuple(keys)
