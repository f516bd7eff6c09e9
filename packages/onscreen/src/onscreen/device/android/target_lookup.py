"""Lookup of action targets on the current screen and choice of the point to touch."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rapidfuzz import fuzz

from onscreen.device.android.connected_phone import ConnectedPhone
from onscreen.types import Box, Element, Node, Point, Target
from onscreen.types.errors import ElementGone, NotSupported

_MIN_SIMILARITY = 85.0
_TOUCH_SHARES = (0.5, 0.25, 0.75, 0.1, 0.9)
"""Candidate touch points, as shares of an element's width and height."""


class HitTarget(msgspec.Struct, frozen=True):
    """Action target on the current screen: the point to touch, bounding box and matching UI node.

    `node` is None if the target is a point or the phone provides no view hierarchy. `nodes` are all nodes of
    the current screen, empty if the phone provides no view hierarchy.
    """

    point: Point
    box: Box
    node: Node | None = None
    nodes: tuple[Node, ...] = ()


def locate_target(phone: ConnectedPhone, target: Target) -> HitTarget:
    """Find the current position of an action target on the screen.

    A point is not moved; see `check_point`. An element is looked up in the current view hierarchy; if
    the phone provides none, the element is assumed to be where it was observed.

    Raises:
        ElementGone: the element is not on the screen any more, or another control is at the point.
    """
    if isinstance(target, Point):
        check_point(phone, target)
        return HitTarget(target, Box(target.x, target.y, target.x + 1, target.y + 1))
    tree = phone.current_tree()
    if tree is None:
        return HitTarget(target.box.center, target.box)
    nodes = tree.content.nodes
    node = find_node(target, nodes)
    return HitTarget(touch_point(nodes.index(node), nodes), node.box, node, nodes)


def check_point(phone: ConnectedPhone, point: Point) -> None:
    """Check that the control at a point is still the one of the last observation, if no action followed it.

    Raises:
        ElementGone: the control has another role or name, apart from counters, or was not there before.
    """
    if phone.seen_nodes is None:
        return
    tree = phone.current_tree()
    now = control_at(point, tree.content.nodes) if tree else None
    before = control_at(point, phone.seen_nodes)
    if now is not None and (before is None or not is_same_control(before, now)):
        raise ElementGone(
            f"{describe_element(now)} is at this point since the last look; observe the screen again"
        )


def control_at(point: Point, nodes: Sequence[Node]) -> Node | None:
    """Return the topmost control that contains a point.

    `nodes` are in pre-order. Returns None if no control contains the point.
    """
    controls = (node for node in reversed(nodes) if node.has("clickable") and node.box.contains(point))
    return next(controls, None)


def is_same_control(before: Node, now: Node) -> bool:
    """Check whether two nodes have the same role and the same name, apart from numbers and punctuation."""
    return before.role == now.role and _letters(before.name) == _letters(now.name)


def _letters(name: str) -> str:
    return "".join(filter(str.isalpha, name.casefold()))


def find_node(target: Node, nodes: Sequence[Node]) -> Node:
    """Find the node that matches a previously observed node.

    In order of preference: the node with the same locator, role and name; the only node with the same role
    and name (it moved); the node with the same locator and role if its name is similar (a counter changed)
    or the target had no name.

    Raises:
        ElementGone: no node matches, or several match equally well.
    """
    located = next((node for node in nodes if node.locator == target.locator), None)
    if located and (located.role, located.name) == (target.role, target.name):
        return located
    same_name = [
        node for node in nodes if target.name and (node.role, node.name) == (target.role, target.name)
    ]
    if len(same_name) == 1:
        return same_name[0]
    if len(same_name) > 1:
        raise ElementGone(
            f"{describe_element(target)} moved, and {len(same_name)} elements match it now; observe the "
            "screen again"
        )
    if located and located.role == target.role and _is_similar_name(target.name, located.name):
        return located
    raise ElementGone(f"{describe_element(target)} is not on the screen any more; observe the screen again")


def touch_point(index: int, nodes: Sequence[Node]) -> Point:
    """Find a point on a node that is not inside any of its clickable descendants.

    `index` is the index of the node. Returns the center if possible, and also if every candidate is on a
    clickable descendant.
    """
    box = nodes[index].box
    clickable_boxes = [node.box for node in descendants(index, nodes) if node.has("clickable")]
    for share_y in _TOUCH_SHARES:
        for share_x in _TOUCH_SHARES:
            point = Point(box.left + box.width * share_x, box.top + box.height * share_y)
            if not any(other.contains(point) for other in clickable_boxes):
                return point
    return box.center


def descendants(index: int, nodes: Sequence[Node]) -> list[Node]:
    """Return all descendants of the node at `index`.

    `nodes` must be in pre-order.
    """
    inside: list[Node] = []
    subtree = {index}
    for position in range(index + 1, len(nodes)):
        if nodes[position].parent not in subtree:
            break
        subtree.add(position)
        inside.append(nodes[position])
    return inside


def describe_element(element: Node) -> str:
    """Describe an element by its role and name, for use in messages."""
    name = element.name or element.clue
    return f"{element.role} {name[:80]!r}" if name else f"the {element.role} without a name"


def require_element(target: Target | None, action_name: str) -> Element:
    """Check that the target is an element and return it.

    Raises:
        NotSupported: the target is a point or missing.
    """
    if isinstance(target, Element):
        return target
    actual = "nothing" if target is None else f"the point ({target.x:g}, {target.y:g})"
    raise NotSupported(f"{action_name} needs an element; found {actual}")


def _is_similar_name(before: str, after: str) -> bool:
    """Return whether the names are similar; True if there was no name before."""
    return not before or fuzz.ratio(before.casefold(), after.casefold()) >= _MIN_SIMILARITY
