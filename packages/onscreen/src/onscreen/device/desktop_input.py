"""Pointer movements on desktops, and the controls that accept no text, for all operating systems."""

from __future__ import annotations

from collections.abc import Iterator

from onscreen.types import Box, Point, Scroll

NOTCH_PX = 100.0
"""Scroll distance of one wheel notch in most programs, in pixels."""
MAX_NOTCHES = 100
DRAG_STEPS, DRAG_STEP_MS = 10, 15
"""Number of moves in a drag and the time between them; programs start a drag only after several moves."""
UNTYPED_ROLES = frozenset(
    {"button", "checkbox", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "radio", "slider", "tab"}
)
"""Roles of controls that a click activates, so that nothing can be typed into them."""


def count_notches(action: Scroll, box: Box) -> int:
    """Return the number of wheel notches for scrolling the content of a box, 1 to MAX_NOTCHES."""
    length = box.height if action.direction in ("up", "down") else box.width
    return min(MAX_NOTCHES, max(1, round(action.pages * length / NOTCH_PX)))


def drag_path(start: Point, end: Point) -> Iterator[Point]:
    """Yield the successive pointer positions for dragging from one point to another."""
    for step in range(1, DRAG_STEPS + 1):
        share = step / DRAG_STEPS
        yield Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))
