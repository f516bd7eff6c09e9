"""Readings of long lists that scroll and of icons that only their clue tells apart."""

from __future__ import annotations

from onscreen.types import Action, Element, Scroll
from onscreen_practice.miniwob.oracles.oracle_view import Sight


def in_clue(element: Element, words: str) -> bool:
    """Whether all the words stand in the element's clue."""
    return set(words.split()) <= set(element.clue.split())


def with_clue(sight: Sight, words: str) -> Element | None:
    """Return the first element whose clue has all the words."""
    return next((e for e in sight.screen.elements if in_clue(e, words)), None)


def scrolled(sight: Sight) -> Action | None:
    """Scroll the list on, down at first, to its end and then back; None where nothing scrolls."""
    box = next((e for e in sight.screen.elements if e.has("scrollable")), None)
    if box is None:
        return None
    beyond, last = sight.screen.shot.beyond, sight.done[-1:]
    goes_up = bool(beyond.above) and any(isinstance(a, Scroll) and a.direction == "up" for a in last)
    return Scroll("up" if goes_up or (beyond.above and not beyond.below) else "down", target=box)
