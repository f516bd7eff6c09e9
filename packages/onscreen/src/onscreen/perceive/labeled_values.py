"""Values on a screen that are found by their labels, without a language model."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from onscreen.perceive.element_kinds import BODY_CELL_ROLES, kind_of
from onscreen.text.words import split_words
from onscreen.types import Element, Screen

MAX_GAP_PX = 60.0
"""Largest distance between a label and a value below it, in pixels: about two lines of text."""

_WORD_LIMIT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-.]+")
_LABELLED = re.compile(r"(?s)([^:=]{1,60})[:=]\s*(\S.*)")
_SWITCHES = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})


class LabeledValue(msgspec.Struct, frozen=True):
    """A text that belongs to a label, and the element that contains the text."""

    text: str
    element: Element


def find_labeled(label: str, screen: Screen, *, strict: bool = False) -> tuple[LabeledValue, ...]:
    """Find the values with a label such as "total price", "totalPrice" or "total_price".

    A value is the content of a field with this name, the text after the label and a colon, or the text to the
    right of the label or below it. Equal values are returned once, with the first element. With `strict`, a
    label is a plain text, and its value follows after a colon or to the right.
    """
    words = split_words(_WORD_LIMIT.sub(" ", label))
    found = [value for value in _candidates(words, screen, strict=strict) if value.text]
    return tuple({value.text: value for value in reversed(found)}.values())[::-1]


def _candidates(words: tuple[str, ...], screen: Screen, *, strict: bool) -> Iterator[LabeledValue]:
    shown = [e for e in screen.elements if not e.has("covered")]
    for element in shown:
        if strict and kind_of(element) != "information":
            continue
        if kind_of(element) == "field":
            if split_words(element.name) == words:
                yield LabeledValue(_content(element), element)
            continue
        match = _LABELLED.fullmatch(element.name.strip())
        if match and split_words(match[1]) == words:
            yield LabeledValue(match[2].strip(), element)
        elif split_words(element.name) == words:
            yield from _beside(element, shown, with_below=not strict)


def _content(field: Element) -> str:
    if field.role in _SWITCHES:
        return "yes" if field.has("checked") else "no"
    return field.value


def _beside(label: Element, shown: list[Element], *, with_below: bool) -> Iterator[LabeledValue]:
    """Yield the nearest text to the right of a label, otherwise the nearest one below it.

    The text below takes precedence if it follows the label in the tree, such as on tiles with a label and a
    number. A heading of a column has no value of its own, but one of a row has: the cell that follows it.
    """
    texts = [e for e in shown if e is not label and e.name and kind_of(e) == "information"]
    following = min((e for e in texts if e.index > label.index), key=lambda e: e.index, default=None)
    if label.role == "columnheader":
        if following and following.role in BODY_CELL_ROLES and is_in_row(label, following):
            yield LabeledValue(following.name, following)
        return
    right = [e for e in texts if is_in_row(label, e) and e.box.left >= label.box.right - 2]
    below = [
        e
        for e in texts
        if 0 <= e.box.top - label.box.bottom + 2 <= MAX_GAP_PX
        and e.box.left < label.box.right
        and e.box.right > label.box.left
    ]
    beside = min(right, key=lambda e: e.box.left, default=None)
    under = min(below, key=lambda e: e.box.top, default=None)
    is_tile = beside is not None and under is not None and under is following
    near = under if is_tile or (beside is None and with_below) else beside
    if near is not None:
        yield LabeledValue(near.name, near)


def is_in_row(label: Element, element: Element) -> bool:
    """Check whether an element is in the same row as a label."""
    return label.box.top <= element.box.center.y < label.box.bottom
