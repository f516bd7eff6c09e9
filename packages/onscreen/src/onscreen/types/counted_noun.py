"""Numbers of things in messages, such as "1 step" and "2 steps"."""

from __future__ import annotations


def count_noun(number: float, noun: str) -> str:
    """Return a number with a noun, in the plural unless the number is 1.

    The number is written without decimals if it has none, otherwise with at most two.
    """
    shown = f"{number:,.2f}".rstrip("0").rstrip(".")
    return f"{shown} {noun}{'' if shown == '1' else 's'}"
