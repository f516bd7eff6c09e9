"""Exploration of a page for content that is not visible yet, such as collapsed sections."""

from __future__ import annotations

import re

from onscreen.perceive.element_queries import usable_elements
from onscreen.perceive.history_queries import (
    History,
    clicked_element,
    count_last,
    is_same_element,
    was_clicked,
    was_typed,
)
from onscreen.policy.lexical.rule_proposals import EXPLORATION, GUESS, propose
from onscreen.policy.scroll_limits import may_scroll
from onscreen.text.words import normalize
from onscreen.types import Click, Element, Press, Proposal, Scroll, Situation, Type, Wait

NEXT = ("next", "next page", ">", "»", "›", "more", "show more", "load more")
"""Names of buttons and links that show the next page of a list."""
MAX_WAITS = 3
"""Maximum number of consecutive waits of one second for an empty or loading screen."""


def explore(situation: Situation, what: str) -> Proposal | None:
    """Propose the next action that may bring an element into view.

    `what` describes the element. Returns None if no option is left to try.
    """
    elements = usable_elements(situation.screen)
    why = f"{what!r} is not in view"
    if (not elements or _is_loading(situation)) and count_last(situation.history, Wait) < MAX_WAITS:
        return propose(Wait(1.0), finished=False, why="the screen is loading", confidence=EXPLORATION)
    closed = [e for e in _openers(elements) if not was_clicked(situation.history, e)]
    pages = [e for e in elements if _is_next_button(e) and _leads_on(situation.history, e)]
    if leading := (*closed, *pages):
        reason = f"{why}; {leading[0].name!r} may reveal it"
        return propose(Click(leading[0]), finished=False, why=reason, confidence=EXPLORATION)
    return _use_search_field(situation, what) or scroll_down(situation, why)


def _is_loading(situation: Situation) -> bool:
    """Check whether the screen shows a text such as "Loading" or "Please wait"."""
    names = (element.name for element in situation.screen.elements)
    return any(re.match(r"(?:loading|please wait)\b", name, re.IGNORECASE) for name in names)


def _use_search_field(situation: Situation, what: str) -> Proposal | None:
    """Search for a quoted name once, if the page has a search field."""
    name = re.search(r'"([^"]+)"', what)
    fields = [e for e in usable_elements(situation.screen) if e.role == "searchbox"]
    if name is None or not fields:
        return None
    text, field = name.group(1), fields[0]
    if was_typed(situation.history, text, steps=1):
        why = "Enter starts the search"
        return propose(Press("Enter", field), finished=False, why=why, confidence=GUESS)
    if was_typed(situation.history, text):
        return None
    why = f"the search may find {what}"
    return propose(Type(text, field), finished=False, why=why, confidence=GUESS)


def scroll_down(situation: Situation, why: str) -> Proposal | None:
    """Scroll the dialog, the scrollable area or the page until it has no effect; returns None then."""
    if not may_scroll(situation):
        return None
    areas = (e for e in situation.screen.elements if e.has("scrollable"))
    area = min(areas, key=lambda e: e.role != "dialog", default=None)
    reason = f"{why}; the page continues below"
    return propose(Scroll("down", target=area), finished=False, why=reason, confidence=EXPLORATION)


def _openers(elements: tuple[Element, ...]) -> tuple[Element, ...]:
    """Return the elements that can be opened: collapsed ones, and tabs that are not selected."""
    closed = [e for e in elements if e.has("collapsed") or (e.role == "tab" and not e.has("selected"))]
    return tuple(_click_target(element, elements) for element in closed)


def _click_target(element: Element, elements: tuple[Element, ...]) -> Element:
    """Return the link or button with the same name inside an element, or the element itself."""
    inner = (e for e in elements if e.parent == element.index and e.role in ("link", "button"))
    return next((e for e in inner if e.name == element.name), element)


def _leads_on(history: History, button: Element) -> bool:
    """Check whether the last click on a button showed something that no earlier click on it had shown."""
    shown: list[set[str]] = []
    for step in history:
        clicked = clicked_element(step)
        if clicked is not None and is_same_element(clicked, button):
            nodes = (*step.change.added, *(altered.after for altered in step.change.altered))
            shown.append({node.name for node in nodes if node.name})
    return not shown or bool(shown[-1].difference(*shown[:-1]))


def _is_next_button(element: Element) -> bool:
    return element.role in ("button", "link") and (
        normalize(element.name) in NEXT or element.name.strip() in NEXT
    )
