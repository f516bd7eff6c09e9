"""Marks that stay the same from one screen to the next, and are never used for another element."""

from __future__ import annotations

from itertools import count
from typing import TypeAlias

import msgspec

from onscreen.perceive.element_identity import (
    is_numbered,
    is_same_control,
    is_same_page,
    match_elements,
)
from onscreen.types import Element, Screen, Shot

FIRST_TEXT_MARK = 1_000_000
"""First mark of elements such as texts, whose marks are not printed; printed marks stay small."""

MAX_REMEMBERED = 20_000
"""Maximum number of remembered elements of earlier screens; the oldest are dropped first."""

MAX_NAMESAKES = 4
"""Most elements with one locator and role that are remembered: a grid shows its records in the same cells."""

_Seen: TypeAlias = tuple[Element, Shot]


class StableMarks:
    """Numbering of the elements of successive screens.

    An element that is still on the next screen keeps its mark. An element that returns, for example after
    scrolling or when a dialog closes, gets its mark back. A new element gets an unused mark.
    """

    def __init__(self) -> None:
        """Start the numbering at 1."""
        self._marks = count(1)
        self._text_marks = count(FIRST_TEXT_MARK)
        self._remembered: dict[tuple[str, str], list[_Seen]] = {}

    def renumber(self, screen: Screen, previous: Screen | None) -> Screen:
        """Return the screen with stable marks: elements on both screens keep those of `previous`.

        `previous` is the last result of this method, None for the first screen.
        """
        kept = {now.mark: old for old, now in match_elements(previous, screen).same} if previous else {}
        elements: list[Element] = []
        used = {old.mark for old in kept.values()}
        for element in screen.elements:
            old = kept.get(element.mark)
            if old is None or is_numbered(old) != is_numbered(element):
                old = self._find_remembered(element, screen.shot, used=used)
            mark = old.mark if old else next(self._marks if is_numbered(element) else self._text_marks)
            used.add(mark)
            elements.append(msgspec.structs.replace(element, mark=mark))
        numbered = Screen(screen.shot, tuple(elements))
        self._remember(numbered)
        return numbered

    def _find_remembered(self, element: Element, shot: Shot, *, used: set[int]) -> Element | None:
        """Return an element of an earlier screen of the same page that has returned, or None."""
        seen = self._remembered.get((element.locator, element.role), ()) if is_numbered(element) else ()
        for old, old_shot in reversed(seen):
            is_free = old.mark not in used and is_same_page(old_shot, shot)
            if is_free and is_same_control(old, element, shots=(old_shot, shot)):
                return old
        return None

    def _remember(self, screen: Screen) -> None:
        for element in screen.elements:
            if element.locator and is_numbered(element):
                key = (element.locator, element.role)
                seen = self._remembered.pop(key, [])
                others = [each for each in seen if each[0].mark != element.mark]
                self._remembered[key] = [*others[1 - MAX_NAMESAKES :], (element, screen.shot)]
        for key in list(self._remembered)[: max(0, len(self._remembered) - MAX_REMEMBERED)]:
            del self._remembered[key]
