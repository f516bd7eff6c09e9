"""Patterns that describe expected values in an application's state.

The patterns are data and can be written as JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from onscreen_practice.state.state_path import Json, get_value, parse_path


class States(msgspec.Struct, frozen=True):
    """An application's state before and after a task."""

    before: Json
    after: Json


class Pattern(msgspec.Struct, frozen=True, tag=str.lower, forbid_unknown_fields=True, omit_defaults=True):
    """Base class for patterns that match JSON values.

    The tag in JSON is the class name in lower case.
    """

    def fits(self, value: Json, states: States) -> bool:
        """Return True if a value matches the pattern.

        `states` resolves references to other values in the state.
        """
        raise NotImplementedError


class Exactly(Pattern, frozen=True):
    """Pattern that matches a given string, number, boolean or null."""

    value: bool | int | float | str | None

    def fits(self, value: Json, states: States) -> bool:
        """Return True if the value equals the expected one, treating 1 and true as different."""
        del states
        return is_same(self.value, value)


class Fields(Pattern, frozen=True):
    """Pattern that matches an object if each given field matches its own pattern.

    Other fields may have any value, or must be absent if `exact` is True.
    """

    fields: Mapping[str, AnyPattern]
    exact: bool = False

    def fits(self, value: Json, states: States) -> bool:
        """Return True if the value is an object in which every named field exists and matches."""
        if not isinstance(value, dict) or (self.exact and value.keys() != self.fields.keys()):
            return False
        return all(name in value and each.fits(value[name], states) for name, each in self.fields.items())


class ListOf(Pattern, frozen=True):
    """Pattern that matches a list if each member matches the pattern at the same index.

    The list must have as many members as there are patterns.
    """

    items: tuple[AnyPattern, ...]

    def fits(self, value: Json, states: States) -> bool:
        """Return True if the value is a list whose members match the patterns in order."""
        if not isinstance(value, list) or len(value) != len(self.items):
            return False
        return all(each.fits(member, states) for each, member in zip(self.items, value, strict=True))


class AnyOrder(Pattern, frozen=True):
    """Pattern that matches a list if its members match the given patterns in any order.

    Each member must match a different pattern, and none may be left over.
    """

    items: tuple[AnyPattern, ...]

    def fits(self, value: Json, states: States) -> bool:
        """Return True if the value is a list whose members match the patterns in some order."""
        if not isinstance(value, list) or len(value) != len(self.items):
            return False
        return find_fitting(self.items, value, states=states) is not None


class OneOf(Pattern, frozen=True):
    """Pattern that matches a value if at least one of several patterns matches."""

    patterns: tuple[AnyPattern, ...]

    def fits(self, value: Json, states: States) -> bool:
        """Return True if any of the patterns matches."""
        return any(each.fits(value, states) for each in self.patterns)


class Text(Pattern, frozen=True):
    """Pattern that matches a string, ignoring surrounding white space.

    With `ignore_stop`, a period at the end is ignored as well.
    """

    text: str
    ignore_case: bool = False
    ignore_stop: bool = False

    def fits(self, value: Json, states: States) -> bool:
        """Return True if the value is the expected string, apart from surrounding white space."""
        del states
        if not isinstance(value, str):
            return False
        text, stripped = self.text, value.strip()
        if self.ignore_stop:
            text, stripped = text.removesuffix("."), stripped.removesuffix(".")
        return stripped == text or (self.ignore_case and stripped.casefold() == text.casefold())


class Digits(Pattern, frozen=True):
    """Pattern that compares only the digits of a string, such as a phone number."""

    digits: str

    def fits(self, value: Json, states: States) -> bool:
        """Return True if the value is a string with the same digits."""
        del states
        return isinstance(value, str) and digits_of(value) == digits_of(self.digits)


class Contains(Pattern, frozen=True):
    """Pattern that matches a string if it contains all the given parts and none of the excluded ones.

    A part must not lie inside a longer word or number. Any run of white space counts as one space.
    """

    parts: tuple[str, ...]
    excluded: tuple[str, ...] = ()

    def fits(self, value: Json, states: States) -> bool:
        """Return True if the value is a string that contains every part and no excluded one."""
        del states
        if not isinstance(value, str):
            return False
        text = " ".join(value.split())
        has_all = all(re.search(_words_pattern(part), text) for part in self.parts)
        return has_all and not any(re.search(_words_pattern(part), text) for part in self.excluded)


