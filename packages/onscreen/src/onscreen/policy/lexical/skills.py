"""One skill a verb: clause, situation -> Move."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

from onscreen.policy.lexical.clause import Clause, parse_clause, strip_quotes
from onscreen.policy.lexical.clause_target import target
from onscreen.policy.lexical.date_entry import enter_date
from onscreen.policy.lexical.drag_actions import drag, highlight, resize, slide, sort
from onscreen.policy.lexical.exploration import explore
from onscreen.policy.lexical.field_entry import SUBMITS, find_field, press_submit, search, submit, type_text
from onscreen.policy.lexical.history_queries import count_last, was_clicked
from onscreen.policy.lexical.multiple_elements import click_several
from onscreen.policy.lexical.proposals import DONE, not_found, propose
from onscreen.policy.lexical.screen_queries import (
    EXACT,
    ancestors,
    usable_elements,
)
from onscreen.policy.lexical.word_lists import normalize, split_words
from onscreen.types import (
    Click,
    Element,
    Hover,
    Press,
    Proposal,
    Screen,
    Scroll,
    Select,
    Situation,
    Wait,
)
from onscreen.types.action import Direction


class Skill(Protocol):
    """What one kind of clause asks for, done on a screen."""

    def __call__(self, clause: Clause, situation: Situation, /, *, screen: Screen) -> Proposal:
        """Return the next move; never raises."""


def click(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Click what the clause means: an exact name, else what may bring it into sight, else a near name."""
    several = _key(clause) or click_several(clause, situation, screen=screen)
    if several is not None:
        return several
    match = target(clause, screen, least=EXACT)
    if match is None and (further := explore(situation, clause.rest)):
        return further
    match = match or target(clause, screen)
    if match is None:
        sends = normalize(strip_quotes(clause.rest)) in SUBMITS and press_submit(screen)
        return sends if sends and sends.actions else not_found(clause.rest)
    count = 2 if "double" in split_words(clause.text) else 1
    button = "right" if re.search(r"\bright[- ]click", clause.text, re.IGNORECASE) else "left"
    action = Click(match.element, "right" if button == "right" else "left", count)
    return propose(
        action, finished=True, why=_because(clause, match.element), confidence=min(1.0, match.score)
    )


def _key(clause: Clause) -> Proposal | None:
    """Press a key of the keyboard where the clause names one."""
    keys = {"enter": "Enter", "return": "Enter", "escape": "Escape", "tab": "Tab"}
    key = keys.get(normalize(clause.rest).removesuffix(" key"))
    return (
        propose(Press(key), finished=True, why=clause.text)
        if key and clause.verb in ("press", "hit")
        else None
    )


def _because(clause: Clause, element: Element) -> str:
    return f"{clause.text!r} means {element.name or element.clue or element.role!r}"


def select(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Select an option, set a box, set a slider or a date: whatever has what the clause names."""
    if re.search(r"\bas the date\b|\bdate\b", clause.rest) and (
        date := enter_date(clause.text, situation, screen=screen)
    ):
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
            return _option(element, screen) or click(clause, situation, screen=screen)
    return check(clause, situation, screen=screen)


def _option(element: Element, screen: Screen) -> Proposal | None:
    """Select an option of a list; what a list of several has selected stays selected."""
    lists = [e for e in screen.elements if e.index == element.parent]
    if not lists:
        return None
    held = lists[0]
    if element.has("selected"):
        return DONE if held.has("multiselectable") or held.value == element.name else None
    chosen = tuple(
        e.name
        for e in screen.elements
        if e.parent == held.index and (e is element or (held.has("multiselectable") and e.has("selected")))
    )
    return propose(Select(held, chosen), finished=True, why=f"{element.name!r} is an option of the list")


def check(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Click what the clause means unless it is checked or selected already."""
    match = target(clause, screen)
    if match is not None and (match.element.has("checked") or match.element.has("selected")):
        return DONE
    return click(clause, situation, screen=screen)


def uncheck(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Click what the clause means only if it is checked."""
    match = target(clause, screen)
    if (
        match is not None
        and match.element.role in ("checkbox", "switch")
        and not match.element.has("checked")
    ):
        return DONE
    return click(clause, situation, screen=screen)


def open_up(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Open, expand or switch to what the clause names; collapsed things first."""
    if re.search(r"\bsections?\b|\bmenu\b|\btabs\b|\btree\b", clause.rest) and not clause.quoted:
        following = situation.ahead[0] if situation.ahead else None
        if following and following.kind == "instruction" and parse_clause(following.text).quoted:
            return DONE
        shut = [e for e in usable_elements(screen) if e.has("collapsed") and not was_clicked(situation, e)]
        return propose(Click(shut[0]), finished=True, why="it is collapsed") if shut else DONE
    return click(clause, situation, screen=screen)


def find(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Bring the thing into sight; an item of a list is opened."""
    match = target(clause, screen)
    if match is None:
        return explore(situation, clause.rest) or DONE
    if match.element.role in ("heading", "text") and not match.element.has("clickable"):
        held = [e for e in usable_elements(screen) if e.index in ancestors(match.element, screen)]
        return propose(Click(held[-1]), finished=True, why=_because(clause, held[-1])) if held else DONE
    return propose(
        Click(match.element), finished=True, why=_because(clause, match.element), confidence=match.score
    )


def scroll(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Scroll the thing named, or the page, as far as the clause says."""
    said = split_words(clause.text)
    direction: Direction = "up" if "top" in said or "up" in said else "down"
    inner = next((e for e in screen.elements if e.has("scrollable")), None)
    far = bool({"bottom", "top", "end"} & set(said))
    if count_last(situation, Scroll) >= 1:
        return DONE
    return propose(Scroll(direction, 100 if far else 0.8, inner), finished=True, why=clause.text)


def focus(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Click into the field named."""
    field = find_field(clause, screen)
    return (
        click(clause, situation, screen=screen)
        if field is None
        else propose(Click(field), finished=True, why=clause.text)
    )


def hover(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Move the pointer over the thing named."""
    match = target(clause, screen)
    if match is None:
        return explore(situation, clause.rest) or not_found(clause.rest)
    return propose(Hover(match.element), finished=True, why=clause.text, confidence=match.score)


def wait(clause: Clause, _about: Situation, *, screen: Screen) -> Proposal:  # noqa: ARG001 - all skills take the same
    """Wait as long as the clause says."""
    found = re.search(r"\d+(?:\.\d+)?", clause.rest)
    return propose(Wait(float(found.group(0)) if found else 1.0), finished=True, why=clause.text)


def nothing(_clause: Clause, _about: Situation, *, screen: Screen) -> Proposal:  # noqa: ARG001 - all skills take the same
    """Do nothing: the clause is thought, not action."""
    return DONE


SKILLS: Mapping[str, Skill] = {
    "click": click,
    "select": select,
    "type": type_text,
    "paste": type_text,
    "check": check,
    "uncheck": uncheck,
    "open": open_up,
    "find": find,
    "search": search,
    "submit": submit,
    "scroll": scroll,
    "focus": focus,
    "hover": hover,
    "drag": drag,
    "wait": wait,
    "highlight": highlight,
    "resize": resize,
    "sort": sort,
    "copy": nothing,
    "solve": nothing,
}
