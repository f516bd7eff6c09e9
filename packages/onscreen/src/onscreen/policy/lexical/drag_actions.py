"""Clauses that move things with the pointer held down: drag, highlight, resize, slide, sort."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onscreen.policy.lexical.clause import Clause, strip_quotes
from onscreen.policy.lexical.clause_target import find_all_targets
from onscreen.policy.lexical.history_queries import count_last, last_step
from onscreen.policy.lexical.multiple_elements import numbers, value_of
from onscreen.policy.lexical.proposals import DONE, not_found, propose
from onscreen.policy.lexical.screen_queries import (
    MIN_LIKENESS,
    Match,
    description_overlap,
    name_likeness,
    sort_by_size,
    text_elements,
)
from onscreen.policy.lexical.word_lists import parse_ordinal, split_words
from onscreen.types import Drag, Element, PastStep, Point, Proposal, Screen, Situation, Type

SHIFT_PX = 40
"""How far something is dragged in a direction when no distance is said."""
EDGE_PX = 3
"""How far inside its edge a text is grabbed, or a corner that resizes."""
_TO = re.compile(
    r"\s+(?:so that it is (?:completely )?inside|into|onto|inside|to)\s+(?:the\s+)?", re.IGNORECASE
)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_SHIFTS = {
    "left": Point(-SHIFT_PX, 0),
    "right": Point(SHIFT_PX, 0),
    "up": Point(0, -SHIFT_PX),
    "down": Point(0, SHIFT_PX),
}


def drag(clause: Clause, _about: Situation, *, screen: Screen) -> Proposal:
    """Drag the thing named onto its place, or some way in a direction."""
    what, _, place = _TO.sub("\x00", clause.rest, count=1).partition("\x00")
    things = _things(screen)
    if not things:
        return not_found(what)
    if re.search(r"\b(?:all|everything)\b", what) and (goal := _goal(place, screen, things=screen.elements)):
        return _drag_all(clause, screen, goal=goal)
    source = _best(what, things) or things[0]
    goal = _goal(place, screen, things=things) if place else None
    if goal is not None and goal is not source:
        return propose(Drag(source, goal), finished=True, why=clause.text)
    ways = [way for word in split_words(clause.rest) if (way := _SHIFTS.get(word))]
    return propose(
        Drag(source, None, (ways or [Point(SHIFT_PX, 0)])[0]), finished=True, why=clause.text, confidence=0.4
    )


def _things(screen: Screen) -> tuple[Element, ...]:
    marked = tuple(e for e in screen.elements if e.has("draggable"))
    named = tuple(e for e in screen.elements if e.name or e.clue)
    return marked if marked and all(e.name for e in marked) else (*text_elements(screen), *marked, *named)


def _best(phrase: str, things: Sequence[Element]) -> Element | None:
    scored = [Match(e, max(name_likeness(phrase, e), description_overlap(phrase, e))) for e in things]
    best = sort_by_size(phrase, tuple(m for m in scored if m.score >= MIN_LIKENESS) or _boxes(phrase, scored))
    if not best:
        return None
    top = max(m.score for m in best)
    return _at_side(phrase, [m.element for m in best if m.score >= top])


def _at_side(phrase: str, alike: Sequence[Element]) -> Element:
    """Return the one at the side the phrase names, of several alike; else the first."""
    said = set(split_words(phrase))
    if said & {"left", "right"}:
        ordered = sorted(alike, key=lambda e: e.box.center.x)
        return ordered[-1] if "right" in said else ordered[0]
    return alike[0]


def _boxes(phrase: str, scored: Sequence[Match]) -> tuple[Match, ...]:
    """Take anything where only the size is said ("the smaller box")."""
    sized = sort_by_size(phrase, tuple(scored))
    return sized[:1] if sized != tuple(scored) else ()


def _goal(place: str, screen: Screen, *, things: Sequence[Element]) -> Element | None:
    """Return the element at a place: a position in a list or grid, else the thing of that name."""
    order = parse_ordinal(place)
    if order is not None:
        listed = sorted((e for e in text_elements(screen) if e.name), key=lambda e: (e.box.top, e.box.left))
        return listed[order - 1] if 0 < order <= len(listed) else None
    return _in_grid(place, screen) or _frame_at_side(place, screen) or _best(place, things)


def _frame_at_side(place: str, screen: Screen) -> Element | None:
    """Return "the left box": of the frames drawn, the one at that side."""
    frames = [e for e in screen.elements if {"container", "outline"} & set(split_words(e.clue))]
    return (
        _at_side(place, frames) if len(frames) > 1 and {"left", "right"} & set(split_words(place)) else None
    )


def _in_grid(place: str, screen: Screen) -> Element | None:
    said = set(split_words(place))
    if not said or not said <= {"top", "bottom", "center", "centre", "middle", "left", "right"}:
        return None
    cells = text_elements(screen)
    rows = sorted({round(e.box.center.y) for e in cells})
    columns = sorted({round(e.box.center.x) for e in cells})
    y = rows[0] if "top" in said else rows[-1] if "bottom" in said else rows[len(rows) // 2]
    x = columns[0] if "left" in said else columns[-1] if "right" in said else columns[len(columns) // 2]
    return min(cells, key=lambda e: abs(e.box.center.x - x) + abs(e.box.center.y - y), default=None)


def _drag_all(clause: Clause, screen: Screen, *, goal: Element) -> Proposal:
    outside = [e for e in _meant(clause, screen) if not goal.box.contains(e.box.center)]
    left = [e for e in outside if e is not goal and e.box.area < goal.box.area]
    if not left:
        return DONE
    return propose(
        Drag(left[0], goal), finished=len(left) == 1, why=f"{left[0].clue or left[0].name!r} is one of them"
    )


def _meant(clause: Clause, screen: Screen) -> tuple[Element, ...]:
    if "everything" not in clause.rest:
        return find_all_targets(clause, screen)
    return tuple(e for e in screen.elements if e.role == "image" and e.clue)


def highlight(clause: Clause, _about: Situation, *, screen: Screen) -> Proposal:
    """Drag over a text from its beginning to its end."""
    passages = [e for e in text_elements(screen) if len(e.name.split()) > 1] or list(text_elements(screen))
    place = (parse_ordinal(strip_quotes(clause.text)) or 1) - 1
    if not passages or place >= len(passages):
        return not_found(clause.rest)
    box = passages[place].box
    start, end = Point(box.left + 1, box.top + EDGE_PX), Point(box.right - 1, box.bottom - EDGE_PX)
    return propose(Drag(start, end), finished=True, why="from the beginning of the text to its end")


def resize(clause: Clause, _about: Situation, *, screen: Screen) -> Proposal:
    """Drag the lower right corner of a box outwards or inwards."""
    boxes = [e for e in screen.elements if e.role == "textbox"]
    if not boxes:
        return not_found(clause.rest)
    corner = Point(boxes[0].box.right - EDGE_PX, boxes[0].box.bottom - EDGE_PX)
    said = set(split_words(clause.text))
    way = -1 if said & {"smaller", "narrower", "shorter", "less"} else 1
    return propose(Drag(corner, Point(corner.x + way * SHIFT_PX, corner.y + way * SHIFT_PX)), finished=True)


def sort(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Drag the numbers of a list into order, one at a time."""
    falling = bool({"decreasing", "descending"} & set(split_words(clause.text)))
    wanted = numbers(screen, falling=falling)
    shown = sorted(wanted, key=lambda e: e.box.top)
    for there, right in zip(shown, wanted, strict=True):
        if value_of(there) != value_of(right):
            return propose(
                Drag(right, there), finished=False, why=f"{right.name} belongs there", confidence=0.6
            )
    return DONE if wanted or count_last(situation, Drag) else not_found(clause.rest)


