"""Limits on the numbers and texts of actions that every device supports."""

from __future__ import annotations

import math
from collections.abc import Iterator

from onscreen.types.action import (
    Action,
    Ask,
    Click,
    Done,
    Drag,
    LongPress,
    Open,
    Press,
    Scroll,
    Swipe,
    Type,
    Wait,
    targets,
)
from onscreen.types.geometry import Point
from onscreen.types.lone_surrogates import has_lone_surrogate

MAX_CLICKS = 100
"""The maximum number of clicks in one action."""

MAX_SEC = 600.0
"""The longest wait, long press or swipe, in seconds."""

MAX_PAGES = 10_000.0
"""The farthest scroll, in sizes of the scrolled element; it reaches the end of any page."""

MAX_PX = 1_000_000.0
"""The largest coordinate or offset, in pixels."""


def find_excess(action: Action) -> str:
    """Describe which number or text of an action exceeds the limits, and what was expected.

    Returns "" if the action is within the limits.
    """
    return next(_excesses(action), "")


def _excesses(action: Action) -> Iterator[str]:
    match action:
        case Click(count=count) if not 1 <= count <= MAX_CLICKS:
            yield f"found {count} clicks, expected 1 to {MAX_CLICKS}"
        case LongPress(seconds=seconds) | Swipe(seconds=seconds) | Wait(seconds=seconds):
            if not 0 <= seconds <= MAX_SEC:
                yield f"found {seconds:g} seconds, expected 0 to {MAX_SEC:g}"
        case Scroll(pages=pages) if not abs(pages) <= MAX_PAGES:
            yield f"found {pages:g} pages, expected at most {MAX_PAGES:g}"
        case _:
            pass
    for point in _points(action):
        if not (math.isfinite(point.x + point.y) and max(abs(point.x), abs(point.y)) <= MAX_PX):
            yield f"found the point {point.x:g},{point.y:g}, expected coordinates up to {MAX_PX:g} pixels"
    if any(map(has_lone_surrogate, _texts(action))):
        yield "found half of a surrogate pair, expected text of whole characters"


def _points(action: Action) -> Iterator[Point]:
    yield from (target for target in targets(action) if isinstance(target, Point))
    if isinstance(action, Drag):
        yield action.offset


def _texts(action: Action) -> Iterator[str]:
    """Yield the texts that an agent wrote in an action; names of elements are excluded."""
    match action:
        case Type(text=text) | Press(keys=text) | Open(what=text) | Ask(question=text) | Done(answer=text):
            yield text
        case _:
            yield from getattr(action, "options", ())
            yield from getattr(action, "paths", ())
            yield getattr(action, "text", "")
