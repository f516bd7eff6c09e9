"""Texts and icons of a screen with their positions, for models without element numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Literal

from onscreen.perceive.element_kinds import is_actionable
from onscreen.perceive.node_text import plain, quote, quote_lines, truncate, value_of
from onscreen.types import Element, Screen

TextSource = Literal["vision", "tree"]
"""Source of the texts of a screen: the screenshot (recognized) or the tree."""

TEXT_CHARS = 160
"""Longest text in the list, in characters."""

NEIGHBOURS = 3
"""Number of nearby texts by which one of several equal texts is described."""

VERTICAL_WEIGHT = 4.0
"""Factor by which vertical distance counts more than horizontal, because a row shares its label; chosen."""


def visible_texts(screen: Screen, source: TextSource) -> tuple[Element, ...]:
    """Return the elements with a text, in reading order."""
    if source == "tree":
        return tuple(each for each in screen.elements if each.name.strip() or each.value.strip())
    return tuple(each for each in screen.elements if each.seen_by == "ocr" and each.name.strip())


def visible_icons(screen: Screen, source: TextSource) -> tuple[Element, ...]:
    """Return the icons found by senses or, for the source "tree", the actionable elements and images."""
    if source == "tree":
        return tuple(e for e in screen.elements if is_actionable(e) or e.role in {"image", "img"})
    return tuple(each for each in screen.elements if each.seen_by == "icon")


def list_positions(texts: Sequence[Element], icons: Sequence[Element], *, cap_chars: int) -> str:
    """List texts and icons with their centers in pixels, one per line, in at most about `cap_chars`.

    Icons that are also texts are listed once. The lines that do not fit are counted.
    """
    marks = {text.mark for text in texts}
    lines = [f'"{_name(text)}"{_value(text)} at {_center(text)}' for text in texts]
    unnamed = [icon for icon in icons if icon.mark not in marks]
    lines += [f"icon ({_name(icon) or 'no description'}) at {_center(icon)}" for icon in unnamed]
    shown: list[str] = []
    for line in lines:
        cap_chars -= len(line) + 1
        if cap_chars < 0:
            return "\n".join([*shown, f"… {len(lines) - len(shown)} more"])
        shown.append(line)
    return "\n".join(shown)


def describe_place(element: Element, texts: Sequence[Element]) -> str:
    """Describe an element by its text, its center in pixels and the texts around it."""
    middle = element.box.center
    others = [other for other in texts if other.mark != element.mark and _name(other) != _name(element)]
    others.sort(key=lambda o: hypot(o.box.center.x - middle.x, VERTICAL_WEIGHT * (o.box.center.y - middle.y)))
    near = ", ".join(quote(truncate(_name(other))) for other in others[:NEIGHBOURS])
    name = truncate(_name(element))
    text = (quote(name) if name else f"the {element.role}") + f" at {_center(element)}"
    return f"{text}, near {near}" if near else text


def _name(element: Element) -> str:
    name = element.name or element.value or element.clue
    return truncate(plain(name), TEXT_CHARS)


def _value(element: Element) -> str:
    """Format the value of a field that also has a name."""
    value = value_of(element) if element.name else ""
    return f" ={quote_lines(truncate(value, TEXT_CHARS))}" if value else ""


def _center(element: Element) -> str:
    middle = element.box.center
    return f"{middle.x:.0f},{middle.y:.0f}"
