"""The condition that something on the phone is as it was."""

from __future__ import annotations

from collections.abc import Collection

from onscreen.bench.recipe import quoted


def equal(expression: str, value: object) -> str:
    """Return the condition that a JavaScript expression has exactly this value."""
    return f"JSON.stringify({expression}) === JSON.stringify({quoted(value)})"


def others(path: str, *, but: Collection[str] = ()) -> str:
    """Return the condition that the entries of a list are as they began, in any order.

    Those whose ids are in `but` may differ or be gone; so may new ones, whose ids are n and a number.
    """
    rest = f".filter(x => !/^n[0-9]/.test(x.id) && !{quoted(list(but))}.includes(x.id))"
    texts = f"{path}{rest}.map(x => JSON.stringify(x)).sort().join()"
    return f"{texts} === {texts.replace('s.', 'begin.', 1)}"
