"""Scripted solvers for MiniWoB++ geometry tasks, such as bisecting an angle."""

from __future__ import annotations

import math
from collections.abc import Mapping

from onscreen.types import Action, Box, Click, Drag, Element, Point
from onscreen_practice.miniwob.oracles.oracle_helpers import click_on
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView

_DRAWING_OFFSET_PX = 2
_TOLERANCE_PX = 2.0
_MARGIN_PX = 6
_LINE_LENGTHS_PX = 60, 40
_MAX_THICKNESS_PX = 12
_MIN_BISECTOR_LENGTH = 0.02
_MIN_LINE_SHARE = 0.8


def bisect_angle(view: OracleView) -> Action | None:
    """Choose the next action for the task `bisect-angle`: click a point on the angle's bisector.

    The point is far from the vertex. Once it is drawn, the answer is submitted.
    """
    vertex, ends = _find_circle_center(view, "init blue"), _find_circles(view, "init black")
    if vertex is None or len(ends) != 2:  # noqa: PLR2004
        return None
    first, second = (_unit_vector(vertex, end.box.center) for end in ends)
    direction = Point(first.x + second.x, first.y + second.y)
    if math.hypot(direction.x, direction.y) < _MIN_BISECTOR_LENGTH:
        direction = _longer_direction(view, vertex, direction=Point(-first.y, first.x))
    return _place_point_or_submit(view, _find_area_exit(view, vertex, direction=direction))


def right_angle(view: OracleView) -> Action | None:
    """Choose the next action for the task `right-angle`: click a point that forms a right angle.

    The point is far from the line, on the side with more room. Once it is drawn, the answer is submitted.
    """
    vertex, end = _find_circle_center(view, "init blue"), _find_circle_center(view, "init black")
    if vertex is None or end is None:
        return None
    line = _unit_vector(vertex, end)
    direction = _longer_direction(view, vertex, direction=Point(-line.y, line.x))
    return _place_point_or_submit(view, _find_area_exit(view, vertex, direction=direction))


def find_midpoint(view: OracleView) -> Action | None:
    """Choose the next action for the task `find-midpoint`: click midway between two points.

    Once the point is drawn, the answer is submitted.
    """
    ends = [e.box.center for e in _find_circles(view, "black")]
    if len(ends) != 2:  # noqa: PLR2004
        return None
    return _place_point_or_submit(view, Point((ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2))


def circle_center(view: OracleView) -> Action | None:
    """Choose the next action for the task `circle-center`: click the center of the circle.

    Once the point is drawn, the answer is submitted.
    """
    circles = _find_circles(view, "white")
    return _place_point_or_submit(view, circles[0].box.center) if circles else None


def draw_line(view: OracleView) -> Action | None:
    """Choose the next action for the task `draw-line`: draw a line through the given point.

    The line is drawn toward the side with more room. Once it is drawn, the answer is submitted.
    """
    dots, area = _find_circles(view, "purple"), _drawing_area(view)
    if not dots:
        return None
    is_horizontal = "horizontal" in view.instruction
    if any(_is_line_through(e, dots[0], is_horizontal=is_horizontal) for e in view.find_by_role("image")):
        return click_on(view.find_by_name("Submit", "button"))
    start, middle = dots[0].box.center, area.center
    width, height = _LINE_LENGTHS_PX
    if is_horizontal:
        return Drag(dots[0], offset=Point(width if start.x < middle.x else -width, 0))
    return Drag(dots[0], offset=Point(0, height if start.y < middle.y else -height))


def _is_line_through(drawn: Element, dot: Element, *, is_horizontal: bool) -> bool:
    """Return True if the element is a line in the requested direction that passes the dot."""
    if "path" not in drawn.clue.split():
        return False
    box, at = drawn.box, dot.box.center
    dot_area = Box(at.x - _TOLERANCE_PX, at.y - _TOLERANCE_PX, at.x + _TOLERANCE_PX, at.y + _TOLERANCE_PX)
    thickness, length, max_length = (box.height, box.width, _LINE_LENGTHS_PX[0])
    if not is_horizontal:
        thickness, length, max_length = (box.width, box.height, _LINE_LENGTHS_PX[1])
    return (
        dot_area.intersection(box).area > 0
        and thickness < _MAX_THICKNESS_PX
        and length > _MIN_LINE_SHARE * max_length
    )


def _place_point_or_submit(view: OracleView, position: Point) -> Action | None:
    """Click the position, or submit if a blue point is drawn there.

    The page draws a point slightly below and to the right of the click.
    """
    aim = Point(round(position.x) - _DRAWING_OFFSET_PX, round(position.y) - _DRAWING_OFFSET_PX)
    points = [e.box.center for e in _find_circles(view, "blue") if "init" not in e.clue.split()]
    if any(
        math.hypot(p.x - aim.x - _DRAWING_OFFSET_PX, p.y - aim.y - _DRAWING_OFFSET_PX) < _TOLERANCE_PX
        for p in points
    ):
        return click_on(view.find_by_name("Submit", "button"))
    return Click(aim)


def _longer_direction(view: OracleView, start: Point, *, direction: Point) -> Point:
    """Return the given direction or its opposite, whichever has more room in the drawing area."""
    return max(
        (direction, Point(-direction.x, -direction.y)),
        key=lambda w: _distance(start, _find_area_exit(view, start, direction=w)),
    )


def _find_area_exit(view: OracleView, start: Point, *, direction: Point) -> Point:
    """Return the point where a ray from `start` leaves the drawing area."""
    area = _drawing_area(view)
    length = math.hypot(direction.x, direction.y)
    x, y = direction.x / length, direction.y / length
    distance_x = ((area.right if x > 0 else area.left) - start.x) / x if x else math.inf
    distance_y = ((area.bottom if y > 0 else area.top) - start.y) / y if y else math.inf
    distance = max(0.0, min(distance_x, distance_y))
    return Point(start.x + x * distance, start.y + y * distance)


def _drawing_area(view: OracleView) -> Box:
    """Return the part of the drawing where points can be set.

    This excludes the margin and the area below the top of the Submit button.
    """
    box = view.find_by_role("image")[0].box
    submit = view.find_by_name("Submit", "button")
    bottom = min(box.bottom, submit.box.top) if submit else box.bottom
    return Box(box.left + _MARGIN_PX, box.top + _MARGIN_PX, box.right - _MARGIN_PX, bottom - _MARGIN_PX)


def _find_circles(view: OracleView, clue: str) -> list[Element]:
    """Return the circles whose clue contains the given text."""
    return [e for e in view.find_by_role("image") if "circle" in e.clue.split() and clue in e.clue]


def _find_circle_center(view: OracleView, clue: str) -> Point | None:
    return next((e.box.center for e in _find_circles(view, clue)), None)


def _distance(a: Point, b: Point) -> float:
    return math.hypot(b.x - a.x, b.y - a.y)


def _unit_vector(start: Point, end: Point) -> Point:
    length = _distance(start, end)
    return Point((end.x - start.x) / length, (end.y - start.y) / length)


ORACLES: Mapping[str, Oracle] = {
    "bisect-angle": bisect_angle,
    "circle-center": circle_center,
    "draw-line": draw_line,
    "find-midpoint": find_midpoint,
    "right-angle": right_angle,
}
