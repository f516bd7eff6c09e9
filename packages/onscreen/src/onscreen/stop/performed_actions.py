"""Successful actions of a run with their context, for comparison with another run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

import msgspec

from onscreen.perceive.shot_cache import ShotCache
from onscreen.stop.action_alignment import ActionKey, action_key
from onscreen.types import Action, Element, Episode, Shot
from onscreen.types.action import PASSIVE_ACTIONS, targets

MAX_ROW_SHARE = 1 / 8
"""An element higher than this share of the screen is a container, not part of a row."""


RANK = "rank"
"""Start of a rank such as "rank2", in which an ordinal of an instruction is replaced, but no number."""


class PerformedAction(msgspec.Struct, frozen=True):
    """A successful action with the texts beside its target, and whether its text was read before.

    All texts are in lower case. `beside` holds the texts in the row of the target. `is_read` is True
    if the text of the action was on the screen of the action or on an earlier one of the run.
    Consecutive clicks on single characters, such as on a keypad, form one action of the kind "Keys".
    `place` is the rank of a target without a name among the elements with the same role. `is_unique` is True
    if no other element of the screen has the role and the name of the target.
    """

    key: ActionKey
    beside: str = ""
    is_read: bool = False
    place: str = ""
    is_unique: bool = False

    @property
    def context(self) -> str:
        """Name of the target and the texts in its row."""
        return f"{self.key.name} | {self.beside}"


def performed_actions(episode: Episode) -> tuple[PerformedAction, ...]:
    """Return the successful actions of an episode other than waiting, scrolling, asking and ending."""
    found = [
        _perform(decision.action, episode.shots[: index + 1])
        for index, (decision, outcome) in enumerate(zip(episode.decisions, episode.outcomes, strict=True))
        if not outcome.failed and not isinstance(decision.action, PASSIVE_ACTIONS)
    ]
    return tuple(_join_keys(found))


@lru_cache(maxsize=65_536)
def contains_words(text: str, value: str) -> bool:
    """Check whether a text contains a value as whole words."""
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


def _perform(action: Action, shots: Sequence[Shot]) -> PerformedAction:
    key = action_key(action)
    target = next((each for each in targets(action) if isinstance(each, Element)), None)
    beside = _row_texts(target, shots[-1]) if target else ""
    is_read = bool(key.text) and any(
        key.text in text and contains_words(text, key.text) for shot in shots for text in _SHOWN(shot)
    )
    place = _place(target, shots[-1]) if target and not target.name else ""
    is_unique = target is not None and bool(target.name) and _is_unique(target, shots[-1])
    return PerformedAction(key, beside, is_read, place, is_unique)


def _is_unique(target: Element, shot: Shot) -> bool:
    return sum((node.role, node.name) == (target.role, target.name) for node in shot.nodes) == 1


def _place(target: Element, shot: Shot) -> str:
    """Return what distinguishes a target without a name: its rank among the elements with the same role."""
    others = [node.box for node in shot.nodes if node.role == target.role and not node.name]
    rank = sum((box.top, box.left) < (target.box.top, target.box.left) for box in others)
    return f"{RANK}{rank + 1}"


def _row_texts(target: Element, shot: Shot) -> str:
    """Return the texts of the nodes in the row of a target, without the target."""
    height = shot.picture.size[1] * MAX_ROW_SHARE
    middle = target.box.center.y
    row = (
        f"{node.name} {node.value}".casefold()
        for index, node in enumerate(shot.nodes)
        if index != target.index and node.box.top <= middle < node.box.bottom and node.box.height < height
    )
    return " | ".join(row)


def _join_keys(actions: Sequence[PerformedAction]) -> Iterator[PerformedAction]:
    """Join single characters that were clicked one after the other."""
    for (is_character, role), group in groupby(actions, key=_character_role):
        members = list(group)
        if is_character:
            keys = "".join(each.key.name for each in members)
            yield PerformedAction(ActionKey("Keys", role, "", keys))
        else:
            yield from members


def _character_role(action: PerformedAction) -> tuple[bool, str]:
    key = action.key
    is_character = key.kind == "Click" and len(key.name) == 1 and key.name.isalnum() and not key.text
    return is_character, key.role if is_character else ""


_SHOWN = ShotCache(
    lambda shot: tuple(
        f"{node.name} | {node.value}".casefold() for node in shot.nodes if node.name or node.value
    )
)
"""Texts of the nodes of a screen, in lower case."""
