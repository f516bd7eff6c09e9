"""Small readings of a screen that several oracles share."""

from __future__ import annotations

from onscreen.types import Action, Click, Element
from onscreen_practice.miniwob.oracles.oracle_view import Sight


def exactly(sight: Sight, name: str, *roles: str) -> Element | None:
    """Return the first element of exactly this name, letter case included, of one of the roles."""
    return next((e for e in sight.of_role(*roles) if e.name == name), None)


def click(element: Element | None) -> Action | None:
    """Return a click on the element; None where there is none."""
    return Click(element) if element else None


def submit(sight: Sight) -> Action | None:
    """Return a click on the button Submit."""
    return click(exactly(sight, "Submit", "button"))
