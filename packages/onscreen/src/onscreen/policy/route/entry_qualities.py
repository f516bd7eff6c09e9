"""Switches of new entries whose names are in the description of the entry, such as "private"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from onscreen.policy.completion.opposite_words import OPPOSITES
from onscreen.policy.lexical.goal_planning import achieve
from onscreen.policy.route.place_action import SWITCH_ROLES
from onscreen.policy.route.place_index import PlaceIndex
from onscreen.text.words import split_words
from onscreen.types import Subtask


def set_qualities(plan: Sequence[Subtask], index: PlaceIndex, *, tool: str) -> tuple[Subtask, ...]:
    """Add goals to a plan that set the switches which describe a new entry, before the entry is saved.

    For "a public playlist", a switch "Public" is turned on, or else a switch "Private" is turned off. `tool`
    is the application of the map.
    """
    goals: tuple[Subtask, ...] = ()
    added: list[Subtask] = []
    for subtask in plan:
        if subtask.kind == "create" and subtask.tool == tool:
            goals = tuple(achieve(text) for text in _describe(subtask.subject, index))
        elif subtask.kind == "save":
            added += [msgspec.structs.replace(goal, tool=tool) for goal in goals]
            goals = ()
        added.append(subtask)
    return tuple(added)


def _describe(noun: str, index: PlaceIndex) -> Iterator[str]:
    """Yield a goal for each word before the last one of a noun that a switch is named after."""
    switches = {place.name.casefold(): place.name for place in index.places if place.role in SWITCH_ROLES}
    for word in split_words(noun)[:-1]:
        opposite = OPPOSITES.get(word, "")
        if word in switches:
            yield f"turn on {switches[word]}"
        elif opposite in switches:
            yield f"turn off {switches[opposite]}"
