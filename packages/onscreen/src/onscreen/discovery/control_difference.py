"""Differences between the controls of two screens: values, texts and switches that changed in place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec

from onscreen.app_maps.screen_signature import group_key
from onscreen.types import Node, Shot

MAX_CHANGES = 3
"""Maximum number of changed controls that count as one effect; more are another screen."""
_CHECKED = frozenset({"checked", "pressed", "selected"})
_ROLES = frozenset(
    ("checkbox", "combobox", "menuitemcheckbox", "menuitemradio", "radio", "slider", "spinbutton", "switch"),
) | {"text", "textbox", "status"}

VolatileGroups: TypeAlias = frozenset[str]


class ControlChange(msgspec.Struct, frozen=True):
    """A control that changed in place; `states` are its on-states (such as checked) before or after."""

    role: str
    name: str
    value: str
    group: str
    states: tuple[str, ...] = ()
    is_on: bool = True

    @property
    def shape(self) -> str:
        """Kind and place of the change, independent of names and values."""
        return " ".join(("control", self.role, self.group, *self.states, str(self.is_on)))


def find_control_changes(before: Shot, after: Shot) -> tuple[ControlChange, ...]:
    """List the controls whose text, value or state differs between two views of a screen.

    Only elements with the same number in the same place on both screens are compared. Returns () if more than
    MAX_CHANGES controls differ.
    """
    old, new = _by_group(before), _by_group(after)
    pairs = [
        (one, other, group)
        for group, nodes in new.items()
        if len(nodes) == len(old.get(group, ()))
        for one, other in zip(old[group], nodes, strict=True)
    ]
    changes = tuple(change for one, other, group in pairs for change in _compare(one, other, group=group))
    return changes if len(changes) <= MAX_CHANGES else ()


def _by_group(shot: Shot) -> Mapping[str, list[Node]]:
    found: dict[str, list[Node]] = {}
    for node in shot.nodes:
        if node.role in _ROLES and not node.has("password"):
            found.setdefault(group_key(node, shot.nodes), []).append(node)
    return found


def _compare(before: Node, after: Node, *, group: str) -> Iterator[ControlChange]:
    was, now = _CHECKED & set(before.states), _CHECKED & set(after.states)
    if was != now and before.name == after.name:
        states = tuple(sorted(now - was or was - now))
        yield ControlChange(after.role, after.name, after.value, group, states, is_on=bool(now - was))
    elif (before.name, before.value) != (after.name, after.value):
        yield ControlChange(after.role, after.name, after.value, group)
