"""Elements of a screen by their purpose and position: fields, labels, groups and rows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onscreen.perceive.element_kinds import is_usable
from onscreen.types import Element, Node, Screen

LABEL_OVERLAP_PX = 4
"""Largest overlap of a label with its field, in pixels."""
ABOVE_FACTOR, ABOVE_PX = 1.5, 5
"""Factor and pixels by which a label above a field counts as farther away than one to the left."""
MAX_GROUP_LEVELS = 6
"""Number of levels of enclosing containers that are searched for the group of an element."""

_SEARCH = re.compile(r"\bsearch\b|\btype a name\b|\bfind\b", re.IGNORECASE)


def usable_elements(screen: Screen) -> tuple[Element, ...]:
    """List the usable elements of a screen in reading order."""
    return tuple(e for e in screen.elements if is_usable(e))


def front_elements(screen: Screen) -> tuple[Element, ...]:
    """List the usable elements of a dialog if one is open, or else of the screen.

    Covered elements are left out if they are the majority, because a dialog then covers the page.
    """
    usable = usable_elements(screen)
    uncovered = tuple(e for e in usable if not e.has("covered"))
    return uncovered if uncovered and len(uncovered) * 2 < len(usable) else usable


def text_elements(screen: Screen) -> tuple[Element, ...]:
    """List the named elements that cannot be clicked or edited, in reading order."""
    return tuple(e for e in screen.elements if not is_usable(e) and e.name)


def text_fields(screen: Screen) -> tuple[Element, ...]:
    """List the enabled text fields of a screen in reading order."""
    fits = (
        e for e in screen.elements if e.has("editable") or e.role in ("textbox", "searchbox", "spinbutton")
    )
    return tuple(e for e in fits if not e.has("disabled"))


def label_of(element: Element, screen: Screen) -> str:
    """Return the label of a field: its name, a text nearby, or its hint."""
    if element.name:
        return element.name
    near = [(gap, t.name) for t in text_elements(screen) if (gap := _distance_before(t, element)) is not None]
    return min(near)[1] if near else element.clue


def _distance_before(text: Element, field: Element) -> float | None:
    """Return the distance of a text to the left of or above a field, in pixels.

    Returns None for a text at another position.
    """
    same_row = text.box.top < field.box.bottom and field.box.top < text.box.bottom
    if same_row and text.box.right <= field.box.left + LABEL_OVERLAP_PX:
        return field.box.left - text.box.right
    above = text.box.bottom <= field.box.top + LABEL_OVERLAP_PX and text.box.left < field.box.right
    return (field.box.top - text.box.bottom) * ABOVE_FACTOR + ABOVE_PX if above else None


def ancestors(node: Node, nodes: Sequence[Node]) -> tuple[int, ...]:
    """Return the indices of all nodes that contain a node, innermost first."""
    indices: list[int] = []
    while node.parent is not None and len(indices) < len(nodes):
        indices.append(node.parent)
        node = nodes[node.parent]
    return tuple(indices)


def elements_beside(screen: Screen, anchor: Element, *, elements: tuple[Element, ...]) -> tuple[Element, ...]:
    """Find the elements that belong to the same group or row as an anchor element.

    Returns the elements in the smallest group around the anchor, or if there are none, those in its row.
    """
    for holder in ancestors(anchor, screen.shot.nodes)[:MAX_GROUP_LEVELS]:
        inside = tuple(
            e for e in elements if e.index != anchor.index and holder in ancestors(e, screen.shot.nodes)
        )
        if inside:
            return inside
    middle = anchor.box.center.y
    return tuple(e for e in elements if e.box.top <= middle < e.box.bottom)


def is_search_field(element: Node) -> bool:
    """Check whether an element is a search field or opens one, by its name or else its attributes."""
    return element.role == "searchbox" or names_search(element.name or element.attributes)


def names_search(name: str) -> bool:
    """Check whether the name of a control is that of a search field or opens one."""
    return bool(_SEARCH.search(name))


def is_dropdown_option(element: Element, screen: Screen) -> bool:
    """Check whether an element is an option of a closed dropdown, such as a filter."""
    return element.role == "option" and any(
        e.index == element.parent and e.role == "combobox" for e in screen.elements
    )
