"""Conversion of recorded actions to training labels for the network."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

import msgspec

from onscreen.types import Action, Done, Drag, Element, Point, Select, Type, targets
from onscreen_reflex.action_history import get_verb
from onscreen_reflex.candidate_actions import find_midpoint, find_options, mask_element_verbs
from onscreen_reflex.categorical_vocabulary import (
    DRAG_OFFSETS,
    DRAG_STEP_PX,
    ELEMENT_FORMS,
    ELEMENT_VERBS,
    GIVE_UP,
    GLOBAL_VERBS,
    WORD_FORMS,
)
from onscreen_reflex.input_encoder import Scene
from onscreen_reflex.text_sources import MAX_SPAN_WORDS, text_from_element, text_from_words

FALLBACK_FORMS = frozenset({"last of value", "count", "joined", "one less", "one more"})
"""Ways to derive a text that are labeled only if no other way produces the text.

A count, for example, often equals 1 by chance.
"""
TOLERANCE_PX = 4.0
MAX_PAIRED_ELEMENTS = 60
"""Maximum number of elements that are searched for a pair with a given midpoint."""


class Label(msgspec.Struct, frozen=True):
    """Training label that encodes an action as indices into the network's output vocabulary.

    `verb` is an index into ELEMENT_VERBS if `elements` are given (any of them is correct), else GLOBAL_VERBS.
    `sources` are the indices of every way to produce the text, in the network's order; `span` holds the
    first and the last word of one of them. `second` is the row of the element dragged onto or of the option
    chosen, else -1.
    """

    verb: int
    elements: tuple[int, ...] = ()
    sources: tuple[int, ...] = ()
    span: tuple[int, int] = (-1, -1)
    asks_second: bool = False
    second: int = -1
    place: int = -1


class UnsupportedAction(Exception):
    """Raised when the network has no output that corresponds to an action.

    The message gives the reason.
    """


def label_action(action: Action, scene: Scene) -> Label:
    """Convert an action to a training label, given the network's input.

    Raises:
        UnsupportedAction: the network cannot choose the action.
    """
    verb = GIVE_UP if isinstance(action, Done) and not action.achieved else get_verb(action)
    action_targets = targets(action)
    if not action_targets:
        if verb not in GLOBAL_VERBS:
            raise UnsupportedAction(f"{verb!r} without an element is not among the choices")
        label = Label(GLOBAL_VERBS.index(verb))
        return _label_text(action, scene, label=label) if isinstance(action, Type) else label
    if verb == "click" and isinstance(action_targets[0], Point):
        return _label_midpoint(action_targets[0], scene)
    if verb not in ELEMENT_VERBS:
        raise UnsupportedAction(f"{verb!r} on an element is not among the choices")
    rows = _find_rows(action_targets[0], scene)
    if not mask_element_verbs(scene)[rows[0], ELEMENT_VERBS.index(verb)]:
        raise UnsupportedAction(f"{verb!r} is not offered for a {scene.elements[rows[0]].role}")
    label = Label(ELEMENT_VERBS.index(verb), rows)
    if isinstance(action, Type):
        return _label_text(action, scene, label=label)
    if isinstance(action, Select):
        return msgspec.structs.replace(
            label, asks_second=True, second=_find_option(action, scene, row=rows[0])
        )
    return _label_drag(action, scene, label=label) if isinstance(action, Drag) else label


def _label_midpoint(point: Point, scene: Scene) -> Label:
    """Label a click on a point as the midpoint of two elements.

    The center of a single element takes precedence over the midpoint of two.
    """
    count = len(scene.elements)
    pairs = [(i, i) for i in range(count)] + list(combinations(range(min(count, MAX_PAIRED_ELEMENTS)), 2))
    for one, other in pairs:
        middle = find_midpoint(scene.elements[one], scene.elements[other])
        if math.dist((point.x, point.y), (middle.x, middle.y)) <= TOLERANCE_PX:
            return Label(ELEMENT_VERBS.index("click between"), (one,), asks_second=True, second=other)
    raise UnsupportedAction("the target is a point, not an element or the midpoint of two")


def _find_rows(target: Element | Point, scene: Scene) -> tuple[int, ...]:
    if isinstance(target, Point):
        raise UnsupportedAction("the target is a point, not an element")
    for row, element in enumerate(scene.elements):
        if element.index == target.index:
            return (row,)
    raise UnsupportedAction("the element is not among those in the scene")


def _label_text(action: Type, scene: Scene, *, label: Label) -> Label:
    text = action.text
    spans = list(_find_spans(text, scene))
    form_count = len(WORD_FORMS)
    element_offset = len(scene.words) * form_count
    sources = [first * form_count + form for first, _, form in spans]
    sources += [element_offset + source for source in _element_sources(text, scene, fallback=False)]
    sources = sources or [element_offset + source for source in _element_sources(text, scene, fallback=True)]
    if not sources:
        raise UnsupportedAction(f"the text {text[:40]!r} is neither in the instruction nor on the screen")
    span = spans[0][:2] if spans else (-1, -1)
    return msgspec.structs.replace(label, sources=tuple(sources), span=span)


def _element_sources(text: str, scene: Scene, *, fallback: bool) -> Iterator[int]:
    """Yield the index of every way to derive the text from an element."""
    forms = [(form, name) for form, name in enumerate(ELEMENT_FORMS) if (name in FALLBACK_FORMS) == fallback]
    for row, element in enumerate(scene.elements if text else ()):
        for form, name in forms:
            if text_from_element(scene, element, form=name) == text:
                yield row * len(ELEMENT_FORMS) + form


def _find_spans(text: str, scene: Scene) -> Iterator[tuple[int, int, int]]:
    """Yield first word, last word and form of every instruction span from which the text derives."""
    folded_text = text.casefold()
    for first in range(len(scene.words)):
        start = scene.words[first].start
        for last in range(first, min(first + MAX_SPAN_WORDS, len(scene.words))):
            span_text = scene.instruction[start : scene.words[last].end]
            if len(span_text) > len(text) + 8:
                break
            if span_text.casefold() == folded_text or any(c.isdigit() for c in folded_text):
                forms = (text_from_words(scene, first, last=last, form=name) for name in WORD_FORMS)
                yield from [(first, last, form) for form, form_text in enumerate(forms) if form_text == text][
                    :1
                ]


def _find_option(action: Select, scene: Scene, *, row: int) -> int:
    options = find_options(scene, row)
    unselected = [
        i
        for i in options
        if scene.elements[i].name in action.options and not scene.elements[i].has("selected")
    ]
    candidates = unselected or [i for i in options if scene.elements[i].name in action.options]
    if not candidates:
        raise UnsupportedAction("the chosen option is not among those in the scene")
    return candidates[0]


def _label_drag(action: Drag, scene: Scene, *, label: Label) -> Label:
    center = scene.elements[label.elements[0]].box.center
    destination = action.to
    offset = (
        Point(destination.x - center.x, destination.y - center.y)
        if isinstance(destination, Point)
        else action.offset
    )
    second = _find_rows(destination, scene)[0] if isinstance(destination, Element) else -1
    if second < 0:
        second, offset = _find_drop_target(offset, scene, source=label.elements[0])
    step_px = DRAG_STEP_PX[second < 0]
    x, y = (max(-2, min(2, round(each / step_px))) for each in (offset.x, offset.y))
    return msgspec.structs.replace(label, asks_second=True, second=second, place=DRAG_OFFSETS.index((x, y)))


def _find_drop_target(offset: Point, scene: Scene, *, source: int) -> tuple[int, Point]:
    """Return the row of the smallest element at the end of a drag, and the drag's offset from it.

    The offset is relative to the element's center. If there is no element, the row is -1 and the offset is
    that of the drag. An element that also contains the center of the source is not a target.
    """
    start = scene.elements[source].box.center
    end = Point(start.x + offset.x, start.y + offset.y)
    candidates = [
        (e.box.area, row) for row, e in enumerate(scene.elements) if _is_drop_target(e, start=start, end=end)
    ]
    if not candidates:
        return -1, offset
    row = min(candidates)[1]
    center = scene.elements[row].box.center
    return row, Point(end.x - center.x, end.y - center.y)


def _is_drop_target(element: Element, *, start: Point, end: Point) -> bool:
    return element.box.contains(end) and not element.box.contains(start)
