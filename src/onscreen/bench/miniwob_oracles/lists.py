"""Readings of long lists that scroll and of icons that only their clue tells apart."""

from __future__ import annotations

from onscreen.bench.miniwob_oracles.sight import Sight
from onscreen.types import Action, Element, Scroll


def in_clue(element: Element, words: str) -> bool:
    """Whether all the words stand in the element's clue."""
    return set(words.split()) <= set(element.clue.split())


def with_clue(sight: Sight, words: str) -> Element | None:
    """Return the first element whose clue has all the words."""
    return next((e for e in sight.screen.elements if in_clue(e, words)), None)


def scrolled(sight: Sight) -> Action | None:
    """Scroll the list on while there is more of it below, else back up; None where nothing scrolls."""
    box = next((e for e in sight.screen.elements if e.has("scrollable")), None)
    beyond = sight.screen.shot.beyond
    if box is None:
        return None
    return Scroll("up" if beyond.above and not beyond.below else "down", target=box)
