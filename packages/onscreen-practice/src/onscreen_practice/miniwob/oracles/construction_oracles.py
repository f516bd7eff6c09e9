"""Oracles of MiniWoB++: constructions with points and lines."""

from __future__ import annotations

import math
from collections.abc import Mapping

from onscreen.types import Action, Box, Click, Drag, Element, Point
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import click

_SHIFT_PX = 2
_NEAR_PX = 2.0
_MARGIN_PX = 6
_LINE_PX = 60, 40
_THIN_PX = 12
_FLAT = 0.02
_MOST_OF = 0.8


def bisect_angle(sight: Sight) -> Action | None:
    """Put a point far out on the line that halves the angle, then submit."""
    vertex, ends = _dot(sight, "init blue"), _dots(sight, "init black")
    if vertex is None or len(ends) != 2:  # noqa: PLR2004
        return None
    first, second = (_unit(vertex, end.box.center) for end in ends)
    way = Point(first.x + second.x, first.y + second.y)
    if math.hypot(way.x, way.y) < _FLAT:
        way = _longer(sight, vertex, way=Point(-first.y, first.x))
    return _placed(sight, _far(sight, vertex, way=way))


def right_angle(sight: Sight) -> Action | None:
    """Put a point far out at a right angle to the line, on the side with more room, then submit."""
    vertex, end = _dot(sight, "init blue"), _dot(sight, "init black")
    if vertex is None or end is None:
        return None
    line = _unit(vertex, end)
    return _placed(sight, _far(sight, vertex, way=_longer(sight, vertex, way=Point(-line.y, line.x))))


def find_midpoint(sight: Sight) -> Action | None:
    """Put a point in the middle between the two, then submit."""
    ends = [e.box.center for e in _dots(sight, "black")]
    if len(ends) != 2:  # noqa: PLR2004
        return None
    return _placed(sight, Point((ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2))


def circle_center(sight: Sight) -> Action | None:
    """Put a point in the centre of the circle, then submit."""
    circles = _dots(sight, "white")
    return _placed(sight, circles[0].box.center) if circles else None


def draw_line(sight: Sight) -> Action | None:
    """Draw a line from the dot towards where there is more room, then submit."""
    dots, paper = _dots(sight, "purple"), _paper(sight)
    if not dots:
        return None
    is_level = "horizontal" in sight.asked
    if any(_is_through(e, dots[0], is_level=is_level) for e in sight.of_role("image")):
        return click(sight.named("Submit", "button"))
    at, middle = dots[0].box.center, paper.center
    wide, high = _LINE_PX
    if is_level:
        return Drag(dots[0], offset=Point(wide if at.x < middle.x else -wide, 0))
    return Drag(dots[0], offset=Point(0, high if at.y < middle.y else -high))


def _is_through(drawn: Element, dot: Element, *, is_level: bool) -> bool:
    """Whether this is a line of the direction asked for that comes by the dot."""
    if "path" not in drawn.clue.split():
        return False
    box, at = drawn.box, dot.box.center
    near = Box(at.x - _NEAR_PX, at.y - _NEAR_PX, at.x + _NEAR_PX, at.y + _NEAR_PX)
    thin, long, most = (box.height, box.width, _LINE_PX[0])
    if not is_level:
        thin, long, most = (box.width, box.height, _LINE_PX[1])
    return near.intersection(box).area > 0 and thin < _THIN_PX and long > _MOST_OF * most


def _placed(sight: Sight, wanted: Point) -> Action | None:
    """Submit when the blue point is there; it comes to lie a little below and right of the click."""
    aim = Point(round(wanted.x) - _SHIFT_PX, round(wanted.y) - _SHIFT_PX)
    drawn = [e.box.center for e in _dots(sight, "blue") if "init" not in e.clue.split()]
    if any(math.hypot(p.x - aim.x - _SHIFT_PX, p.y - aim.y - _SHIFT_PX) < _NEAR_PX for p in drawn):
        return click(sight.named("Submit", "button"))
    return Click(aim)


def _longer(sight: Sight, start: Point, *, way: Point) -> Point:
    """Return the way or its opposite, whichever leads farther within the paper."""
    return max((way, Point(-way.x, -way.y)), key=lambda w: _distance(start, _far(sight, start, way=w)))


def _far(sight: Sight, start: Point, *, way: Point) -> Point:
    """Return where the way from the start leaves the paper."""
    paper = _paper(sight)
    length = math.hypot(way.x, way.y)
    x, y = way.x / length, way.y / length
    across = ((paper.right if x > 0 else paper.left) - start.x) / x if x else math.inf
    down = ((paper.bottom if y > 0 else paper.top) - start.y) / y if y else math.inf
    most = max(0.0, min(across, down))
    return Point(start.x + x * most, start.y + y * most)


def _paper(sight: Sight) -> Box:
    """Return where points can be set: the drawing without its rim and what a button covers."""
    box = sight.of_role("image")[0].box
    submit = sight.named("Submit", "button")
    bottom = min(box.bottom, submit.box.top) if submit else box.bottom
    return Box(box.left + _MARGIN_PX, box.top + _MARGIN_PX, box.right - _MARGIN_PX, bottom - _MARGIN_PX)


def _dots(sight: Sight, said: str) -> list[Element]:
    """Return the circles whose clue says so."""
    return [e for e in sight.of_role("image") if "circle" in e.clue.split() and said in e.clue]


def _dot(sight: Sight, said: str) -> Point | None:
    return next((e.box.center for e in _dots(sight, said)), None)


def _distance(a: Point, b: Point) -> float:
    return math.hypot(b.x - a.x, b.y - a.y)


def _unit(start: Point, end: Point) -> Point:
    far = _distance(start, end)
    return Point((end.x - start.x) / far, (end.y - start.y) / far)


ORACLES: Mapping[str, Oracle] = {
    "bisect-angle": bisect_angle,
    "circle-center": circle_center,
    "draw-line": draw_line,
    "find-midpoint": find_midpoint,
    "right-angle": right_angle,
}
