"""Formatting of counts with a singular or plural noun, such as "2 steps"."""

from __future__ import annotations


def count_noun(number: float, noun: str) -> str:
    """Format a number with a noun, such as "1 step", "2 steps" or "1.5 steps".

    A number that is not whole is rounded to at most two decimals.
    """
    shown = f"{number:,.2f}".rstrip("0").rstrip(".")
    return f"{shown} {noun}{'' if shown == '1' else 's'}"
