"""Rules that propose actions for phrasings specific to MiniWoB++ instructions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from onscreen.perceive.element_kinds import is_usable
from onscreen.perceive.element_queries import text_elements, usable_elements
from onscreen.perceive.history_queries import count_last
from onscreen.policy.lexical.clause import Clause
from onscreen.policy.lexical.clause_target import find_all_targets
from onscreen.policy.lexical.drag_actions import drag_each, draggable_elements, find_at_side, find_by_words
from onscreen.policy.lexical.form_input import fill_field
from onscreen.policy.lexical.rule_proposals import DONE, LIKELY, PLAUSIBLE, not_found, propose
from onscreen.policy.lexical.word_lists import ROLES, parse_ordinal
from onscreen.text.quotes import strip_quotes
from onscreen.text.words import normalize, split_words
from onscreen.types import Click, Drag, Element, Point, Proposal, Screen, Situation

Rule: TypeAlias = Callable[[Clause, Situation], Proposal]

RESIZE_PX = 40
"""Distance by which the corner of a text area is dragged to resize it, in pixels."""
CORNER_PX = 3
"""Distance from a text area's corner at which the drag starts, in pixels."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")

_BOTH_ENDS = re.compile(r'\b(?:starts|ends) with "')
_ENDS = re.compile(r'\bends with "([^"]*)"')
_STARTS = re.compile(r'\bstarts with "([^"]*)"')
_WIDGET = re.compile(r"\bwidget\b")
_NTH_WORD = re.compile(r"\bword\b")
_INTO_SIDE = re.compile(r"^drag (?:all|everything)\b.* into the (left|right) box$", re.IGNORECASE)
_ELSE = "everything else"
_GRID_WORDS = frozenset(("top", "bottom", "center", "centre", "middle", "left", "right"))
_SMALLER = frozenset(("smaller", "narrower", "shorter", "less"))


def expand_wording(clause: Clause) -> tuple[str, ...]:
    """Split a compound instruction clause into the texts of several subtasks.

    Returns an empty tuple for any other clause.
    """
    if clause.skill == "type" and (start := _STARTS.search(clause.rest)):
        item = clause.rest[start.start() :]
        return (f'type "{start.group(1)}" into the field', f"click the item that {item}", "submit")
    first, separator, rest = clause.text.partition(_ELSE)
    if clause.skill == "drag" and separator and first:
        return (first.rstrip(" ,"), f"drag {_ELSE}{rest}")
    return ()


def find_rule(clause: Clause) -> Rule | None:
    """Find the MiniWoB++ rule that matches a clause's phrasing.

    Returns None if no MiniWoB++ rule matches.
    """
    text = normalize(strip_quotes(clause.text))
    fitting = {
        click_item: clause.skill == "click" and _BOTH_ENDS.search(clause.rest),
        click_widget: _WIDGET.search(text) and clause.quoted and clause.quoted[0].casefold() in ROLES,
        type_nth_word: clause.skill == "type" and _NTH_WORD.search(text) and parse_ordinal(text) is not None,
        drag_into_box: clause.skill == "drag" and _INTO_SIDE.match(text),
        drag_in_grid: clause.skill == "drag" and _grid_position(clause),
        sort_by_dragging: clause.skill == "sort",
        resize: text.startswith("resize "),
    }
    return next((rule for rule, fits in fitting.items() if fits), None)


def click_widget(clause: Clause, situation: Situation) -> Proposal:
    """Propose a click on a widget of the quoted type, as in 'click on a "textarea" widget'.

    The phrasing of the task click-widget.
    """
    kind = clause.quoted[0].casefold()
    widgets = [e for e in situation.screen.elements if is_usable(e) and e.role in ROLES[kind]]
    widgets.sort(key=lambda e: e.has("multiline") != (kind == "textarea"))
    if not widgets:
        return not_found(kind)
    return propose(Click(widgets[0]), finished=True, why=f"it is a {kind}", confidence=LIKELY)


def click_item(clause: Clause, situation: Situation) -> Proposal:
    """Propose a click on the item whose name starts or ends with the given text.

    The phrasing of the task autocomplete.
    """
    start, end = (m.group(1) if (m := each.search(clause.rest)) else "" for each in (_STARTS, _ENDS))
    screen = situation.screen
    for elements in (usable_elements(screen), text_elements(screen)):
        fitting = [e for e in elements if e.name.startswith(start) and e.name.endswith(end)]
        if fitting:
            item = min(fitting, key=lambda e: e.box.area)
            return propose(Click(item), finished=True, why=clause.text)
    return not_found(clause.rest)


