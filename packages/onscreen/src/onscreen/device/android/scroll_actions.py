"""Scrolling: swipes inside what scrolls, until enough has gone by or nothing moves any more."""

from __future__ import annotations

from collections.abc import Sequence

from onscreen.device.android.connected_phone import Phone
from onscreen.device.android.hit_target import find
from onscreen.device.android.touch_actions import swiped
from onscreen.types import Box, Element, Node, Point, Scroll
from onscreen.types.action import Direction

_MARGIN_DP = {"top": 48.0, "bottom": 56.0, "side": 32.0}
"""Gestures of the system begin this near to the edges: they are left to it."""

_STEP = 0.8
_MOST_SWIPES = 60
_FAR = 4.0
_FLING_MS, _LEAST_MS, _MOST_MS = 150, 250, 1500
_FLAT = 2.5
"""What is so much wider than high scrolls from left to right."""

_SIGNS: dict[Direction, tuple[int, int]] = {"down": (0, -1), "up": (0, 1), "right": (-1, 0), "left": (1, 0)}
"""Which way a finger goes to show more in a direction."""


def scroll(phone: Phone, action: Scroll) -> str:
    """Scroll and say when nothing moved."""
    tree = phone.tree()
    area = _area(phone, action, nodes=tree.reading.nodes if tree else ())
    left, done = max(action.pages, 0.05), 0
    for _ in range(_MOST_SWIPES):
        before = phone.dump
        phone.do(_swipe(phone, area, direction=action.direction, share=min(left, _STEP), far=left > _FAR))
        tree = phone.tree()
        if tree is None:
            return "" if done else "the screen gives no tree, so whether it moved is not known"
        if tree.dump == before:
            break
        done += 1
        left -= _STEP
        if left <= 0:
            return ""
    if not done:
        return f"nothing moved: it does not scroll further {action.direction}"
    return f"scrolled to the end: it does not go further {action.direction}" if left > 0 else ""


def _swipe(phone: Phone, area: Box, *, direction: Direction, share: float, far: bool) -> str:
    across, down = _SIGNS[direction]
    middle = area.center
    reach = (area.width if across else area.height) * share / 2
    start = Point(middle.x - across * reach, middle.y - down * reach)
    end = Point(middle.x + across * reach, middle.y + down * reach)
    ms = _FLING_MS if far else min(max(round(2 * reach), _LEAST_MS), _MOST_MS)
    return swiped(phone.display, start, end=end, ms=ms)


def _area(phone: Phone, action: Scroll, *, nodes: Sequence[Node]) -> Box:
    """Return where to swipe: in what scrolls, off the edges of the screen."""
    width, height = phone.display.picture
    side, top, bottom = (phone.display.dp(_MARGIN_DP[edge]) for edge in ("side", "top", "bottom"))
    safe = Box(side, top, width - side, height - bottom)
    across = action.direction in ("left", "right")
    target = action.target
    found = _widest(nodes, across=across) if target is None else _of_target(target, nodes)
    area = found.intersection(safe) if found else safe
    return area if area.area else found or safe


def _of_target(target: Element, nodes: Sequence[Node]) -> Box:
    """Return the box of what scrolls at the target: itself, what it lies in, or its own box."""
    if not nodes:
        return target.box
    node: Node | None = find(target, nodes)
    found = node
    while node is not None and not node.has("scrollable"):
        node = nodes[node.parent] if node.parent is not None else None
    return (node or found or target).box


def _widest(nodes: Sequence[Node], *, across: bool) -> Box | None:
    """Return the largest box that scrolls this way, as far as shapes tell."""
    boxes = [node.box for node in nodes if node.has("scrollable")]
    fitting = [box for box in boxes if (box.width > _FLAT * box.height) == across]
    if across:
        fitting = fitting or boxes
    return max(fitting, key=lambda box: box.area, default=None)
