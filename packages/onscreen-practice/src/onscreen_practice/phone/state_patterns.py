"""Patterns that values in the phone's state are compared with; they are data and can be written as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from onscreen_practice.phone.state_path import Json, get_value, parse_path


class States(msgspec.Struct, frozen=True):
    """The phone's state at the start and now."""

    before: Json
    after: Json


class Pattern(msgspec.Struct, frozen=True, tag=str.lower, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all patterns; the tag in JSON is the class name in lower case."""

    def fits(self, value: Json, states: States) -> bool:
        """Return whether a value fits the pattern; `states` is what references to other values refer to."""
        raise NotImplementedError


class Exactly(Pattern, frozen=True):
    """This text, number, boolean or null."""

    value: bool | int | float | str | None

    def fits(self, value: Json, states: States) -> bool:
        """Return whether the value is equal; true is not 1."""
        del states
        return is_same(self.value, value)


class Fields(Pattern, frozen=True):
    """An object whose fields fit; others may have any value, or must be absent if it is `exact`."""

    fields: Mapping[str, AnyPattern]
    exact: bool = False

    def fits(self, value: Json, states: States) -> bool:
        """Return whether the value is an object in which every named field is present and fits."""
        if not isinstance(value, dict) or (self.exact and value.keys() != self.fields.keys()):
            return False
        return all(name in value and each.fits(value[name], states) for name, each in self.fields.items())


class ListOf(Pattern, frozen=True):
    """A list of as many members, each of which fits the pattern at its position."""

    items: tuple[AnyPattern, ...]

    def fits(self, value: Json, states: States) -> bool:
        """Return whether the value is a list whose members fit in this order."""
        if not isinstance(value, list) or len(value) != len(self.items):
            return False
        return all(each.fits(member, states) for each, member in zip(self.items, value, strict=True))


class AnyOrder(Pattern, frozen=True):
    """A list of as many members, each of which fits another one of the patterns."""

    items: tuple[AnyPattern, ...]

    def fits(self, value: Json, states: States) -> bool:
        """Return whether the value is a list whose members fit in some order."""
        if not isinstance(value, list) or len(value) != len(self.items):
            return False
        return find_fitting(self.items, value, states=states) is not None


class OneOf(Pattern, frozen=True):
    """A value that fits at least one of the patterns."""

    patterns: tuple[AnyPattern, ...]

    def fits(self, value: Json, states: States) -> bool:
        """Return whether a pattern fits."""
        return any(each.fits(value, states) for each in self.patterns)


class Text(Pattern, frozen=True):
    """This text, whatever white space is around it."""

    text: str
    ignore_case: bool = False

    def fits(self, value: Json, states: States) -> bool:
        """Return whether the value is the text."""
        del states
        if not isinstance(value, str):
            return False
        stripped = value.strip()
        return stripped == self.text or (self.ignore_case and stripped.casefold() == self.text.casefold())


class Digits(Pattern, frozen=True):
    """A text with these digits, whatever other characters are between them: a phone number."""

    digits: str

    def fits(self, value: Json, states: States) -> bool:
        """Return whether the value is a text with the same digits."""
        del states
        return isinstance(value, str) and digits_of(value) == digits_of(self.digits)


class Contains(Pattern, frozen=True):
    """A text that contains all of these; any white space counts as one space."""

    parts: tuple[str, ...]

    def fits(self, value: Json, states: States) -> bool:
        """Return whether the value is a text that contains every part."""
        del states
        if not isinstance(value, str):
            return False
        text = " ".join(value.split())
        return all(" ".join(part.split()) in text for part in self.parts)


class Matches(Pattern, frozen=True):
    """A text that matches the whole regular expression."""

    regex: str

    def fits(self, value: Json, states: States) -> bool:
        """Return whether the value is a text that matches."""
        del states
        return isinstance(value, str) and re.fullmatch(self.regex, value) is not None


class Near(Pattern, frozen=True):
    """A number at most `within` away from this one."""

    number: float
    within: float

    def fits(self, value: Json, states: States) -> bool:
        """Return whether the value is a number that is near enough."""
        del states
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        return abs(value - self.number) <= self.within


class MemberAt(Pattern, frozen=True):
    """An object with a list and an index into it; the member at the index fits: the song that plays."""

    list_field: str
    index_field: str
    pattern: AnyPattern

    def fits(self, value: Json, states: States) -> bool:
        """Return whether the value is an object whose list has a member at its index, which fits."""
        if not isinstance(value, dict):
            return False
        members, index = value.get(self.list_field), value.get(self.index_field)
        if not isinstance(members, list) or not isinstance(index, int) or not 0 <= index < len(members):
            return False
        return self.pattern.fits(members[index], states)


class JsonText(Pattern, frozen=True):
    """A text that is JSON; what it encodes fits the pattern."""

    pattern: AnyPattern

    def fits(self, value: Json, states: States) -> bool:
        """Return whether the value is JSON text that fits when decoded."""
        try:
            decoded: Json = json.loads(value) if isinstance(value, str) else None
        except ValueError:
            return False
        return isinstance(value, str) and self.pattern.fits(decoded, states)


class SameAs(Pattern, frozen=True):
    """The value that the state had at this path at the start."""

    path: str

    def fits(self, value: Json, states: States) -> bool:
        """Return whether the value is equal to the one at the start."""
        return is_same(get_value(states.before, parse_path(self.path)), value)


class NewIn(Pattern, frozen=True):
    """The id of a new member of the list at this path, or a new key of the object there."""

    path: str

    def fits(self, value: Json, states: States) -> bool:
        """Return whether the value identifies a member that was not there at the start."""
        steps = parse_path(self.path)
        before, after = get_value(states.before, steps), get_value(states.after, steps)
        return value in set(_names(after)) - set(_names(before))


AnyPattern: TypeAlias = (
    Exactly
    | Fields
    | ListOf
    | AnyOrder
    | OneOf
    | Text
    | Digits
    | Contains
    | Matches
    | Near
    | MemberAt
    | JsonText
    | SameAs
    | NewIn
)
Plain: TypeAlias = bool | int | float | str | None
Expected: TypeAlias = AnyPattern | Plain | Sequence["Expected"] | Mapping[str, "Expected"]
"""A pattern or a plain value: a mapping is short for `Fields`, a sequence for `ListOf`, others `Exactly`."""
ExpectedFields: TypeAlias = Mapping[str, Expected]


def pattern_of(expected: Expected) -> AnyPattern:
    """Return the pattern that a plain value stands for; a pattern stands for itself."""
    if isinstance(expected, Pattern):
        return expected
    if isinstance(expected, Mapping):
        return Fields({name: pattern_of(each) for name, each in expected.items()})
    if isinstance(expected, Sequence) and not isinstance(expected, str):
        return ListOf(tuple(pattern_of(each) for each in expected))
    return Exactly(expected)


def exactly_fields(**expected: Expected) -> Fields:
    """Return a pattern that matches an object with exactly these fields."""
    return Fields({name: pattern_of(each) for name, each in expected.items()}, exact=True)


def any_order(*expected: Expected) -> AnyOrder:
    """Return the pattern of a list with these members in any order."""
    return AnyOrder(tuple(pattern_of(each) for each in expected))


def one_of(*expected: Expected) -> OneOf:
    """Return the pattern of a value that is one of these."""
    return OneOf(tuple(pattern_of(each) for each in expected))


def is_same(one: Json, other: Json) -> bool:
    """Return whether two values are the same JSON; 1 and 1.0 are, 1 and true are not."""
    if isinstance(one, bool) is not isinstance(other, bool):
        return False
    return one == other


def digits_of(text: str) -> str:
    """Return the digits of a text."""
    return re.sub(r"[^0-9]", "", text)


def find_fitting(
    patterns: Sequence[AnyPattern], members: Sequence[Json], *, states: States
) -> tuple[int, ...] | None:
    """Return for each pattern the index of a member that fits, each member once.

    Returns None if there is no such assignment.
    """
    if not patterns:
        return ()
    first, *others = patterns
    for at, member in enumerate(members):
        if not first.fits(member, states):
            continue
        rest = find_fitting(others, [*members[:at], *members[at + 1 :]], states=states)
        if rest is not None:
            return (at, *(i + (i >= at) for i in rest))
    return None


def _names(members: Json) -> list[Json]:
    if isinstance(members, dict):
        return list(members)
    return [each["id"] for each in members if isinstance(each, dict)] if isinstance(members, list) else []
