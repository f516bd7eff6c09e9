"""One skill a verb: clause, situation -> Move."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

from onscreen.policy.lexical.clause import Clause, read, unquoted
from onscreen.policy.lexical.clause_outline import SUBMIT
from onscreen.policy.lexical.clause_target import target
from onscreen.policy.lexical.date_entry import pick_date
from onscreen.policy.lexical.drag_actions import drag, highlight, resize, slide, sort
from onscreen.policy.lexical.exploration import explore
from onscreen.policy.lexical.field_entry import SUBMITS, field_for, search, submit, submit_if_any, type_text
from onscreen.policy.lexical.history_queries import acted, clicked, covered, times
from onscreen.policy.lexical.move import DONE, Move, lost
from onscreen.policy.lexical.multiple_elements import many
from onscreen.policy.lexical.question_steps import towards
from onscreen.policy.lexical.screen_queries import LEAST, SURE, holders, rank, usable
from onscreen.policy.lexical.word_lists import plain, words
from onscreen.types import (
    Answer,
    Click,
    Element,
    Hover,
    Press,
    Screen,
    Scroll,
    Select,
    Situation,
    Wait,
)
from onscreen.types.action import Direction

TRIES = 6
"""How many actions back what was tried against a cover counts."""
CLOSERS = (
    "close", "no thanks", "not now", "reject all", "reject", "only necessary", "cancel", "later", "skip",
    "accept all", "accept", "got it", "no", "ok",
)  # fmt: skip
"""Names of buttons that send a pop-up away, the one that agrees to least first."""


class Skill(Protocol):
    """What one kind of clause asks for, done on a screen."""

    def __call__(self, clause: Clause, about: Situation, /, *, screen: Screen) -> Move:
        """Return the next move; never raises."""


def act_on(clause: Clause, about: Situation, *, screen: Screen) -> Move:
    """Do what the clause says on this screen."""
    if screen.shot.dialog is not None:
        return _answer_dialog(clause, screen)
    if clause.text == SUBMIT:
        return submit_if_any(screen)
    if (goal := towards(clause.text, about, screen=screen)) is not None:
        return past_popup(about, screen) or goal if goal.action is None and not goal.finished else goal
    if covered(about):
        return _uncover(about, screen)
    move = SKILLS.get(clause.skill, click)(clause, about, screen=screen)
    if move.action is None and not move.finished:
        return past_popup(about, screen) or move
    return move


def _answer_dialog(clause: Clause, screen: Screen) -> Move:
    says_no = bool({"cancel", "no", "dismiss"} & set(words(clause.text)))
    text = clause.quoted[0] if clause.quoted and screen.shot.dialog else ""
    return Move(
        Answer(not says_no, text), finished="dialog" in words(clause.text), why="a dialog blocks the page"
    )


def _uncover(about: Situation, screen: Screen) -> Move:
    """Get what lies over a target out of the way: close it, press Escape, else click it."""
    if closing := past_popup(about, screen):
        return closing
    lately = about.done[-TRIES:]
    if not any(line.startswith("wait") for line in lately):
        return Move(Wait(0.5), finished=False, why="what lies over the target may go by itself")
    if not any(line.startswith("press Escape") for line in lately):
        return Move(Press("Escape"), finished=False, why="Escape closes what lies over the target")
    over = re.search(r'is covered by \w+ "([^"]*)"', about.done[-1])
    found = rank(over.group(1), screen.elements)[:1] if over else ()
    if found and found[0].score >= LEAST:
        return Move(Click(found[0].element), finished=False, why="it lies over the target")
    return lost("a way past what lies over the target")


def past_popup(about: Situation, screen: Screen) -> Move | None:
    """Close what lies over the rest of the screen; None when nothing does or nothing closes it."""
    if not any(e.has("covered") for e in screen.elements):
        return None
    buttons = tuple(e for e in usable(screen) if not e.has("covered"))
    for name in CLOSERS:
        found = [m.element for m in rank(name, buttons)[:1] if m.score >= SURE]
        if found and not acted(about, Click(found[0])):
            return Move(Click(found[0]), finished=False, why="it closes what lies over the screen")
    return None


def click(clause: Clause, about: Situation, *, screen: Screen) -> Move:
    """Click what the clause means: an exact name, else what may bring it into sight, else a near name."""
    several = _key(clause) or many(clause, about, screen=screen)
    if several is not None:
        return several
    match = target(clause, screen, least=SURE)
    if match is None and (further := explore(about, clause.rest)):
        return further
    match = match or target(clause, screen)
    if match is None:
        sends = plain(unquoted(clause.rest)) in SUBMITS and submit_if_any(screen)
        return sends if sends and sends.action is not None else lost(clause.rest)
    count = 2 if "double" in words(clause.text) else 1
    button = "right" if re.search(r"\bright[- ]click", clause.text, re.IGNORECASE) else "left"
    action = Click(match.element, "right" if button == "right" else "left", count)
    return Move(action, finished=True, why=_because(clause, match.element), score=min(1.0, match.score))


def _key(clause: Clause) -> Move | None:
    """Press a key of the keyboard where the clause names one."""
    keys = {"enter": "Enter", "return": "Enter", "escape": "Escape", "tab": "Tab"}
    key = keys.get(plain(clause.rest).removesuffix(" key"))
    return (
        Move(Press(key), finished=True, why=clause.text) if key and clause.verb in ("press", "hit") else None
    )


def _because(clause: Clause, element: Element) -> str:
    return f"{clause.text!r} means {element.name or element.clue or element.role!r}"


def select(clause: Clause, about: Situation, *, screen: Screen) -> Move:
    """Select an option, set a box, set a slider or a date: whatever has what the clause names."""
    if re.search(r"\bas the date\b|\bdate\b", clause.rest) and (
        date := pick_date(clause.text, about, screen=screen)
    ):
        return date
    if several := many(clause, about, screen=screen):
        return several
    if clause.role == "slider":
        return slide(clause, about, screen=screen)
    if clause.role == "spinner":
        return type_text(clause, about, screen=screen)
    what = clause.quoted[0] if clause.quoted else re.split(r"\s+(?:from|in|on)\s+the\s+", clause.rest)[0]
    for element in screen.elements:
        if element.role == "option" and plain(element.name) == plain(what):
            return _option(element, screen) or click(clause, about, screen=screen)
    return check(clause, about, screen=screen)


def _option(element: Element, screen: Screen) -> Move | None:
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
    return Move(Select(held, chosen), finished=True, why=f"{element.name!r} is an option of the list")


def check(clause: Clause, about: Situation, *, screen: Screen) -> Move:
    """Click what the clause means unless it is checked or selected already."""
    match = target(clause, screen)
    if match is not None and (match.element.has("checked") or match.element.has("selected")):
        return DONE
    return click(clause, about, screen=screen)


def uncheck(clause: Clause, about: Situation, *, screen: Screen) -> Move:
    """Click what the clause means only if it is checked."""
    match = target(clause, screen)
    if (
        match is not None
        and match.element.role in ("checkbox", "switch")
        and not match.element.has("checked")
    ):
        return DONE
    return click(clause, about, screen=screen)


def open_up(clause: Clause, about: Situation, *, screen: Screen) -> Move:
    """Open, expand or switch to what the clause names; collapsed things first."""
    if re.search(r"\bsections?\b|\bmenu\b|\btabs\b|\btree\b", clause.rest) and not clause.quoted:
        if about.ahead and read(about.ahead[0].text).quoted:
            return DONE
        shut = [e for e in usable(screen) if e.has("collapsed") and not clicked(about, e)]
        return Move(Click(shut[0]), finished=True, why="it is collapsed") if shut else DONE
    return click(clause, about, screen=screen)


def find(clause: Clause, about: Situation, *, screen: Screen) -> Move:
    """Bring the thing into sight; an item of a list is opened."""
    match = target(clause, screen)
    if match is None:
        return explore(about, clause.rest) or DONE
    if match.element.role in ("heading", "text") and not match.element.has("clickable"):
        held = [e for e in usable(screen) if e.index in holders(match.element, screen)]
        return Move(Click(held[-1]), finished=True, why=_because(clause, held[-1])) if held else DONE
    return Move(Click(match.element), finished=True, why=_because(clause, match.element), score=match.score)


def scroll(clause: Clause, about: Situation, *, screen: Screen) -> Move:
    """Scroll the thing named, or the page, as far as the clause says."""
    said = words(clause.text)
    direction: Direction = "up" if "top" in said or "up" in said else "down"
    inner = next((e for e in screen.elements if e.has("scrollable")), None)
    far = bool({"bottom", "top", "end"} & set(said))
    if times(about, "scroll") >= 1:
        return DONE
    return Move(Scroll(direction, 100 if far else 0.8, inner), finished=True, why=clause.text)


def focus(clause: Clause, about: Situation, *, screen: Screen) -> Move:
    """Click into the field named."""
    field = field_for(clause, screen)
    return (
        click(clause, about, screen=screen)
        if field is None
        else Move(Click(field), finished=True, why=clause.text)
    )


def hover(clause: Clause, about: Situation, *, screen: Screen) -> Move:
    """Move the pointer over the thing named."""
    match = target(clause, screen)
    if match is None:
        return explore(about, clause.rest) or lost(clause.rest)
    return Move(Hover(match.element), finished=True, why=clause.text, score=match.score)


def wait(clause: Clause, _about: Situation, *, screen: Screen) -> Move:  # noqa: ARG001 - all skills take the same
    """Wait as long as the clause says."""
    found = re.search(r"\d+(?:\.\d+)?", clause.rest)
    return Move(Wait(float(found.group(0)) if found else 1.0), finished=True, why=clause.text)


def nothing(_clause: Clause, _about: Situation, *, screen: Screen) -> Move:  # noqa: ARG001 - all skills take the same
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
