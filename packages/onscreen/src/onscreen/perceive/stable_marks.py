"""Marks that stay the same from one screen to the next, and are never used for another element."""

from __future__ import annotations

from itertools import count

import msgspec

from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.node_match import match_nodes
from onscreen.types import Element, Screen

FIRST_TEXT_MARK = 1_000_000
"""First mark of elements such as texts, whose marks are not printed; printed marks stay small."""


class StableMarks:
    """Numbering of the elements of successive screens.

    An element that is still on the next screen, or on the page behind a dialog that closed, keeps its mark. A
    new element gets a mark that no element had before.
    """

    def __init__(self) -> None:
        """Start the numbering at 1."""
        self._marks = count(1)
        self._text_marks = count(FIRST_TEXT_MARK)
        self._behind_dialog: tuple[Element, ...] = ()

    def renumber(self, screen: Screen, previous: Screen | None) -> Screen:
        """Return the screen with stable marks: elements on both screens keep those of `previous`.

        `previous` is the last result of this method, None for the first screen.
        """
        before = previous.elements if previous else ()
        was_dialog = previous is not None and previous.shot.dialog is not None
        if screen.shot.dialog is not None and not was_dialog:
            self._behind_dialog = before
        elif screen.shot.dialog is None and was_dialog:
            before = self._behind_dialog
        kept = {now.mark: old for old, now in match_nodes(before, screen.elements).same}
        elements = tuple(self._numbered(element, kept.get(element.mark)) for element in screen.elements)
        return Screen(screen.shot, elements)

    def _numbered(self, element: Element, previous: Element | None) -> Element:
        if previous is not None and _is_written(previous) == _is_written(element):
            mark = previous.mark
        else:
            mark = next(self._marks if _is_written(element) else self._text_marks)
        return msgspec.structs.replace(element, mark=mark)


def _is_written(element: Element) -> bool:
    """Check whether the text of a screen contains the mark of an element."""
    return kind_of(element) != "information" or element.has("scrollable")
