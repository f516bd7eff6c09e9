"""How a task on the phone is made: from the phone's beginning and chance, checked by the phone's state."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeAlias

from onscreen.types import AllOf, Answered, AnyOf, Check, PageValue
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.task_recipe import DONE, Kind, Layout, Move, Recipe, told

Maker: TypeAlias = Callable[[PhoneState, Random], Recipe]

_THOUSAND = 1000
_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def state_is(expression: str) -> PageValue:
    """Check that a JavaScript condition over the phone's state `s` is true at the end.

    It is false where it asks about a thing that is gone.
    """
    gone = "catch (error) { if (error instanceof TypeError) return false; throw error; }"
    whole = f"(() => {{ try {{ return Boolean({expression}); }} {gone} }})()"
    return PageValue(f"practice eval {shlex.quote(whole)}", equals="true")


def job(
    template: str,
    values: Mapping[str, str],
    *,
    holds: str,
    spoil: str,
    moves: Sequence[Move],
    kind: Kind = "plain",
    layout: Layout = "uniform",
) -> Recipe:
    """Return a task whose finished state fulfils the condition `holds`, and no longer after `spoil`."""
    return Recipe(
        template.format(**values),
        state_is(holds),
        (*moves, DONE),
        spoil=spoil,
        template=template,
        values=values,
        kind=kind,
        layout=layout,
    )


def question(
    template: str,
    values: Mapping[str, str],
    *,
    answer: str,
    wrong: str,
    moves: Sequence[Move],
    also: Sequence[str] = (),
    holds: str = "",
    kind: Kind = "plain",
    layout: Layout = "uniform",
) -> Recipe:
    """Return a task that asks for something shown; `wrong` is an answer that looks right and is not.

    `also` are other forms in which the right answer may be given.
    """
    told_so: Check = AnyOf((Answered(answer), *map(Answered, also))) if also else Answered(answer)
    checks: tuple[Check, ...] = (told_so, *([state_is(holds)] if holds else []))
    return Recipe(
        template.format(**values),
        checks[0] if len(checks) == 1 else AllOf(checks),
        (*moves, told(answer)),
        near=(*moves, told(wrong)),
        template=template,
        values=values,
        kind=kind,
        layout=layout,
    )


def clock_forms(time: str) -> tuple[str, ...]:
    """Return the other usual forms of a time such as 19:05: 7:05 pm, 7:05 p.m., 19.05."""
    hour, minute = time.split(":")
    half, twelve = "ap"[int(hour) % 24 // 12], f"{(int(hour) - 1) % 12 + 1}:{minute}"
    return f"{twelve} {half}m", f"{twelve}{half}m", f"{twelve} {half}.m.", f"{int(hour)}.{minute}"


def number_forms(number: str) -> tuple[str, ...]:
    """Return the other usual forms of a whole number: a word up to twelve, with marks from a thousand on."""
    value = int(number)
    words = _SMALL[value : value + 1] if value >= 0 else ()
    marked = (f"{value:,}", f"{value:,}".replace(",", " ")) if abs(value) >= _THOUSAND else ()
    return (*words, *marked)
