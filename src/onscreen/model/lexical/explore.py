"""What to do when the thing looked for is not in sight: close, expand, switch, turn the page, scroll."""

from __future__ import annotations

from onscreen.model.lexical.memory import clicked, times
from onscreen.model.lexical.move import Move
from onscreen.model.lexical.scene import usable
from onscreen.model.lexical.words import plain
from onscreen.types import Click, Element, Scroll, Situation

NEXT = ("next", "next page", ">", "»", "›", "more", "show more", "load more")
MOST_SCROLLS = 6
"""How often in a row a page is scrolled in search of something."""


def explore(about: Situation, what: str) -> Move | None:
    """Return the next action that may bring what is looked for into sight, None when all was tried."""
    screen = about.screen
    if screen is None:
        return None
    there = usable(screen)
    why = f"{what!r} is not in sight"
    for element in (*_hidden(there), *_pages(there)):
        if _is_next(element) or not clicked(about, element):
            return Move(
                Click(element), finished=False, why=f"{why}; it may be behind {element.name!r}", score=0.3
            )
    if screen.shot.beyond.below and times(about, "scroll") < MOST_SCROLLS:
        return Move(Scroll("down"), finished=False, why=f"{why}; there is more below", score=0.3)
    return None


def _hidden(elements: tuple[Element, ...]) -> tuple[Element, ...]:
    """Return what can be opened: collapsed things and tabs that are not selected."""
    return tuple(e for e in elements if e.has("collapsed") or (e.role == "tab" and not e.has("selected")))


def _pages(elements: tuple[Element, ...]) -> tuple[Element, ...]:
    return tuple(e for e in elements if _is_next(e))


def _is_next(element: Element) -> bool:
    return element.role in ("button", "link") and (
        plain(element.name) in NEXT or element.name.strip() in NEXT
    )