def slide(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Set a slider to the number the clause names: by its value, else by dragging its handle."""
    wanted = re.search(r"-?\d+(?:\.\d+)?", clause.rest)
    native = [e for e in screen.elements if e.role == "slider"]
    if wanted is None:
        return not_found("a number for the slider")
    if native:
        done = native[0].value == wanted.group(0)
        return (
            DONE
            if done
            else propose(Type(wanted.group(0), native[0]), finished=True, why="the slider takes a value")
        )
    return _handle(float(wanted.group(0)), situation, screen=screen)


def _handle(wanted: float, situation: Situation, *, screen: Screen) -> Proposal:
    """Drag the handle: first a little to learn how far a unit is, then the rest of the way."""
    handles = [e for e in screen.elements if "slider handle" in e.clue]
    shown = [value_of(e) for e in numbers_shown(screen)]
    if not handles or not shown:
        return not_found("a slider")
    if shown[0] == wanted:
        return DONE
    learnt = _px_per_unit(situation, shown[0])
    way = 1.0 if wanted > shown[0] else -1.0
    tried = 1 + count_last(situation, Drag)
    shift = (wanted - shown[0]) * learnt if learnt else way * tried * SHIFT_PX / 2
    return propose(
        Drag(handles[0], None, Point(round(shift) or way, 0)), finished=False, why=f"{shown[0]:g} is shown"
    )


def numbers_shown(screen: Screen) -> tuple[Element, ...]:
    """Return the texts that are numbers, in reading order."""
    return tuple(e for e in text_elements(screen) if _NUMBER.fullmatch(e.name.strip()))


def _px_per_unit(situation: Situation, shown: float) -> float | None:
    """Return by how many pixels the last drag moved the handle for one unit. Returns None if it is not known."""
    step = last_step(situation)
    if step is None or not isinstance(step.action, Drag) or step.action.to is not None:
        return None
    before = _number_before(step)
    return None if before is None or before == shown else step.action.offset.x / (shown - before)


def _number_before(step: PastStep) -> float | None:
    """Return the number that a step replaced on the screen. Returns None if it replaced no number."""
    gone = (*step.change.removed, *(altered.before for altered in step.change.altered))
    return next((float(node.name) for node in gone if _NUMBER.fullmatch(node.name)), None)
