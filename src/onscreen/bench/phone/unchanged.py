"""The condition that something on the phone is as it was."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from onscreen.bench.recipe import quoted


class Entry(Protocol):
    """Something of which a phone's application holds many."""

    @property
    def id(self) -> str:
        """What tells it from the others."""


def equal(expression: str, value: object) -> str:
    """Return the condition that a JavaScript expression has exactly this value."""
    return f"JSON.stringify({expression}) === JSON.stringify({quoted(value)})"


def others(path: str, entries: Sequence[Entry], *, but: Collection[str] = ()) -> str:
    """Return the condition that a list holds these entries of the beginning, as they were, in any order.

    Those whose ids are in `but` may differ or be gone; so may new ones, whose ids are n and a number.
    """
    kept = sorted((each for each in entries if each.id not in but), key=lambda each: each.id)
    there = f"{path}.filter(x => !/^n[0-9]/.test(x.id) && !{quoted(list(but))}.includes(x.id))"
    return equal(f"{there}.sort((a, b) => (a.id < b.id ? -1 : 1))", kept)
