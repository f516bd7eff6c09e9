"""Scroll action on Android, performed as a series of swipes."""

from __future__ import annotations

from collections.abc import Sequence

from onscreen.device.android.connected_phone import ConnectedPhone
from onscreen.device.android.target_lookup import find_node
from onscreen.device.android.touch_actions import swipe_command
from onscreen.types import Box, Element, Node, Point, Scroll
from onscreen.types.action import Direction

_EDGE_MARGIN_DP = {"top": 48.0, "bottom": 56.0, "side": 32.0}
"""Distance from the screen edges in which a swipe would start a system gesture."""

_SWIPE_PAGES = 0.8
_MAX_SWIPES = 60
_FLING_PAGES = 4.0
_FLING_MS, _MIN_SWIPE_MS, _MAX_SWIPE_MS = 150, 250, 1500
_MS_PER_PX = 2
_MIN_PAGES = 0.05
_HORIZONTAL_RATIO = 2.5
"""A container with a higher ratio of width to height is assumed to scroll horizontally."""

_FINGER_SIGNS: dict[Direction, tuple[int, int]] = {
    "down": (0, -1),
    "up": (0, 1),
    "right": (-1, 0),
    "left": (1, 0),
}
"""Finger movement (x, y) for each scroll direction."""


def scroll(phone: ConnectedPhone, action: Scroll) -> str:
    """Scroll by `action.pages` pages, and report when the end is reached or nothing moves."""
    tree = phone.dump_tree()
    area = _find_area(phone, action, nodes=tree.content.nodes if tree else ())
    remaining, swipes = max(action.pages, _MIN_PAGES), 0
    for _ in range(_MAX_SWIPES):
        before = phone.last_dump
        share, is_fling = min(remaining, _SWIPE_PAGES), remaining > _FLING_PAGES
        phone.run_all(_swipe_across(phone, area, direction=action.direction, share=share, is_fling=is_fling))
        tree = phone.dump_tree()
        if tree is None:
            return "" if swipes else "the phone provides no view hierarchy, so whether it moved is unknown"
        if tree.dump == before:
            break
        swipes += 1
        remaining -= _SWIPE_PAGES
        if remaining <= 0:
            return ""
    if not swipes:
        return f"nothing moved: it does not scroll further {action.direction}"
    return f"scrolled to the end: it does not go further {action.direction}" if remaining > 0 else ""


def _swipe_across(
    phone: ConnectedPhone, area: Box, *, direction: Direction, share: float, is_fling: bool
) -> str:
    """Return the command that swipes over a share of the area's width or height, around its center."""
    sign_x, sign_y = _FINGER_SIGNS[direction]
    center = area.center
    half = (area.width if sign_x else area.height) * share / 2
    start = Point(center.x - sign_x * half, center.y - sign_y * half)
    end = Point(center.x + sign_x * half, center.y + sign_y * half)
    slow_ms = min(max(round(_MS_PER_PX * half), _MIN_SWIPE_MS), _MAX_SWIPE_MS)
    return swipe_command(phone.display, start, end=end, duration_ms=_FLING_MS if is_fling else slow_ms)


def _find_area(phone: ConnectedPhone, action: Scroll, *, nodes: Sequence[Node]) -> Box:
    """Return the box in which to swipe: the scroll container without the margins at the screen edges."""
    width, height = phone.display.picture
    side, top, bottom = (phone.display.dp_to_px(_EDGE_MARGIN_DP[edge]) for edge in ("side", "top", "bottom"))
    safe = Box(side, top, width - side, height - bottom)
    is_horizontal = action.direction in ("left", "right")
    target = action.target
    if target is None:
        container = _largest_container(nodes, is_horizontal=is_horizontal)
    else:
        container = _container_of(target, nodes)
    area = container.intersection(safe) if container else safe
    return area if area.area else container or safe


def _container_of(target: Element, nodes: Sequence[Node]) -> Box:
    """Return the box of the target or its nearest ancestor that is scrollable, or else the target's box."""
    if not nodes:
        return target.box
    current = find_node(target, nodes)
    node: Node | None = current
    while node is not None and not node.has("scrollable"):
        node = nodes[node.parent] if node.parent is not None else None
    return (node or current).box


def _largest_container(nodes: Sequence[Node], *, is_horizontal: bool) -> Box | None:
    """Return the largest box that scrolls along this axis, judged by its shape, or None."""
    boxes = [node.box for node in nodes if node.has("scrollable")]
    fitting = [box for box in boxes if (box.width > _HORIZONTAL_RATIO * box.height) == is_horizontal]
    if is_horizontal:
        fitting = fitting or boxes
    return max(fitting, key=lambda box: box.area, default=None)
