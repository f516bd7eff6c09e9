"""Rules that propose the next action for each type of clause, such as click or search."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

from onscreen.perceive.element_kinds import is_actionable
from onscreen.perceive.element_queries import ancestors, usable_elements
from onscreen.perceive.history_queries import count_last, was_clicked
from onscreen.policy.lexical.clause import Clause, parse_clause
from onscreen.policy.lexical.clause_target import find_target
from onscreen.policy.lexical.date_entry import enter_date
from onscreen.policy.lexical.drag_actions import drag, highlight, slide
from onscreen.policy.lexical.form_input import SUBMITS, find_field, press_submit, search, submit, type_text
from onscreen.policy.lexical.multiple_elements import click_several
from onscreen.policy.lexical.option_choice import select_option
from onscreen.policy.lexical.page_exploration import explore
from onscreen.policy.lexical.phrase_match import EXACT_NAME
from onscreen.policy.lexical.rule_proposals import DONE, not_found, propose
from onscreen.text.quotes import strip_quotes
from onscreen.text.words import normalize, split_words
from onscreen.types import Click, Element, Hover, Press, Proposal, Screen, Scroll, Situation, Wait
from onscreen.types.action import Direction

PAGES_TO_END = 100
"""Number of pages to scroll to reach the top or bottom."""
PAGES = 0.8
"""Number of pages to scroll otherwise."""
_KEYS = {"enter": "Enter", "return": "Enter", "escape": "Escape", "tab": "Tab"}


class Skill(Protocol):
    """Protocol for a rule that handles one type of clause, such as click or search."""

    def __call__(self, clause: Clause, situation: Situation, /, *, screen: Screen) -> Proposal:
        """Propose the next action for a clause; never raises."""


def click(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Propose a click on the element named in a clause.

    An exact match of the name is preferred; without one, the page is explored before an element of a similar
    name is clicked.
    """
    proposal = _press_key(clause) or click_several(clause, situation, screen=screen)
    if proposal is not None:
        return proposal
    match = find_target(clause, screen, min_similarity=EXACT_NAME)
    if match is None and (exploring := explore(situation, clause.rest)):
        return exploring
    match = match or find_target(clause, screen)
    if match is None:
        submitting = normalize(strip_quotes(clause.rest)) in SUBMITS and press_submit(screen)
        return submitting if submitting and submitting.actions else not_found(clause.rest)
    count = 2 if "double" in split_words(clause.text) else 1
    is_right = re.search(r"\bright[- ]click", clause.text, re.IGNORECASE)
    action = Click(match.element, "right" if is_right else "left", count)
    return propose(action, finished=True, why=_reason(clause, match.element), confidence=match.score)


def _press_key(clause: Clause) -> Proposal | None:
    """Press the key named in a clause.

    Returns None if the clause names no key.
    """
    key = _KEYS.get(normalize(clause.rest).removesuffix(" key"))
    if key is None or clause.verb not in ("press", "hit"):
        return None
    return propose(Press(key), finished=True, why=clause.text)


def _reason(clause: Clause, element: Element) -> str:
    return f"{clause.text!r} means {element.name or element.clue or element.role!r}"


