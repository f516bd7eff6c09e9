"""The run goes nowhere: actions leave the screen as it is, or lead round in a circle."""

from __future__ import annotations

import re

from onscreen.types import Ask, Done, Episode, Shot, Signal, Step, Stop, Wait
from onscreen.types.errors import BadText
from onscreen.types.grammar import show

MAX_UNCHANGED = 5
"""An action, the same once more, a revised one, the same once more, and one for bad luck."""
MAX_CYCLES = 3
"""Twice the same way round happens when something was forgotten; three times nothing new comes."""
MAX_CYCLE_LENGTH = 4
"""Screens in a circle: list, item, form, message; longer circles are left to the limit of steps."""


def stuck(
    unchanged: int = MAX_UNCHANGED, rounds: int = MAX_CYCLES, *, longest: int = MAX_CYCLE_LENGTH
) -> Signal:
    """Return a signal that fires when a run goes nowhere.

    It fires after `unchanged` actions in a row that left the screen as it was, or after the same circle
    of 2 to `longest` screens was gone through `rounds` times. Waiting and asking neither count nor
    interrupt. Two screens are the same when address, dialog, picture and all nodes (role, name, value,
    states) are, so a change that only pixels show counts as a change.
    """

    def signal(episode: Episode) -> Stop | None:
        acted = [step for step in episode.steps() if not isinstance(step.decision.action, Wait | Ask | Done)]
        return _unchanged_stop(acted, unchanged) or _cycle_stop(acted, rounds, longest=longest)

    return signal


def stuck_signal(rest: str = "") -> Signal:
    """Return the signal named `stuck` or `stuck:K`, K the actions that may leave the screen as it was.

    Raises:
        BadText: K is not a whole number above 1.
    """
    if not rest:
        return stuck()
    if not re.fullmatch(r"[0-9]+", rest) or int(rest) < 2:  # noqa: PLR2004 - one try is not being stuck
        raise BadText(f"signal 'stuck' takes a whole number above 1, as in stuck:5; found {rest!r}")
    return stuck(int(rest))


def _unchanged_stop(acted: list[Step], most: int) -> Stop | None:
    last = acted[-most:]
    if len(last) < most or not all(is_same_screen(step.before, step.after) for step in reversed(last)):
        return None
    tried = ", ".join(dict.fromkeys(show(step.decision.action) for step in last))
    return Stop("stuck", f"{most} actions in a row left the screen as it was (limit {most}): {tried}")


def _cycle_stop(acted: list[Step], rounds: int, *, longest: int) -> Stop | None:
    for period in range(2, longest + 1):
        seen = [step.after for step in acted[-period * rounds :]]
        whole = len(seen) == period * rounds
        if whole and all(
            is_same_screen(seen[i], seen[i - period]) for i in range(len(seen) - 1, period - 1, -1)
        ):
            return Stop("stuck", f"the same {period} screens came {rounds} times over (limit {rounds} times)")
    return None


def is_same_screen(one: Shot, other: Shot) -> bool:
    """Whether two shots show the same screen."""
    if one is other:
        return True
    return (
        (one.address, one.dialog, len(one.nodes)) == (other.address, other.dialog, len(other.nodes))
        and one.picture == other.picture
        and all(
            (a.role, a.name, a.value, a.states) == (b.role, b.name, b.value, b.states)
            for a, b in zip(one.nodes, other.nodes, strict=True)
        )
    )
