"""Descriptions of checks in words, for scores and reports."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch

from onscreen.types import (
    AddressIs,
    AllOf,
    Answered,
    AnyOf,
    Check,
    Clicked,
    ClipboardHas,
    CodePasses,
    ElementIs,
    FileIs,
    Not,
    PageValue,
    Refused,
    StateHas,
    TextOrder,
    TextRecognized,
    TextShown,
    Then,
    Typed,
)


@singledispatch
def describe_check(check: object) -> str:
    """Describe in words what a check requires.

    Raises:
        TypeError: `check` is not a check.
    """
    raise TypeError(f"{type(check).__name__} is not a check")


@describe_check.register
def _(check: TextShown) -> str:
    return f'the text "{check.text}" is on the last screen'


@describe_check.register
def _(check: TextOrder) -> str:
    texts = ", ".join(f'"{text}"' for text in check.texts)
    return f"the last screen has {texts} in this order"


@describe_check.register
def _(check: AddressIs) -> str:
    return f'the last address matches "{check.pattern}"'


@describe_check.register
def _(check: ElementIs) -> str:
    name = f'{check.role} "{check.name}" is on the last screen'
    value = f', with the value "{check.value}"' if check.value is not None else ""
    return f"{name}{value}{', ' if check.states else ''}{' and '.join(check.states)}"


@describe_check.register
def _(check: FileIs) -> str:
    contains = f', contains "{check.contains}"' if check.contains else ""
    digest = f", has the SHA-256 hash {check.sha256}" if check.sha256 else ""
    return f"the file {check.path} exists{contains}{digest}"


@describe_check.register
def _(check: PageValue) -> str:
    """Return the author's description of the check, or a description of the expression."""
    if check.about:
        return check.about
    if check.equals is not None:
        return f"the value of {check.expression} is {check.equals}"
    if check.min_value is not None:
        return f"the value of {check.expression} is at least {check.min_value:g}"
    return f"{check.expression} is true"


@describe_check.register
def _(check: StateHas) -> str:
    place = " > ".join(check.path)
    fields = " and ".join(f'{name} "{value}"' for name, value in check.fields.items())
    return f"the state has {place}{' with ' if fields else ''}{fields}"


@describe_check.register
def _(check: Clicked) -> str:
    return f'an element named "{check.text}" was clicked'


@describe_check.register
def _(check: Typed) -> str:
    return f'the text "{check.text}" was typed'


@describe_check.register
def _(check: TextRecognized) -> str:
    return f'text recognition finds "{check.text}" on the last screen'


@describe_check.register
def _(check: ClipboardHas) -> str:
    return f'the clipboard contains "{check.text}"'


@describe_check.register
def _(check: CodePasses) -> str:
    values = " and ".join(f'{name} "{value}"' for name, value in check.values.items())
    return f"the check code passes{' with ' if values else ''}{values}: {' '.join(check.code.split())}"


@describe_check.register
def _(check: Answered) -> str:
    forms = " or ".join(f'"{form}"' for form in (check.text, *check.also))
    others = f", but none of {', '.join(check.others)}" if check.others else ""
    single = ", and no other number" if check.is_single else ""
    return f"the answer contains {forms}{others}{single}"


@describe_check.register
def _(_check: Refused) -> str:
    return "the agent reports that the task cannot be done"


@describe_check.register
def _(check: AllOf) -> str:
    return f"all of ({_join(check.checks)})"


@describe_check.register
def _(check: AnyOf) -> str:
    return f"at least one of ({_join(check.checks)})"


@describe_check.register
def _(check: Not) -> str:
    return f"not: {describe_check(check.check)}"


@describe_check.register
def _(check: Then) -> str:
    return f"in this order ({_join(check.checks)})"


def _join(checks: Iterable[Check]) -> str:
    return "; ".join(describe_check(check) for check in checks)
