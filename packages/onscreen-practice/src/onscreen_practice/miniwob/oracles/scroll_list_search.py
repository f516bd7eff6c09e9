"""Helpers for the oracles: scrolling through a list and finding elements by their clue."""

from __future__ import annotations

from onscreen.types import Action, Element, Scroll
from onscreen_practice.miniwob.oracles.oracle_view import OracleView


def has_clue_words(element: Element, words: str) -> bool:
    """Return True if the element's `clue` contains all of the given words."""
    return set(words.split()) <= set(element.clue.split())


def find_by_clue(view: OracleView, words: str) -> Element | None:
    """Find the first element whose `clue` contains all of the given words.

    Returns None if there is no such element.
    """
    return next((e for e in view.screen.elements if has_clue_words(e, words)), None)


def scroll_list(view: OracleView) -> Action | None:
    """Choose the next scroll action: down to the end of the list, then back up.

    Returns None if nothing on the screen scrolls.
    """
    box = next((e for e in view.screen.elements if e.has("scrollable")), None)
    if box is None:
        return None
    beyond, last_actions = view.screen.shot.beyond, view.history[-1:]
    goes_up = bool(beyond.above) and any(isinstance(a, Scroll) and a.direction == "up" for a in last_actions)
    return Scroll("up" if goes_up or (beyond.above and not beyond.below) else "down", target=box)
