"""Checks as data: the conditions under which a task counts as done."""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class Condition(msgspec.Struct, frozen=True, tag=str.lower, forbid_unknown_fields=True):
    """The base of all checks; its tag in files is the class name in lower case."""


class TextShown(Condition, frozen=True):
    """The last screen shows the text in a name or a value; case and spacing are ignored."""

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
    """A file exists, contains the text, and has the SHA-256 hash if one is given."""

    path: str
    contains: str = ""
    sha256: str = ""


class PageValue(Condition, frozen=True):
    """An expression evaluated by the device has this value, as JSON text; on the web it is JavaScript.

    With `least` instead of `equals`, the value is a number at least as large.
    """

    expression: str
    equals: str | None = None
    least: float | None = None


class Answered(Condition, frozen=True):
    """The agent's final answer contains the text as whole words; case and spacing are ignored."""

    text: str


class Refused(Condition, frozen=True):
    """The agent gave up and said that the task cannot be done."""


class AllOf(Condition, frozen=True):
    """All of the checks hold."""

    checks: tuple[Check, ...]


class AnyOf(Condition, frozen=True):
    """At least one of the checks holds."""

    checks: tuple[Check, ...]


class Not(Condition, frozen=True):
    """The check does not hold."""

    check: Check


class Then(Condition, frozen=True):
    """Each check holds on some screen of the run, in this order, the last one at the end."""

    checks: tuple[Check, ...]


Check: TypeAlias = (
    TextShown | AddressIs | ElementIs | FileIs | PageValue | Answered | Refused | AllOf | AnyOf | Not | Then
)
