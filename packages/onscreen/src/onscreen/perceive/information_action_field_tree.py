"""Information-Action-Field tree of a screen (LUCI paper, section III-E).

The paper writes a branch as `I[I1, <A1, F1>, <A2, F2>, ...]`. An `Iaf` is such a branch: an element (the I,
or an action or field with content) and its content in reading order. A field refers to the action that
submits it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from onscreen.perceive.element_kinds import Kind, kind_of
from onscreen.perceive.reading_order import parents
from onscreen.perceive.submit_buttons import FieldActions
from onscreen.types import Element, Screen

__all__ = ["Iaf", "Kind", "Pair", "context", "iaf", "kind_of", "pairs", "walk"]


class Iaf(msgspec.Struct, frozen=True):
    """Branch of an Information-Action-Field tree: an element and its content in reading order.

    `element` is None for the root only. `action` is the action that submits a field, None if no action
    clearly does or the element is not a field.
    """

    element: Element | None
    kind: Kind = "information"
    action: Element | None = None
    items: tuple[Iaf, ...] = ()


class Pair(msgspec.Struct, frozen=True):
    """An action and the fields it submits, written `<A, F>` in the LUCI paper.

    `action` is None for fields that no action clearly submits.
    """

    action: Element | None
    fields: tuple[Element, ...] = ()


def iaf(screen: Screen) -> Iaf:
    """Convert a screen into an Information-Action-Field tree that contains every element once.

    The parent of an element is the nearest element that encloses it.
    """
    field_actions = FieldActions(screen)
    place = {e.index: i for i, e in enumerate(screen.elements)}
    around = _around(screen, place)
    inside: list[list[Iaf]] = [[] for _ in screen.elements]
    top: list[Iaf] = []
    for index in sorted(place, reverse=True):  # bottom up: a parent precedes its children
        element = screen.elements[place[index]]
        kind = kind_of(element)
        action = field_actions.of(element) if kind == "field" else None
        branch = Iaf(element, kind, action, _in_order(inside[place[index]], place))
        above = around[index]
        (top if above is None else inside[above]).append(branch)
    return Iaf(None, items=_in_order(top, place))


def _in_order(branches: list[Iaf], place: Mapping[int, int]) -> tuple[Iaf, ...]:
    """Sort branches by the position of their elements on the screen, which is in reading order."""
    return tuple(sorted(branches, key=lambda b: place[b.element.index] if b.element else 0))


def _around(screen: Screen, place: Mapping[int, int]) -> list[int | None]:
    """Return the position of the nearest enclosing element, or None, for every node."""
    around: list[int | None] = []
    for parent in parents(screen.shot.nodes):
        above = None if parent is None else place.get(parent, around[parent])
        around.append(above)
    return around


def walk(branch: Iaf) -> Iterator[tuple[int, Iaf]]:
    """Yield all descendants of a branch in reading order, each with its depth.

    The depth starts at 0. Only branches with an element are yielded.
    """
    stack = [(0, item) for item in reversed(branch.items)]
    while stack:
        depth, item = stack.pop()
        yield depth, item
        stack += [(depth + 1, inner) for inner in reversed(item.items)]


def pairs(branch: Iaf) -> tuple[Pair, ...]:
    """Group fields by the action that submits them, in reading order.

    Fields without an action come last.
    """
    taken: dict[int, list[Element]] = {}
    alone: list[Element] = []
    actions: list[Element] = []
    for _, item in walk(branch):
        if item.element is None or item.kind == "information":
            continue
        if item.kind == "action":
            actions.append(item.element)
        elif item.action is None:
            alone.append(item.element)
        else:
            taken.setdefault(item.action.mark, []).append(item.element)
    found = tuple(Pair(a, tuple(taken.get(a.mark, ()))) for a in actions)
    return (*found, Pair(None, tuple(alone))) if alone else found


def context(branch: Iaf, mark: int) -> tuple[Element, ...]:
    """Find the headings and other texts that describe an element, outermost first.

    The element is given by its mark. On every level from the root to the element, these are the enclosing
    information, and the last heading and the last information before the element; if there are none on any
    level, the nearest information after the element. Returns () for an unknown mark.
    """
    path = _path(branch, mark)
    found: list[Element] = []
    for above, at in path:
        if above.element is not None and above.kind == "information":
            found.append(above.element)
        before = [i.element for i in above.items[:at] if i.element and i.kind == "information"]
        headings = [e for e in before if e.role == "heading"][-1:]
        found += [*headings, *(e for e in before[-1:] if e not in headings)]
    if path and not found:
        above, at = path[-1]
        found += [i.element for i in above.items[at + 1 :] if i.element and i.kind == "information"][:1]
    return tuple(found)


def _path(branch: Iaf, mark: int) -> list[tuple[Iaf, int]]:
    """Return the branches from root to mark, each with the next branch's index."""
    path: list[tuple[Iaf, int]] = [(branch, -1)]
    while path:
        above, at = path.pop()
        if at + 1 == len(above.items):
            continue
        item = above.items[at + 1]
        path.append((above, at + 1))
        if item.element is not None and item.element.mark == mark:
            return path
        path.append((item, -1))
    return []