class Matches(Pattern, frozen=True):
    """Pattern that requires a full match of a regular expression."""

    regex: str

    def fits(self, value: Json, states: States) -> bool:
        """Return True if the value is a string that matches the regular expression."""
        del states
        return isinstance(value, str) and re.fullmatch(self.regex, value) is not None


class Near(Pattern, frozen=True):
    """Pattern that matches a number if it differs from another by at most `within`."""

    number: float
    within: float

    def fits(self, value: Json, states: States) -> bool:
        """Return True if the value is a number within the allowed distance."""
        del states
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        return abs(value - self.number) <= self.within


class MemberAt(Pattern, frozen=True):
    """Pattern for the list member at a stored index, such as the current song in a queue.

    It matches an object that contains both the list and the index.
    """

    list_field: str
    index_field: str
    pattern: AnyPattern

    def fits(self, value: Json, states: States) -> bool:
        """Return True if the value contains a list and a valid index of a matching member."""
        if not isinstance(value, dict):
            return False
        members, index = value.get(self.list_field), value.get(self.index_field)
        if not isinstance(members, list) or not isinstance(index, int) or not 0 <= index < len(members):
            return False
        return self.pattern.fits(members[index], states)


class JsonText(Pattern, frozen=True):
    """Pattern that matches a JSON string if its decoded value matches another pattern."""

    pattern: AnyPattern

    def fits(self, value: Json, states: States) -> bool:
        """Return True if the value is JSON text whose decoded value matches."""
        try:
            decoded: Json = json.loads(value) if isinstance(value, str) else None
        except ValueError:
            return False
        return isinstance(value, str) and self.pattern.fits(decoded, states)


class SameAs(Pattern, frozen=True):
    """Pattern that matches the value that was at a given path before the task."""

    path: str

    def fits(self, value: Json, states: States) -> bool:
        """Return True if the value equals the value at the path before the task."""
        return is_same(get_value(states.before, parse_path(self.path)), value)


class NewIn(Pattern, frozen=True):
    """Pattern that matches the id or key of a new member of the list or object at a path."""

    path: str

    def fits(self, value: Json, states: States) -> bool:
        """Return True if the value is the id or key of a member that did not exist before."""
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
    """Convert a plain value to a pattern, or return a pattern unchanged."""
    if isinstance(expected, Pattern):
        return expected
    if isinstance(expected, Mapping):
        return Fields({name: pattern_of(each) for name, each in expected.items()})
    if isinstance(expected, Sequence) and not isinstance(expected, str):
        return ListOf(tuple(pattern_of(each) for each in expected))
    return Exactly(expected)


def exactly_fields(**expected: Expected) -> Fields:
    """Create a pattern that matches an object with exactly the given fields."""
    return Fields({name: pattern_of(each) for name, each in expected.items()}, exact=True)


def any_order(*expected: Expected) -> AnyOrder:
    """Create a pattern that matches a list with the given members in any order."""
    return AnyOrder(tuple(pattern_of(each) for each in expected))


def one_of(*expected: Expected) -> OneOf:
    """Create a pattern that matches any one of the given values."""
    return OneOf(tuple(pattern_of(each) for each in expected))


def is_same(one: Json, other: Json) -> bool:
    """Return True if two JSON values are equal, treating 1 and true as different at every depth.

    The numbers 1 and 1.0 are equal.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(each, other[key]) for key, each in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return isinstance(one, bool) is isinstance(other, bool) and one == other


def digits_of(text: str) -> str:
    """Extract the digits from a text."""
    return re.sub(r"[^0-9]", "", text)


def find_fitting(
    patterns: Sequence[AnyPattern], members: Sequence[Json], *, states: States
) -> tuple[int, ...] | None:
    """Assign a different matching member to each pattern and return the members' indices.

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


def _words_pattern(text: str) -> str:
    """Build a regular expression for a text that does not lie inside a longer word or number."""
    plain = " ".join(text.split())
    start, end = (r"(?<!\w)" if plain[:1].isalnum() else ""), (r"(?!\w)" if plain[-1:].isalnum() else "")
    return start + re.escape(plain) + end


def _names(members: Json) -> list[Json]:
    if isinstance(members, dict):
        return list(members)
    return [each["id"] for each in members if isinstance(each, dict)] if isinstance(members, list) else []