def type_nth_word(clause: Clause, situation: Situation) -> Proposal:
    """Propose typing the n-th word of the paragraph on the page.

    The phrasing of the tasks find-word and scroll-text.
    """
    order, passages = parse_ordinal(normalize(strip_quotes(clause.text))), _passages(situation.screen)
    words = re.findall(r"[\w'-]+", passages[0]) if passages else []
    index = order - 1 if order and order > 0 else order or 0
    text = words[index] if -len(words) <= index < len(words) else None
    return fill_field(clause, text, situation=situation, screen=situation.screen)


def _passages(screen: Screen) -> tuple[str, ...]:
    """Return the values of text boxes, then all multi-word texts, the longest text first."""
    values = (e.value for e in screen.elements if e.role == "textbox" and e.value)
    prose = (e.name for e in text_elements(screen) if len(e.name.split()) > 1)
    return (*values, *sorted(prose, key=len, reverse=True))


def drag_into_box(clause: Clause, situation: Situation) -> Proposal:
    """Propose dragging all requested or all remaining shapes into the left or right box.

    The phrasing of the task drag-shapes-2.
    """
    screen = situation.screen
    frames = [e for e in screen.elements if {"container", "outline"} & set(split_words(e.clue))]
    if not frames:
        return not_found("a box")
    others = tuple(e for e in screen.elements if e.role == "image" and e.clue)
    shapes = others if "everything" in clause.rest else find_all_targets(clause, screen)
    return drag_each(shapes, find_at_side(clause.rest, frames))


def _grid_position(clause: Clause) -> frozenset[str]:
    """Parse the grid position at the end of a clause, such as "to the top left", into words."""
    _, _, place = clause.rest.rpartition(" to ")
    words = frozenset(split_words(place)) - {"the", "of", "grid"}
    return words if words <= _GRID_WORDS else frozenset()


def drag_in_grid(clause: Clause, situation: Situation) -> Proposal:
    """Propose dragging an item to a grid position such as "top left".

    The phrasing of the task drag-items-grid.
    """
    what = clause.rest.rpartition(" to ")[0]
    cells, position = text_elements(situation.screen), _grid_position(clause)
    source = find_by_words(what, draggable_elements(situation.screen))
    if source is None or not cells:
        return not_found(what)
    rows = sorted({round(e.box.center.y) for e in cells})
    columns = sorted({round(e.box.center.x) for e in cells})
    point = Point(_pick(columns, position, "left", "right"), _pick(rows, position, "top", "bottom"))
    goal = min(cells, key=lambda e: abs(e.box.center.x - point.x) + abs(e.box.center.y - point.y))
    return propose(Drag(source, goal), finished=True, why=clause.text)


def _pick(centers: list[int], position: frozenset[str], *sides: str) -> int:
    """Return the first or last center if the position names that side, else the middle one."""
    first, last = sides
    return (
        centers[0] if first in position else centers[-1] if last in position else centers[len(centers) // 2]
    )


def sort_by_dragging(clause: Clause, situation: Situation) -> Proposal:
    """Propose the next drag that sorts a list of numbers.

    The phrasing of the task drag-sort-numbers.
    """
    descending = bool({"decreasing", "descending"} & set(split_words(clause.text)))
    wanted = _sort_numbers(situation.screen, descending=descending)
    shown = sorted(wanted, key=lambda e: e.box.top)
    for current, right in zip(shown, wanted, strict=True):
        if _parse_number(current) != _parse_number(right):
            why = f"{right.name} belongs there"
            return propose(Drag(right, current), finished=False, why=why, confidence=PLAUSIBLE)
    return DONE if wanted or count_last(situation.history, Drag) else not_found(clause.rest)


def _sort_numbers(screen: Screen, *, descending: bool) -> tuple[Element, ...]:
    """List the elements whose names are numbers, sorted by value.

    Usable elements take precedence over texts.
    """
    for elements in (usable_elements(screen), text_elements(screen), screen.elements):
        numbers = [e for e in elements if _NUMBER.fullmatch(e.name.strip().lstrip("$"))]
        if len(numbers) > 1:
            return tuple(sorted(numbers, key=_parse_number, reverse=descending))
    return ()


def _parse_number(element: Element) -> float:
    """Parse the name of an element as a number, ignoring a leading dollar sign."""
    return float(element.name.strip().lstrip("$"))


def resize(clause: Clause, situation: Situation) -> Proposal:
    """Propose dragging the lower right corner of a text area to resize it.

    The phrasing of the task resize-textarea.
    """
    areas: list[Element] = [e for e in situation.screen.elements if e.role == "textbox"]
    if not areas:
        return not_found(clause.rest)
    corner = Point(areas[0].box.right - CORNER_PX, areas[0].box.bottom - CORNER_PX)
    shift = -RESIZE_PX if _SMALLER & set(split_words(clause.text)) else RESIZE_PX
    return propose(Drag(corner, Point(corner.x + shift, corner.y + shift)), finished=True, why=clause.text)
