"""Stop signal for runs without progress: unchanged screens or repeated cycles of screens."""

from __future__ import annotations

import re

from onscreen.types import Ask, Done, Episode, Shot, Signal, Step, Stop, Wait
from onscreen.types.action_parser import show
from onscreen.types.errors import BadText
from onscreen.types.pluralization import count_noun

MAX_UNCHANGED = 5
"""Consecutive actions without effect: an attempt, a retry, a revised attempt, its retry, and one more."""
MAX_CYCLES = 3
"""Repetitions of a cycle: the second may be a correction, the third makes no progress."""
MAX_CYCLE_LENGTH = 4
"""Maximum number of screens in a cycle, such as list, item, form; the step limit ends longer cycles."""


def stuck(
    max_unchanged: int = MAX_UNCHANGED,
    max_cycles: int = MAX_CYCLES,
    *,
    max_cycle_length: int = MAX_CYCLE_LENGTH,
) -> Signal:
    """Create a signal that stops a run that no longer makes progress.

    The signal fires after `max_unchanged` consecutive actions that left the screen unchanged, or after the
    same cycle of 2 to `max_cycle_length` screens was repeated `max_cycles` times. Wait, Ask and Done actions
    are skipped. Two screens are equal if address, dialog, picture and all nodes (role, name, value, states)
    are equal, so a change visible only in the pixels counts as a change.
    """

    def signal(episode: Episode) -> Stop | None:
        steps = [step for step in episode.steps() if not isinstance(step.decision.action, Wait | Ask | Done)]
        return _unchanged_stop(steps, max_unchanged) or _cycle_stop(
            steps, max_cycles, max_length=max_cycle_length
        )

    return signal


def stuck_signal(rest: str = "") -> Signal:
    """Create the signal `stuck` or `stuck:K`, which fires after K actions without effect.

    Raises:
        BadText: K is not an integer above 1.
    """
    if not rest:
        return stuck()
    if not re.fullmatch(r"[0-9]+", rest) or int(rest) < 2:  # noqa: PLR2004 - one is no lack of progress
        raise BadText(f"signal 'stuck' takes an integer above 1, as in stuck:5; found {rest!r}")
    return stuck(int(rest))


def _unchanged_stop(steps: list[Step], limit: int) -> Stop | None:
    last = steps[-limit:]
    if len(last) < limit or not all(is_same_screen(step.before, step.after) for step in reversed(last)):
        return None
    actions = ", ".join(dict.fromkeys(show(step.decision.action) for step in last))
    return Stop(
        "stuck",
        f"{count_noun(limit, 'action')} in a row left the screen unchanged (limit {limit}): {actions}",
    )


def _cycle_stop(steps: list[Step], max_cycles: int, *, max_length: int) -> Stop | None:
    for period in range(2, max_length + 1):
        seen = [step.after for step in steps[-period * max_cycles :]]
        is_complete = len(seen) == period * max_cycles
        if is_complete and all(
            is_same_screen(seen[i], seen[i - period]) for i in range(len(seen) - 1, period - 1, -1)
        ):
            evidence = f"the same {period} screens were repeated {max_cycles} times (limit {max_cycles})"
            return Stop("stuck", evidence)
    return None


def is_same_screen(one: Shot, other: Shot) -> bool:
    """Check whether two shots are equal in address, dialog, picture and nodes."""
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
