"""Search for off-screen content in an application with search fields, menus, scrolling and tabs."""

from __future__ import annotations

from onscreen.perceive.element_queries import front_elements, is_search_field, usable_elements
from onscreen.perceive.history_queries import (
    RECENT_STEPS,
    clicked_element,
    clicked_elements,
    count_all,
    count_last,
    last_step,
    names_added_by_input,
    names_involved,
    scrolled_without_effect,
    was_clicked,
    was_clicked_recently,
    was_pressed,
    was_typed,
)
from onscreen.policy.lexical.rule_proposals import EXPLORATION, GUESS, not_found, propose
from onscreen.text.words import normalize, split_words
from onscreen.types import Back, Click, Element, Press, Proposal, Screen, Scroll, Situation, Type, Wait

MAX_SCROLLS = MAX_BACKS = 3
EDGE_PX = 24
"""An area is scrolled only if an element ends within this distance of its lower edge, in pixels."""
MENUS = ("more options", "menu", "open navigation drawer", "open navigation menu", "overflow menu")
"""Names of buttons that open a menu of the whole screen."""
_UP = ("navigate up", "close", "back", "cancel")
_NOT_SETTINGS = frozenset(
    (
        "delete", "remove", "clear", "share", "refresh", "help", "feedback", "about", "select", "edit",
        "rename", "move", "copy", "block", "send", "bin", "trash", "new", "add", "undo", "print", "archive",
    )
)  # fmt: skip
"""Words in the names of menu entries that perform an action rather than lead to settings."""


def search_app(subject: str, situation: Situation, *, screen: Screen, settings: bool = False) -> Proposal:
    """Propose the next action in the search for something that is not on the screen.

    `subject` describes the searched content. With `settings`, it is a setting, and menus are opened first.
    """
    strategies = (
        (_open_menu, _scroll_down, _open_tab)
        if settings
        else (_use_search_field, _open_result, _scroll_down, _open_tab, _open_menu)
    )
    if not usable_elements(screen) and count_last(situation.history, Wait) < MAX_SCROLLS:
        return propose(Wait(1.0), finished=False, why="the screen is still empty", confidence=EXPLORATION)
    if _opened_menu(situation):
        return _choose_entry(situation, screen, any_entry=settings) or propose(
            Back(), finished=False, why=f"{subject!r} is not in this menu", confidence=EXPLORATION
        )
    for strategy in strategies:
        if proposal := strategy(subject, situation, screen=screen):
            return proposal
    return _go_back(subject, situation, screen=screen)


def is_menu_button(element: Element) -> bool:
    """Check whether an element opens a menu that applies to the whole screen."""
    return normalize(element.name) in MENUS


def _opened_menu(situation: Situation) -> bool:
    clicked = clicked_element(last_step(situation.history))
    return clicked is not None and is_menu_button(clicked)


def _choose_entry(situation: Situation, screen: Screen, *, any_entry: bool) -> Proposal | None:
    """Click "Settings" in a menu or, with `any_entry`, the next entry that may lead to the subject."""
    entries = [e for e in usable_elements(screen) if not was_clicked_recently(situation.history, e)]
    named = [e for e in entries if normalize(e.name) == "settings"]
    others = [
        e
        for e in entries
        if any_entry
        and not was_clicked(situation.history, e)
        and not set(split_words(e.name)) & _NOT_SETTINGS
    ]
    candidates = named or others
    if not candidates:
        return None
    why = f"{candidates[0].name!r} may lead to the setting"
    return propose(Click(candidates[0]), finished=False, why=why, confidence=GUESS)


def _use_search_field(subject: str, situation: Situation, *, screen: Screen) -> Proposal | None:
    """Type the subject into a search field, or click a search button, each only once."""
    if not subject:
        return None
    opened = _opened_search(situation)
    fields = [
        e
        for e in usable_elements(screen)
        if e.has("editable") and (opened or is_search_field(e) or e.value == subject)
    ]
    if fields:
        if fields[0].value == subject or was_typed(situation.history, subject, steps=RECENT_STEPS):
            sent = was_pressed(situation.history, "Enter", steps=RECENT_STEPS)
            why = "Enter starts the search"
            return None if sent else propose(Press("Enter", fields[0]), finished=False, why=why)
        why = f"the search may find {subject!r}"
        return propose(Type(subject, fields[0]), finished=False, why=why, confidence=GUESS)
    for element in usable_elements(screen):
        if "search" in split_words(element.name) and not was_clicked_recently(situation.history, element):
            why = f"the search may find {subject!r}"
            return propose(Click(element), finished=False, why=why, confidence=GUESS)
    return None


def _open_result(subject: str, situation: Situation, *, screen: Screen) -> Proposal | None:
    """Propose to click the first link among the search results."""
    added = names_added_by_input(situation.history)
    links = [
        e for e in front_elements(screen) if e.role == "link" and e.name in added and not e.has("covered")
    ]
    why = f"the search for {subject!r} found it"
    return propose(Click(links[0]), finished=False, why=why, confidence=GUESS) if links else None


def _opened_search(situation: Situation) -> bool:
    """Check whether a click in the last two steps involved a name with "search"."""
    recent = (step for step in situation.history[-2:] if clicked_element(step))
    return any("search" in name.casefold() for step in recent for name in names_involved(step))


def _open_menu(subject: str, situation: Situation, *, screen: Screen) -> Proposal | None:
    for element in usable_elements(screen):
        is_menu = is_menu_button(element) or normalize(element.name) == "settings"
        if is_menu and _may_reopen(element, situation):
            why = f"the menu may contain {subject!r}"
            return propose(Click(element), finished=False, why=why, confidence=EXPLORATION)
    return None


def _may_reopen(menu: Element, situation: Situation) -> bool:
    """Check whether a menu was not the last clicked element and not opened too often."""
    clicked = clicked_elements(situation.history)
    is_last = bool(clicked) and clicked[-1].name == menu.name
    return not is_last and not was_clicked_recently(situation.history, menu, steps=0)


def _scroll_down(subject: str, situation: Situation, *, screen: Screen) -> Proposal | None:
    areas = [e for e in screen.elements if e.has("scrollable")]
    count = count_last(situation.history, Scroll)
    if not areas or count >= MAX_SCROLLS or scrolled_without_effect(situation.history):
        return None
    area = max(areas, key=lambda e: e.box.area)
    others = (e for e in screen.elements if e.name and e is not area)
    if not any(e.box.bottom >= area.box.bottom - EDGE_PX for e in others):
        return None
    why = f"{subject!r} may be further down"
    return propose(Scroll("down", target=area), finished=False, why=why, confidence=EXPLORATION)


def _open_tab(subject: str, situation: Situation, *, screen: Screen) -> Proposal | None:
    for element in usable_elements(screen):
        if (
            element.role == "tab"
            and not element.has("selected")
            and not was_clicked(situation.history, element)
        ):
            why = f"{subject!r} may be on this tab"
            return propose(Click(element), finished=False, why=why, confidence=EXPLORATION)
    return None


def _go_back(subject: str, situation: Situation, *, screen: Screen) -> Proposal:
    """Go back if the screen has a back button, at most MAX_BACKS times for a subtask."""
    offered = any(normalize(e.name) in _UP for e in usable_elements(screen))
    if count_all(situation.history[::-1][: situation.subtask_steps], Back) >= MAX_BACKS or not offered:
        return not_found(subject)
    return propose(Back(), finished=False, why=f"{subject!r} is not here", confidence=EXPLORATION)
