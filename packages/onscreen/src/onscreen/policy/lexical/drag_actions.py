"""Drag actions: moving elements, selecting text and setting sliders."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onscreen.perceive.element_queries import text_elements
from onscreen.policy.lexical.clause import Clause
from onscreen.policy.lexical.clause_target import find_all_targets
from onscreen.policy.lexical.phrase_match import (
    MIN_SIMILARITY,
    Match,
    description_overlap,
    name_similarity,
    sort_by_size,
)
from onscreen.policy.lexical.rule_proposals import DONE, GUESS, not_found, propose
from onscreen.policy.lexical.word_lists import parse_ordinal
from onscreen.text.quotes import strip_quotes
from onscreen.text.words import split_words
from onscreen.types import Drag, Element, Point, Proposal, Screen, Situation, Type

SHIFT_PX = 40
"""Default distance of a drag in a direction, in pixels."""
EDGE_PX = 3
"""Distance of the start and end of a text selection from the edge of the text, in pixels."""
_TO = re.compile(r"\s+(?:into|onto|inside|to)\s+(?:the\s+)?", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_SHIFTS = {
    "left": Point(-SHIFT_PX, 0),
    "right": Point(SHIFT_PX, 0),
    "up": Point(0, -SHIFT_PX),
    "down": Point(0, SHIFT_PX),
}


def drag(clause: Clause, _situation: Situation, *, screen: Screen) -> Proposal:
    """Propose dragging an element to the destination or in the direction named in a clause."""
    what, place = parse_drag(clause)
    elements = draggable_elements(screen)
    if not elements:
        return not_found(what)
    if re.search(r"\ball\b", what) and (goal := _find_destination(place, screen, elements=screen.elements)):
        return drag_each(find_all_targets(clause, screen), goal)
    source = find_by_words(what, elements) or elements[0]
    goal = _find_destination(place, screen, elements=elements) if place else None
    if goal is not None and goal is not source:
        return propose(Drag(source, goal), finished=True, why=clause.text)
    shifts = [shift for word in split_words(clause.rest) if (shift := _SHIFTS.get(word))]
    if place and not shifts:
        return not_found(place)
    offset = shifts[0] if shifts else Point(SHIFT_PX, 0)
    return propose(Drag(source, None, offset), finished=True, why=clause.text, confidence=GUESS)


def parse_drag(clause: Clause) -> tuple[str, str]:
    """Split a clause such as "drag A into B" into the dragged object and its destination.

    The destination is "" if the clause names none.
    """
    what, _, place = _TO.sub("\x00", clause.rest, count=1).partition("\x00")
    return what, place


def draggable_elements(screen: Screen) -> tuple[Element, ...]:
    """List the elements that can be dragged.

    These are the elements marked as draggable. If there are none or some have no name, all elements with a
    name or a clue are included.
    """
    marked = tuple(e for e in screen.elements if e.has("draggable"))
    named = tuple(e for e in screen.elements if e.name or e.clue)
    return marked if marked and all(e.name for e in marked) else (*text_elements(screen), *marked, *named)


def find_by_words(phrase: str, elements: Sequence[Element]) -> Element | None:
    """Find the element that best fits a phrase by name, appearance, size and position.

    Returns None if none fits.
    """
    scored = [Match(e, max(name_similarity(phrase, e), description_overlap(phrase, e))) for e in elements]
    fitting = tuple(m for m in scored if m.score >= MIN_SIMILARITY) or _only_by_size(phrase, scored)
    ranked = sort_by_size(phrase, fitting)
    if not ranked:
        return None
    best_score = max(m.score for m in ranked)
    return find_at_side(phrase, [m.element for m in ranked if m.score >= best_score])


def find_at_side(phrase: str, elements: Sequence[Element]) -> Element:
    """Return the leftmost or rightmost element if requested by the phrase, otherwise the first one."""
    words = set(split_words(phrase))
    if words & {"left", "right"}:
        ordered = sorted(elements, key=lambda e: e.box.center.x)
        return ordered[-1] if "right" in words else ordered[0]
    return elements[0]


def _only_by_size(phrase: str, scored: Sequence[Match]) -> tuple[Match, ...]:
    """Return the smallest or largest element if the phrase asks for it ("the smaller box")."""
    sized = sort_by_size(phrase, tuple(scored))
    return sized[:1] if sized != tuple(scored) else ()


def _find_destination(place: str, screen: Screen, *, elements: Sequence[Element]) -> Element | None:
    """Return the element at a position in a list ("the 2nd position"), or by name.

    The list consists of the named elements that can be dragged, or of the texts if there are none. A name is
    looked up among `elements`, then on the whole screen.
    """
    order = parse_ordinal(place)
    if order is not None:
        items = tuple(e for e in elements if e.has("draggable") and e.name) or text_elements(screen)
        listed = sorted(items, key=lambda e: (e.box.top, e.box.left))
        return listed[order - 1] if 0 < order <= len(listed) else None
    return find_by_words(place, elements) or find_by_words(place, screen.elements)


def drag_each(elements: Sequence[Element], goal: Element) -> Proposal:
    """Propose dragging the next of several elements into a target element.

    Elements that are already inside the destination, or not smaller than it, are skipped.
    """
    outside = [e for e in elements if not goal.box.contains(e.box.center)]
    left = [e for e in outside if e is not goal and e.box.area < goal.box.area]
    if not left:
        return DONE
    why = f"{left[0].clue or left[0].name!r} is one of them"
    return propose(Drag(left[0], goal), finished=len(left) == 1, why=why)


def highlight(clause: Clause, _situation: Situation, *, screen: Screen) -> Proposal:
    """Propose selecting text by dragging from its start to its end.

    An ordinal in the clause chooses among several texts.
    """
    texts = text_elements(screen)
    passages = [e for e in texts if len(e.name.split()) > 1] or list(texts)
    index = (parse_ordinal(strip_quotes(clause.text)) or 1) - 1
    if not passages or index >= len(passages):
        return not_found(clause.rest)
    box = passages[index].box
    start, end = Point(box.left + 1, box.top + EDGE_PX), Point(box.right - 1, box.bottom - EDGE_PX)
    return propose(Drag(start, end), finished=True, why="it selects the text from start to end")


def slide(clause: Clause, _situation: Situation, *, screen: Screen) -> Proposal:
    """Propose setting a slider to the number in a clause."""
    wanted = _NUMBER.search(clause.rest)
    sliders = [e for e in screen.elements if e.role == "slider"]
    if wanted is None or not sliders:
        return not_found("a slider")
    current = sliders[0].slider
    if current is not None and current.value == float(wanted.group(0)):
        return DONE
    return propose(Type(wanted.group(0), sliders[0]), finished=True, why="the slider takes a value")
