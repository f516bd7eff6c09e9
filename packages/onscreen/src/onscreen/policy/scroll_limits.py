"""Search for a control by scrolling, within limits."""

from __future__ import annotations

from onscreen.perceive.history_queries import count_last, scrolled_without_effect
from onscreen.types import Scroll, Situation

MAX_SCROLLS = 6
"""Maximum number of consecutive scrolls to find a control."""


def may_scroll(situation: Situation) -> bool:
    """Check whether scrolling may bring another control into view.

    Returns False if the screen does not scroll, if the last scroll had no effect, or after MAX_SCROLLS
    consecutive scrolls.
    """
    history = situation.history
    at_end = scrolled_without_effect(history) or count_last(history, Scroll) >= MAX_SCROLLS
    return _is_scrollable(situation) and not at_end


def _is_scrollable(situation: Situation) -> bool:
    shot = situation.screen.shot
    return bool(shot.beyond.below) or any(node.has("scrollable") for node in shot.nodes)
