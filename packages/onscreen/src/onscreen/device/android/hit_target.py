"""Finding an element again on the screen of now, and the place on it to touch."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rapidfuzz import fuzz

from onscreen.device.android.connected_phone import Phone
from onscreen.types import Box, Element, Node, Point, Target
from onscreen.types.errors import ElementGone, NotSupported

_LEAST_LIKENESS = 85.0
_PARTS = (0.5, 0.25, 0.75, 0.1, 0.9)
"""Where on an element a place of its own is looked for, in shares of its width and height."""


class HitTarget(msgspec.Struct, frozen=True):
    """Where a target is now: the point to touch, the box round it, the node itself where it is an element.

    `nodes` is the screen it was found on, empty where the phone gave no tree.
    """

    point: Point
    box: Box
    node: Node | None = None
    nodes: tuple[Node, ...] = ()


def aim(phone: Phone, target: Target) -> HitTarget:
    """Return where the target is now.

    A point is where it is. An element is looked for in the tree of now; where the phone gives none it is
    taken to be where it was seen.

    Raises:
        ElementGone: it is not on the screen any more.
    """
    if isinstance(target, Point):
        return HitTarget(target, Box(target.x, target.y, target.x + 1, target.y + 1))
    tree = phone.tree_of_now()
    if tree is None:
        return HitTarget(target.box.center, target.box)
    nodes = tree.reading.nodes
    node = find(target, nodes)
    return HitTarget(place_on(nodes.index(node), nodes), node.box, node, nodes)


def find(target: Node, nodes: Sequence[Node]) -> Node:
    """Return the node that the target is now.

    It is the one with its locator, role and name; else the only one of its role and name (it moved); else
    the one with its locator whose name changed a little (a counter) or that never had one.

    Raises:
        ElementGone: there is none, or several and none of them surely.
    """
    located = next((node for node in nodes if node.locator == target.locator), None)
    if located and (located.role, located.name) == (target.role, target.name):
        return located
    alike = [node for node in nodes if target.name and (node.role, node.name) == (target.role, target.name)]
    if len(alike) == 1:
        return alike[0]
    if len(alike) > 1:
        raise ElementGone(
            f"{told(target)} moved, and there are {len(alike)} of it now; look at the screen again"
        )
    if located and located.role == target.role and _grew(target.name, located.name):
        return located
    raise ElementGone(f"{told(target)} is not on the screen any more; look at the screen again")


def place_on(index: int, nodes: Sequence[Node]) -> Point:
    """Return a place on a node that is on nothing else that acts: its middle where that is so."""
    box = nodes[index].box
    others = [node.box for node in _inside(index, nodes) if node.has("clickable")]
    for down in _PARTS:
        for across in _PARTS:
            point = Point(box.left + box.width * across, box.top + box.height * down)
            if not any(other.contains(point) for other in others):
                return point
    return box.center


def told(element: Node) -> str:
    """Return how messages name an element."""
    name = element.name or element.clue
    return f"{element.role} {name[:80]!r}" if name else f"the {element.role} without a name"


def element_of(target: Target | None, what: str) -> Element:
    """Return the target as an element.

    Raises:
        NotSupported: it is a point, or there is none.
    """
    if isinstance(target, Element):
        return target
    found = "nothing" if target is None else f"the point ({target.x:g}, {target.y:g})"
    raise NotSupported(f"{what} needs an element; found {found}")


def _inside(index: int, nodes: Sequence[Node]) -> list[Node]:
    """Return the nodes inside one: those after it, up to the first that stands no deeper."""
    found: list[Node] = []
    held = {index}
    for at in range(index + 1, len(nodes)):
        if nodes[at].parent not in held:
            break
        held.add(at)
        found.append(nodes[at])
    return found


def _grew(before: str, after: str) -> bool:
    return not before or fuzz.ratio(before.casefold(), after.casefold()) >= _LEAST_LIKENESS
