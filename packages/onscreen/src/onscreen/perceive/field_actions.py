"""Lookup of the button that submits a form field.

Source: LUCI paper, section III-E ("the submit button comes after the search box").
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from onscreen.perceive.element_kinds import CHOICE_ROLES, kind_of
from onscreen.perceive.reading_order import parents
from onscreen.types import Element, Screen

BOUNDARY_ROLES = frozenset({"alertdialog", "dialog", "form", "search"})
"""Containers whose fields are submitted by an action inside them, if there is one."""


class FieldActions:
    """Index of a screen's actions, used to find the action that submits a given field.

    A field is submitted by the action after the field in the smallest branch that has one, preferring buttons
    to links, or else by the button before the field in that branch. For a field in a form or dialog, all of
    the form is searched first, forwards, then backwards.
    """

    def __init__(self, screen: Screen) -> None:
        self._nodes = screen.shot.nodes
        self._parents = list(parents(self._nodes))
        self._ends = _ends(self._parents)
        able = sorted((e for e in screen.elements if _takes(e)), key=lambda e: e.index)
        self._all = _Row(able)
        self._senders = _Row([e for e in able if e.role != "link"])

    def of(self, field: Element) -> Element | None:
        """Find the action that submits the given field, or return None if the screen has no actions."""
        after = self._ends[field.index]
        for branch in self._above(field.index):
            if self._nodes[branch].role in BOUNDARY_ROLES:
                start, end = branch, self._ends[branch]
                found = (
                    self._senders.first(after, end)
                    or self._all.first(after, end)
                    or self._senders.last(start, field.index)
                    or self._all.last(start, field.index)
                )
                if found is not None:
                    return found
        return self._nearest(field, after) or self._all.last(0, field.index)

    def _nearest(self, field: Element, after: int) -> Element | None:
        """Return the action of the smallest branch with one after the field or a button before it."""
        following = self._all.first(after, len(self._nodes))
        before = self._senders.last(0, field.index)
        branches = ((branch, self._ends[branch]) for branch in self._above(field.index))
        for start, end in (*branches, (0, len(self._nodes))):
            if following is not None and following.index < end:
                return self._senders.first(after, end) or following
            if before is not None and before.index >= start:
                return before
        return None

    def _above(self, index: int) -> Iterator[int]:
        above = self._parents[index]
        while above is not None:
            yield above
            above = self._parents[above]


class _Row:
    """Actions in pre-order with binary search by their index in the shot."""

    def __init__(self, actions: list[Element]) -> None:
        self._actions = actions
        self._places = [a.index for a in actions]

    def first(self, start: int, end: int) -> Element | None:
        at = bisect_left(self._places, start)
        return self._actions[at] if at < len(self._places) and self._places[at] < end else None

    def last(self, start: int, end: int) -> Element | None:
        at = bisect_left(self._places, end) - 1
        return self._actions[at] if at >= 0 and self._places[at] >= start else None


def _takes(element: Element) -> bool:
    return kind_of(element) == "action" and element.role not in CHOICE_ROLES


def _ends(above: list[int | None]) -> list[int]:
    """Return for each node the index after its last descendant."""
    ends = [index + 1 for index in range(len(above))]
    for index in range(len(above) - 1, -1, -1):
        parent = above[index]
        if parent is not None:
            ends[parent] = max(ends[parent], ends[index])
    return ends
