"""Element lookups and actions shared by the scripted solvers."""

from __future__ import annotations

from onscreen.types import Action, Click, Element
from onscreen_practice.miniwob.oracles.oracle_view import OracleView


def find_exact_name(view: OracleView, name: str, *roles: str) -> Element | None:
    """Find the first element with the given roles whose name matches exactly.

    Case matters. Returns None if there is no such element.
    """
    return next((e for e in view.find_by_role(*roles) if e.name == name), None)


def click_on(element: Element | None) -> Action | None:
    """Create a click on an element, or return None if the element is None."""
    return Click(element) if element else None


def click_submit(view: OracleView) -> Action | None:
    """Create a click on the Submit button, or return None if the button is missing."""
    return click_on(find_exact_name(view, "Submit", "button"))
