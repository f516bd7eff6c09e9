"""Comparison of checks: whether one check implies another."""

from __future__ import annotations

from collections.abc import Sequence

from onscreen.score.state_lookup import ANY_MEMBER
from onscreen.types import AllOf, Check, StateHas


def includes(check: Check, other: Check) -> bool:
    """Check whether each condition of `other` is certain to hold if `check` holds.

    This is the case for equal conditions, and for state conditions that require fewer fields of the same
    object.
    """
    own = _conditions(check)
    return all(any(_implies(one, each) for one in own) for each in _conditions(other))


def _conditions(check: Check) -> Sequence[Check]:
    if not isinstance(check, AllOf):
        return (check,)
    return [part for each in check.checks for part in _conditions(each)]


def _implies(one: Check, other: Check) -> bool:
    if not isinstance(one, StateHas) or not isinstance(other, StateHas):
        return one == other
    fits = len(one.path) == len(other.path) and all(
        step in {own, ANY_MEMBER} for own, step in zip(one.path, other.path, strict=True)
    )
    return one.expression == other.expression and fits and other.fields.items() <= one.fields.items()
