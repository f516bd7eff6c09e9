"""Lookup of an element of an earlier screen on a later screen."""

from __future__ import annotations

from rapidfuzz import fuzz

from onscreen.types import Element, Pick, Screen

MIN_SIMILARITY = 85.0
"""Lowest similarity of names in percent (rapidfuzz ratio): a number may differ, a word may not."""


def pick_of(element: Element) -> Pick:
    """Create a reference for finding an element on a later screen."""
    return Pick(element.role, element.name, element.locator)


def refind(pick: Pick, screen: Screen, *, min_similarity: float = MIN_SIMILARITY) -> Element | None:
    """Find a previously chosen element on a later screen.

    Returns None if no element matches. Elements are compared by locator and role, then by role and name:
    equal, equal except for case and spacing, and finally at least `min_similarity` percent similar (the most
    similar one). A pick without a name and locator is found only if no other element has its role.
    """
    located = [e for e in screen.elements if pick.locator and e.locator == pick.locator]
    alike = [e for e in screen.elements if e.role == pick.role]
    found = next((e for e in located if e.role == pick.role), None) or _by_name(
        pick, alike, min_similarity=min_similarity
    )
    return found or (located[0] if located else None)


def _by_name(pick: Pick, alike: list[Element], *, min_similarity: float) -> Element | None:
    wanted = _fold(pick.name)
    if not wanted:
        unnamed = [e for e in alike if not _fold(e.name)]
        return alike[0] if len(alike) == len(unnamed) == 1 and not pick.locator else None
    exact = next((e for e in alike if e.name == pick.name), None)
    folded = next((e for e in alike if _fold(e.name) == wanted), None)
    if exact or folded:
        return exact or folded
    scores = [(fuzz.ratio(wanted, _fold(e.name)), e) for e in alike]
    best = max(scores, key=lambda s: s[0], default=None)
    return best[1] if best and best[0] >= min_similarity else None


def _fold(name: str) -> str:
    return " ".join(name.casefold().split())
