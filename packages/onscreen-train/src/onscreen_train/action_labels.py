"""Action -> Label: which of the net's choices an action is; some actions are none of them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

import msgspec

from onscreen.types import Action, Done, Drag, Element, Point, Select, Type, targets
from onscreen_reflex.action_history import get_verb
from onscreen_reflex.candidate_actions import find_midpoint, find_options, mask_element_verbs
from onscreen_reflex.scene import Scene
from onscreen_reflex.text_sources import MAX_SPAN_WORDS, text_from_element, text_from_words
from onscreen_reflex.vocabulary import (
    DRAG_OFFSETS,
    DRAG_STEP_PX,
    ELEMENT_FORMS,
    ELEMENT_VERBS,
    GIVE_UP,
    GLOBAL_VERBS,
    WORD_FORMS,
)

RARE = frozenset({"last of value", "count", "joined", "one less", "one more"})
"""Forms that are meant only where no other gives the text: a count is often 1 by chance."""
NEAR_PX = 4.0
MOST_PAIRED = 60
"""Among so many elements pairs are looked for."""


class Label(msgspec.Struct, frozen=True):
    """The right choices, by number.

    `verb` is of AIMED where `elements` are given (any of which is right), else of FREE. `sources` are the
    numbers of every way to the text, in the net's order; `span` the first and last word of one of them.
    `second` is the place of the element dragged onto or the option chosen, -1 for none or not asked.
    """

    verb: int
    elements: tuple[int, ...] = ()
    sources: tuple[int, ...] = ()
    span: tuple[int, int] = (-1, -1)
    asks_second: bool = False
    second: int = -1
    place: int = -1


class Unlabelled(Exception):
    """The action is none of the net's choices; the message says why."""


def label_of(action: Action, scene: Scene) -> Label:
    """Return the label of an action on a scene.

    Raises:
        Unlabelled: the net cannot choose it.
    """
    verb = GIVE_UP if isinstance(action, Done) and not action.achieved else get_verb(action)
    aimed = targets(action)
    if not aimed:
        if verb not in GLOBAL_VERBS:
            raise Unlabelled(f"no choice is {verb!r} without an element")
        free = Label(GLOBAL_VERBS.index(verb))
        return _written(action, scene, label=free) if isinstance(action, Type) else free
    if verb == "click" and isinstance(aimed[0], Point):
        return _between(aimed[0], scene)
    if verb not in ELEMENT_VERBS:
        raise Unlabelled(f"no choice is {verb!r} of an element")
    rows = _rows(aimed[0], scene)
    if not mask_element_verbs(scene)[rows[0], ELEMENT_VERBS.index(verb)]:
        raise Unlabelled(f"{verb!r} is not offered for a {scene.elements[rows[0]].role}")
    label = Label(ELEMENT_VERBS.index(verb), rows)
    if isinstance(action, Type):
        return _written(action, scene, label=label)
    if isinstance(action, Select):
        return msgspec.structs.replace(label, asks_second=True, second=_option(action, scene, row=rows[0]))
    return _dragged(action, scene, label=label) if isinstance(action, Drag) else label


def _between(point: Point, scene: Scene) -> Label:
    """Return which two elements a point is in the middle of; one that is its own twin goes before two."""
    count = len(scene.elements)
    pairs = [(i, i) for i in range(count)] + list(combinations(range(min(count, MOST_PAIRED)), 2))
    for one, other in pairs:
        middle = find_midpoint(scene.elements[one], scene.elements[other])
        if math.dist((point.x, point.y), (middle.x, middle.y)) <= NEAR_PX:
            return Label(ELEMENT_VERBS.index("click between"), (one,), asks_second=True, second=other)
    raise Unlabelled("a point is aimed at, not an element or the middle of two")


def _rows(target: Element | Point, scene: Scene) -> tuple[int, ...]:
    if isinstance(target, Point):
        raise Unlabelled("a point is aimed at, not an element")
    for row, element in enumerate(scene.elements):
        if element.index == target.index:
            return (row,)
    raise Unlabelled("the element is not among those read")


def _written(action: Type, scene: Scene, *, label: Label) -> Label:
    text = action.text
    spans = list(_spans(text, scene))
    forms = len(WORD_FORMS)
    behind = len(scene.words) * forms
    sources = [first * forms + how for first, _, how in spans]
    sources += [behind + way for way in _ways(text, scene, rare=False)]
    sources = sources or [behind + way for way in _ways(text, scene, rare=True)]
    if not sources:
        raise Unlabelled(f"the text {text[:40]!r} is neither in the instruction nor on the screen")
    span = spans[0][:2] if spans else (-1, -1)
    return msgspec.structs.replace(label, sources=tuple(sources), span=span)


def _ways(text: str, scene: Scene, *, rare: bool) -> Iterator[int]:
    """Yield the number of every form of an element that is the text."""
    forms = [(how, name) for how, name in enumerate(ELEMENT_FORMS) if (name in RARE) == rare]
    for row, element in enumerate(scene.elements if text else ()):
        for how, name in forms:
            if text_from_element(scene, element, form=name) == text:
                yield row * len(ELEMENT_FORMS) + how


def _spans(text: str, scene: Scene) -> Iterator[tuple[int, int, int]]:
    """Yield first word, last word and form of every span that becomes the text."""
    wanted = text.casefold()
    for first in range(len(scene.words)):
        start = scene.words[first].start
        for last in range(first, min(first + MAX_SPAN_WORDS, len(scene.words))):
            said = scene.instruction[start : scene.words[last].end]
            if len(said) > len(text) + 8:
                break
            if said.casefold() == wanted or any(c.isdigit() for c in wanted):
                forms = (text_from_words(scene, first, last=last, form=name) for name in WORD_FORMS)
                yield from [(first, last, how) for how, form in enumerate(forms) if form == text][:1]


def _option(action: Select, scene: Scene, *, row: int) -> int:
    options = find_options(scene, row)
    fresh = [
        i
        for i in options
        if scene.elements[i].name in action.options and not scene.elements[i].has("selected")
    ]
    there = fresh or [i for i in options if scene.elements[i].name in action.options]
    if not there:
        raise Unlabelled("the option chosen is not among those read")
    return there[0]


def _dragged(action: Drag, scene: Scene, *, label: Label) -> Label:
    center = scene.elements[label.elements[0]].box.center
    onto = action.to
    far = Point(onto.x - center.x, onto.y - center.y) if isinstance(onto, Point) else action.offset
    second = _rows(onto, scene)[0] if isinstance(onto, Element) else -1
    if second < 0:
        second, far = _end_of(far, scene, source=label.elements[0])
    step = DRAG_STEP_PX[second < 0]
    x, y = (max(-2, min(2, round(each / step))) for each in (far.x, far.y))
    return msgspec.structs.replace(label, asks_second=True, second=second, place=DRAG_OFFSETS.index((x, y)))


def _end_of(far: Point, scene: Scene, *, source: int) -> tuple[int, Point]:
    """Return the smallest element that a drag so far ends on, and how far from its center; -1 for none.

    One that the source lies in is none.
    """
    begin = scene.elements[source].box.center
    end = Point(begin.x + far.x, begin.y + far.y)
    there = [(e.box.area, row) for row, e in enumerate(scene.elements) if _is_met(e, begin=begin, end=end)]
    if not there:
        return -1, far
    row = min(there)[1]
    center = scene.elements[row].box.center
    return row, Point(end.x - center.x, end.y - center.y)


def _is_met(element: Element, *, begin: Point, end: Point) -> bool:
    return element.box.contains(end) and not element.box.contains(begin)
