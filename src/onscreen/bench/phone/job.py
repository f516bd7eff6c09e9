"""How a task on the phone is made: from the phone's beginning and chance, checked by the phone's state."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeAlias

from onscreen.bench.recipe import DONE, Kind, Layout, Move, Recipe, told
from onscreen.types import AllOf, Answered, Check, PageValue
from onscreen.worlds.phone.world import World

Maker: TypeAlias = Callable[[World, Random], Recipe]


def state_is(expression: str) -> PageValue:
    """Check that a JavaScript condition over the phone's state `s` is true at the end."""
    return PageValue(f"practice eval {shlex.quote(f'Boolean({expression})')}", equals="true")


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
    holds: str = "",
    kind: Kind = "plain",
    layout: Layout = "uniform",
) -> Recipe:
    """Return a task that asks for something shown; `wrong` is an answer that looks right and is not."""
    checks: tuple[Check, ...] = (Answered(answer), *([state_is(holds)] if holds else []))
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