def select(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Propose selecting an option, checking a box, or setting a slider or date."""
    if re.search(r"\bdate\b", clause.rest) and (date := enter_date(clause.text, situation, screen=screen)):
        return date
    if several := click_several(clause, situation, screen=screen):
        return several
    if clause.role == "slider":
        return slide(clause, situation, screen=screen)
    if clause.role == "spinner":
        return type_text(clause, situation, screen=screen)
    what = clause.quoted[0] if clause.quoted else re.split(r"\s+(?:from|in|on)\s+the\s+", clause.rest)[0]
    for element in screen.elements:
        if element.role == "option" and normalize(element.name) == normalize(what):
            return select_option(element, screen) or click(clause, situation, screen=screen)
    return check(clause, situation, screen=screen)


def check(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Propose a click on the named element unless it is already in the requested state."""
    element = match.element if (match := find_target(clause, screen)) else None
    is_on = element is not None and (element.has("checked") or element.has("selected"))
    is_switch = element is not None and element.role in ("checkbox", "switch")
    if (is_switch and not is_on) if clause.skill == "uncheck" else is_on:
        return DONE
    return click(clause, situation, screen=screen)


def open_element(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Propose a click that opens the named element.

    Sections and menus without a name are expanded one by one.
    """
    if not re.search(r"\bsections?\b|\bmenu\b|\btabs\b|\btree\b", clause.rest) or clause.quoted:
        return click(clause, situation, screen=screen)
    following = situation.ahead[0] if situation.ahead else None
    if following and following.kind == "instruction" and parse_clause(following.text).quoted:
        return DONE
    collapsed = [
        e for e in usable_elements(screen) if e.has("collapsed") and not was_clicked(situation.history, e)
    ]
    return propose(Click(collapsed[0]), finished=True, why="it is collapsed") if collapsed else DONE


def find(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Propose the next action that brings the named element into view or opens it.

    If the element is a text, the usable element that contains it is opened.
    """
    match = find_target(clause, screen)
    if match is None:
        return explore(situation, clause.rest) or DONE
    element = match.element
    if element.role not in ("heading", "text") or is_actionable(element):
        return propose(Click(element), finished=True, why=_reason(clause, element), confidence=match.score)
    containers = [e for e in usable_elements(screen) if e.index in ancestors(element, screen.shot.nodes)]
    if not containers:
        return DONE
    return propose(Click(containers[-1]), finished=True, why=_reason(clause, containers[-1]))


def scroll(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Propose a single scroll of the page or its scrollable area.

    The clause determines the direction and the distance.
    """
    words = set(split_words(clause.text))
    direction: Direction = "up" if words & {"top", "up"} else "down"
    area = next((e for e in screen.elements if e.has("scrollable")), None)
    pages = PAGES_TO_END if words & {"bottom", "top", "end"} else PAGES
    if count_last(situation.history, Scroll) >= 1:
        return DONE
    return propose(Scroll(direction, pages, area), finished=True, why=clause.text)


def focus(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Propose a click on the field named in a clause.

    If the page has no fields, the named element is clicked.
    """
    field = find_field(clause, screen)
    if field is None:
        return click(clause, situation, screen=screen)
    return propose(Click(field), finished=True, why=clause.text)


def hover(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Propose moving the pointer over the element named in a clause."""
    match = find_target(clause, screen)
    if match is None:
        return explore(situation, clause.rest) or not_found(clause.rest)
    return propose(Hover(match.element), finished=True, why=clause.text, confidence=match.score)


def wait(clause: Clause, _situation: Situation, *, screen: Screen) -> Proposal:  # noqa: ARG001 - all skills have the same parameters
    """Propose waiting for the seconds given in the clause, by default one second."""
    seconds = re.search(r"\d+(?:\.\d+)?", clause.rest)
    return propose(Wait(float(seconds.group(0)) if seconds else 1.0), finished=True, why=clause.text)


def skip(_clause: Clause, _situation: Situation, *, screen: Screen) -> Proposal:  # noqa: ARG001 - all skills have the same parameters
    """Complete a clause without performing an action.

    Clauses such as "copy ..." and "solve ..." take effect when a later clause types the result.
    """
    return DONE


SKILLS: Mapping[str, Skill] = {
    "click": click,
    "select": select,
    "type": type_text,
    "paste": type_text,
    "check": check,
    "uncheck": check,
    "open": open_element,
    "find": find,
    "search": search,
    "submit": submit,
    "scroll": scroll,
    "focus": focus,
    "hover": hover,
    "drag": drag,
    "wait": wait,
    "highlight": highlight,
    "copy": skip,
    "solve": skip,
}
"""Name of a skill in `word_lists.VERBS` -> rule; for other verbs, the rule is `click`."""
