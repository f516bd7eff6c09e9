"""Search for a control by scrolling, within limits."""

from __future__ import annotations

from onscreen.types import Scroll, Situation

MAX_SCROLLS = 6
"""Maximum number of consecutive scrolls to find a control."""


def may_scroll(situation: Situation) -> bool:
    """Check whether scrolling may bring a control into view: not at the end, and not too often in a row."""
    last = situation.history[-MAX_SCROLLS:]
    scrolls = [isinstance(past.action, Scroll) for past in last]
    at_end = bool(last) and scrolls[-1] and not last[-1].had_effect
    return _is_scrollable(situation) and not at_end and not (len(last) == MAX_SCROLLS and all(scrolls))


def _is_scrollable(situation: Situation) -> bool:
    shot = situation.screen.shot
    return bool(shot.beyond.below) or any(node.has("scrollable") for node in shot.nodes)
