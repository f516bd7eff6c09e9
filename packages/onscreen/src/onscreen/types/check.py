"""Checks as data: what must be true for a task to count as done; `score.check` evaluates them."""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class Condition(msgspec.Struct, frozen=True, tag=str.lower, forbid_unknown_fields=True):
    """The root of all checks; its tag in files is the class name in lower case."""


class TextShown(Condition, frozen=True):
    """The text stands on the last screen, in a name or a value (case and spacing do not count)."""

    text: str


class AddressIs(Condition, frozen=True):
    """The last address matches the shell-style pattern ("*/cart?*")."""

    pattern: str


class ElementIs(Condition, frozen=True):
    """An element of this role and name has this value and all these states."""

    role: str
    name: str
    value: str | None = None
    states: tuple[str, ...] = ()


class FileIs(Condition, frozen=True):
    """A file is there, contains the text, and has the hash when one is given."""

    path: str
    contains: str = ""
    sha256: str = ""


class PageValue(Condition, frozen=True):
    """An expression the device can read has this value (on the web, JavaScript, the result as JSON).

    `least` instead of `equals`: a number at least as large.
    """

    expression: str
    equals: str | None = None
    least: float | None = None


class Answered(Condition, frozen=True):
    """The agent's final answer contains the text as whole words (case and spacing do not count)."""

    text: str


class Refused(Condition, frozen=True):
    """The agent ended by saying that it cannot be done."""


class AllOf(Condition, frozen=True):
    """Every one of these holds."""

    checks: tuple[Check, ...]


class AnyOf(Condition, frozen=True):
    """At least one of these holds."""

    checks: tuple[Check, ...]


class Not(Condition, frozen=True):
    """It does not hold."""

    check: Check


class Then(Condition, frozen=True):
    """Each holds at some screen, in this order; the last one at the end."""

    checks: tuple[Check, ...]


Check: TypeAlias = (
    TextShown | AddressIs | ElementIs | FileIs | PageValue | Answered | Refused | AllOf | AnyOf | Not | Then
)
