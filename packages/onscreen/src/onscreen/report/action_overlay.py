"""Overlay shapes that show an action's targets on a screenshot."""

from __future__ import annotations

from math import atan2, cos, pi, sin
from typing import Literal

import msgspec

from onscreen.types import Action, Box, Drag, Element, Point, Scroll, Swipe, targets


class Shape(msgspec.Struct, frozen=True):
    """Overlay shape on a screenshot: a box, a spot or an arrow.

    Coordinates are screenshot pixels from the top-left corner. A box spans (x, y) to (to_x, to_y); an arrow
    points from (x, y) to (to_x, to_y); a spot is at (x, y).
    """

    kind: Literal["box", "spot", "arrow"]
    x: float
    y: float
    to_x: float
    to_y: float

    @property
    def width(self) -> float:
        """Width in pixels."""
        return self.to_x - self.x

    @property
    def height(self) -> float:
        """Height in pixels."""
        return self.to_y - self.y

    def head(self, size: float, *, angle: float = pi / 7) -> str:
        """Draw an arrowhead as SVG path commands, with two strokes `size` pixels long."""
        heading = atan2(self.height, self.width)
        ends = (heading + pi - angle, heading + pi + angle)
        strokes = [f"M{self.to_x:.1f} {self.to_y:.1f}l{size * cos(a):.1f} {size * sin(a):.1f}" for a in ends]
        return "".join(strokes)


def action_shapes(action: Action, size: tuple[int, int]) -> tuple[Shape, ...]:
    """Create overlay shapes for an action's targets, clipped to the picture size.

    `size` is (width, height) in pixels.
    """
    action_targets = targets(action)
    boxes = [_box_shape(target.box, size) for target in action_targets if isinstance(target, Element)]
    spots = [_spot_shape(target) for target in action_targets if isinstance(target, Point)]
    return (*boxes, *_arrow_shapes(action, size), *spots)


def _box_shape(box: Box, size: tuple[int, int], *, margin_px: float = 3) -> Shape:
    visible = box.intersection(Box(0, 0, *size))
    return Shape(
        "box",
        max(0, visible.left - margin_px),
        max(0, visible.top - margin_px),
        min(size[0], visible.right + margin_px),
        min(size[1], visible.bottom + margin_px),
    )


def _spot_shape(point: Point) -> Shape:
    return Shape("spot", point.x, point.y, point.x, point.y)


def _arrow_shapes(action: Action, size: tuple[int, int], *, scroll_length: float = 0.15) -> tuple[Shape, ...]:
    if isinstance(action, Swipe):
        return (_arrow_shape(action.start, action.end),)
    if isinstance(action, Drag):
        start = _center(action.source)
        end = start if action.to is None else _center(action.to)
        return (_arrow_shape(start, Point(end.x + action.offset.x, end.y + action.offset.y)),)
    if isinstance(action, Scroll):
        at = action.target.box.center if action.target else Point(size[0] / 2, size[1] / 2)
        dx, dy = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[action.direction]
        end = Point(at.x + dx * scroll_length * size[0], at.y + dy * scroll_length * size[1])
        return (_arrow_shape(at, end),)
    return ()


def _center(target: Element | Point) -> Point:
    return target if isinstance(target, Point) else target.box.center


def _arrow_shape(start: Point, end: Point) -> Shape:
    return Shape("arrow", start.x, start.y, end.x, end.y)
