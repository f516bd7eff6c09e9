"""Element lookups and actions shared by several oracles."""

from __future__ import annotations

from onscreen.types import Action, Click, Element
from onscreen_practice.miniwob.oracles.oracle_view import OracleView


def find_exact_name(view: OracleView, name: str, *roles: str) -> Element | None:
    """Return the first element with one of the roles and this case-sensitive name, or None."""
    return next((e for e in view.find_by_role(*roles) if e.name == name), None)


def click_on(element: Element | None) -> Action | None:
    """Return a click on the element, or None if the element is None."""
    return Click(element) if element else None


def click_submit(view: OracleView) -> Action | None:
    """Return a click on the Submit button, or None if the button is not found."""
    return click_on(find_exact_name(view, "Submit", "button"))
