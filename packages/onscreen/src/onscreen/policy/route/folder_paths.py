"""Goals that open the folders of a path, such as "Documents/Travel", one after the other."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from onscreen.policy.lexical.goal_planning import achieve
from onscreen.text.quotes import mask_quotes, unmask_quotes
from onscreen.types import Subtask

_PATH = r"(?:the\s+(?:folder\s+)?)?((?:[A-Z][\w-]*/)+[A-Z][\w-]*)"
_INSIDE = re.compile(rf"\b(?:in|inside|into|to|under)\s+{_PATH}")
_MOVES = re.compile(rf"^((?:[Mm]ove|[Cc]opy)\b.+?)\s+(?:in|into|to)\s+{_PATH}(?:\s+folder)?$")


def open_paths(plan: Sequence[Subtask], instruction: str) -> tuple[Subtask, ...]:
    """Add goals to a plan that open the folders of a path before an entry is created or moved there.

    "Move A to Documents/Travel" becomes: move A, open Documents, open Travel, move here.
    """
    inside = _INSIDE.search(mask_quotes(instruction)[0])
    creates = sum(subtask.kind == "create" for subtask in plan) == 1
    opened: list[Subtask] = []
    for subtask in plan:
        goals: tuple[Subtask, ...] = ()
        if subtask.kind == "create" and creates and inside:
            goals = (*_open(inside.group(1)), subtask)
        elif subtask.kind == "achieve":
            goals = _move(subtask.text)
        opened += [msgspec.structs.replace(goal, tool=subtask.tool) for goal in goals] or [subtask]
    return tuple(opened)


def _open(path: str) -> tuple[Subtask, ...]:
    return tuple(achieve(f'open "{folder}"') for folder in path.split("/"))


def _move(goal: str) -> tuple[Subtask, ...]:
    """Plan the steps of a goal that moves or copies an entry to a path; returns () for any other goal."""
    masked, quotes = mask_quotes(goal)
    match = _MOVES.match(masked)
    if match is None:
        return ()
    first = unmask_quotes(match.group(1), quotes)
    return (achieve(first), *_open(match.group(2)), achieve(f"{first.split()[0].casefold()} here"))
