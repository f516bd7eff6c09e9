"""A state of the phone in which a task is finished, made from the task's check."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from itertools import count
from types import NoneType
from typing import Union, get_args, get_origin

import msgspec
from hypothesis.strategies import from_regex

from onscreen.types import AllOf, AnyOf, Check, PageValue
from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.state.expected_changes import Adds, Becomes, Change, Removes, decode_changes
from onscreen_practice.state.state_path import (
    Json,
    delete_member,
    expand,
    find_place,
    get_value,
    new_members,
    parse_path,
    set_member,
    step_type,
    type_at,
)
from onscreen_practice.state.value_patterns import (
    AnyOrder,
    AnyPattern,
    Contains,
    Digits,
    Exactly,
    Fields,
    JsonText,
    ListOf,
    Matches,
    MemberAt,
    Near,
    NewIn,
    OneOf,
    SameAs,
    States,
    Text,
)


def finished_state(check: Check, before: Json) -> Json:
    """Return the state at the start with the changes that the first alternative of a check requires."""
    after: Json = msgspec.json.decode(msgspec.json.encode(before))
    builder = _Builder(States(before, after))
    for change in sorted(_required(check), key=lambda each: "NewIn" in repr(each)):
        builder.apply(change)
    return after


def _required(check: Check) -> Sequence[Change]:
    match check:
        case PageValue():
            return decode_changes(shlex.split(check.expression)[-1], root=PhoneState)
        case AllOf(checks=checks):
            return [change for each in checks for change in _required(each)]
        case AnyOf(checks=checks):
            return _required(checks[0])
        case _:
            return ()


class _Builder:
    def __init__(self, states: States) -> None:
        self.states = states
        self.numbers = count(1)

    def apply(self, change: Change) -> None:
        """Make a required change; permitted ones are not made."""
        after, steps = self.states.after, parse_path(change.path)
        match change:
            case Becomes():
                for path in list(expand(after, steps, before=self.states.before)):
                    place = find_place(after, path)
                    assert place is not None, change.path
                    old = get_value(after, path)
                    value = self.value(change.pattern, type_at(path, PhoneState), old=old)
                    set_member(place.container, place.key if place.key is not None else path[-1], value=value)
            case Adds():
                members = get_value(after, steps)
                for pattern in change.patterns:
                    value = self.value(pattern, step_type(type_at(steps, PhoneState), "0"), old=None)
                    if isinstance(members, list):
                        members.append(value)
                    else:
                        set_member(members, f"/sdcard/new{next(self.numbers)}", value=value)
            case Removes():
                place = find_place(after, steps)
                assert place is not None
                assert place.key is not None
                delete_member(place.container, place.key)
            case _:
                pass

    def value(self, pattern: AnyPattern, declared: object, *, old: Json) -> Json:
        """Return a value that fits a pattern; other fields of an object are as before, or the default."""
        match pattern:
            case OneOf(patterns=patterns):
                return self.value(patterns[0], declared, old=old)
            case JsonText(pattern=inner):
                return json.dumps(self.value(inner, object, old=None))
            case ListOf(items=items) | AnyOrder(items=items):
                return [self.value(each, _member(declared), old=None) for each in items]
            case Fields():
                return self.fields(pattern, declared, old=old)
            case MemberAt(list_field=list_field, index_field=index_field, pattern=inner):
                named = Fields({list_field: ListOf((inner,)), index_field: Exactly(0)})
                return old if pattern.fits(old, self.states) else self.value(named, declared, old=old)
            case _:
                return self.scalar(pattern)

    def scalar(self, pattern: AnyPattern) -> Json:
        """Return a value that fits a pattern without others inside."""
        match pattern:
            case Exactly(value=value) | Text(text=value) | Digits(digits=value) | Near(number=value):
                return value
            case Contains(parts=parts):
                return " ".join(parts)
            case Matches(regex=regex):
                return from_regex(regex, fullmatch=True).example().strip("\n")
            case SameAs(path=path):
                return get_value(self.states.before, parse_path(path))
            case NewIn(path=path):
                return self.new_name(path)
            case _:
                raise NotImplementedError(f"no value is known that fits {pattern}")

    def new_name(self, path: str) -> Json:
        """Return the id or key of the first member that is new in a list or object."""
        steps = parse_path(path)
        after = get_value(self.states.after, steps)
        key = new_members(get_value(self.states.before, steps), after)[0]
        return after[key]["id"] if isinstance(after, list) else key

    def fields(self, pattern: Fields, declared: object, *, old: Json) -> Json:
        """Return an object with the fields of a pattern, and the other fields of its declared type."""
        kept = dict(old) if isinstance(old, dict) and not pattern.exact else self.blank(declared, pattern)
        for name, each in pattern.fields.items():
            inner = object if declared is object or _plain(declared) is str else step_type(declared, name)
            kept[name] = self.value(each, inner, old=kept.get(name))
        return kept

    def blank(self, declared: object, pattern: Fields) -> dict[str, Json]:
        """Return a new object of a type with the defaults of its fields."""
        declared = _plain(declared)
        if pattern.exact or not hasattr(declared, "__struct_fields__"):
            return {}
        blank: dict[str, Json] = {}
        for field in msgspec.structs.fields(declared):
            if field.default is not msgspec.NODEFAULT:
                blank[field.encode_name] = json.loads(msgspec.json.encode(field.default))
            elif field.default_factory is not msgspec.NODEFAULT:
                blank[field.encode_name] = json.loads(msgspec.json.encode(field.default_factory()))
            else:
                blank[field.encode_name] = _zero(field.type)
        return blank | ({"id": f"new{next(self.numbers)}"} if "id" in blank else {})


def _plain(declared: object) -> object:
    """Return a declared type without None."""
    args = [each for each in get_args(declared) if each is not NoneType] if _is_union(declared) else []
    return args[0] if len(args) == 1 else declared


def _is_union(declared: object) -> bool:
    return get_origin(declared) is Union or type(declared).__name__ == "UnionType"


def _member(declared: object) -> object:
    return object if declared is object else step_type(declared, "0")


def _zero(declared: object) -> Json:
    declared = _plain(declared)
    if declared in {str, int, float, bool}:
        return declared()
    return [] if get_origin(declared) is tuple else {}
