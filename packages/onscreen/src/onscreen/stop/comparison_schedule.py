"""Schedule of comparisons with a finished state: after every step, every subtask, or at the end (MTTIA)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec

from onscreen.stop.completed_reference import Match
from onscreen.types import Done, Episode

MEDIUM_IMPORTANCE = 0.5
SHORT_TASK_ACTIONS = 5
"""Actions of a short task: a third of the 15 that a person needs for a long one of the suite `phone`."""
Importance: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1)]
"""Importance of a task, 0 to 1."""
Comparisons: TypeAlias = Literal["steps", "subtasks", "end", "auto"]
"""When to compare: after every step, after every subtask, when the agent claims to be done, or automatic.

"auto" compares short and unimportant tasks at the end, and others after every subtask (MTTIA, Results).
"""


def is_due(episode: Episode, matches: Sequence[Match], *, compare: Comparisons, importance: float) -> bool:
    """Return True if the screen after the last step of an episode must be compared.

    The end of a run is always compared. An agent without a plan has no subtasks: each of its steps counts as
    one. `matches` are the references, whose lengths determine whether a task is short.
    """
    last = episode.decisions[-1] if episode.decisions else None
    if compare == "steps" or (last is not None and isinstance(last.action, Done)):
        return True
    if compare == "auto":
        is_short = all(len(match.reference.actions) <= SHORT_TASK_ACTIONS for match in matches)
        compare = "end" if is_short and importance < MEDIUM_IMPORTANCE else "subtasks"
    if compare == "end":
        return False
    return last is None or not last.plan.subtasks or completes_subtask(episode)


def completes_subtask(episode: Episode) -> bool:
    """Return True if the last step of an episode carried out the last action of a subtask."""
    if not episode.decisions or episode.outcomes[-1].failed:
        return False
    plan = episode.decisions[-1].plan
    return plan.finished and not plan.queued and plan.at < len(plan.subtasks)
