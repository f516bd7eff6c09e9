"""Data types for checks: conditions that determine whether a task was completed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec


class Condition(msgspec.Struct, frozen=True, tag=str.lower, forbid_unknown_fields=True):
    """Base class of all checks.

    JSON files identify a check by its class name in lower case.
    """


class TextShown(Condition, frozen=True):
    """Check that the last screen contains the given text, ignoring case and spacing."""

    text: str


class TextOrder(Condition, frozen=True):
    """Check that the last screen has the texts in this order, such as the items of a sorted list.

    A text is the name of an element, or a part of a name if no element has exactly this name. Case and
    spacing are ignored.
    """

    texts: tuple[str, ...]


class AddressIs(Condition, frozen=True):
    """Check that the last address matches a shell-style pattern such as "*/cart?*"."""

    pattern: str


class ElementIs(Condition, frozen=True):
    """Check that the last screen has an element with the given role, name, value and states.

    If `value` is None, any value matches.
    """

    role: str
    name: str
    value: str | None = None
    states: tuple[str, ...] = ()


class FileIs(Condition, frozen=True):
    """Check that a file exists, with the given text and SHA-256 hash if specified.

    If the text or the hash is "", it is not checked.
    """

    path: str
    contains: str = ""
    sha256: str = ""


class PageValue(Condition, frozen=True, rename={"min_value": "least"}):
    """Check that an expression evaluated by the device returns the given JSON value.

    On the web, the expression is JavaScript. With `min_value` instead of `equals`, the value must be a number
    that is at least `min_value`. The key of `min_value` in JSON is `least`. `about` describes the expression
    in words; reports show this description instead of the expression.
    """

    expression: str
    equals: str | None = None
    min_value: float | None = None
    about: str = ""


class StateHas(Condition, frozen=True):
    """Check that the JSON value of an expression contains an object with the given fields.

    `path` contains the keys that lead to the object. For a list, a key is the `id` of a member, or "*" for
    any member. `fields` maps paths below the object, joined by "/", to the expected values as text: strings
    are compared ignoring case and spacing, other values by their JSON.
    """

    expression: str
    path: tuple[str, ...]
    fields: Mapping[str, str] = {}


class Clicked(Condition, frozen=True):
    """Check that an element whose name contains the text was clicked during the run."""

    text: str


class Typed(Condition, frozen=True):
    """Check that a text containing the given text was typed during the run."""

    text: str


class TextRecognized(Condition, frozen=True):
    """Check that text recognition finds the given text in the last screenshot."""

    text: str


class ClipboardHas(Condition, frozen=True):
    """Check that the clipboard contains the given text.

    The expression returns the text on the device's clipboard.
    """

    text: str
    expression: str


class CodePasses(Condition, frozen=True):
    """Check that code, which a language model may have written, returns True in the sandbox.

    The code defines `evaluate_agent_task_completion` and uses only the calls for conditions. It can read
    `values` as global variables.
    """

    code: str
    values: Mapping[str, str] = {}


class Answered(Condition, frozen=True):
    """Check that the agent's final answer contains the text, ignoring case and spacing.

    The text must appear as whole words, at least once without a negation such as "not" before it. `also`
    lists other accepted forms of it. The answer must not contain any of the `others` besides the accepted
    forms, nor, with `is_single`, a number that is not in the instruction. The reason for giving up does not
    count as an answer.
    """

    text: str
    also: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    is_single: bool = False


class Refused(Condition, frozen=True):
    """Check that the agent ended the run by reporting that the task cannot be done."""


class AllOf(Condition, frozen=True):
    """Check that all of the given checks hold."""

    checks: tuple[Check, ...]


class AnyOf(Condition, frozen=True):
    """Check that at least one of the given checks holds."""

    checks: tuple[Check, ...]


class Not(Condition, frozen=True):
    """Check that the given check does not hold."""

    check: Check


class Then(Condition, frozen=True):
    """Check that several checks hold one after another during a run.

    The last one must hold on the final screen.
    """

    checks: tuple[Check, ...]


Check: TypeAlias = (
    TextShown
    | TextOrder
    | AddressIs
    | ElementIs
    | FileIs
    | PageValue
    | StateHas
    | Clicked
    | Typed
    | TextRecognized
    | ClipboardHas
    | CodePasses
    | Answered
    | Refused
    | AllOf
    | AnyOf
    | Not
    | Then
)
