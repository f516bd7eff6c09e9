"""Scripted solvers for MiniWoB++ drag-and-drop tasks with shapes, numbers and a text area."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onscreen.perceive.element_kinds import is_actionable
from onscreen.types import Action, Drag, Element, Point
from onscreen_practice.miniwob.oracles.oracle_helpers import click_submit, find_exact_name
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView

_DISTANCE_PX = 30.0
_OFFSETS: Mapping[str, Point] = {
    "left": Point(-_DISTANCE_PX, 0),
    "right": Point(_DISTANCE_PX, 0),
    "up": Point(0, -_DISTANCE_PX),
    "down": Point(0, _DISTANCE_PX),
}
_DIRECTION = re.compile(r"Drag the \w+ (\w+) then")
_SHAPES_OR_COLOR = re.compile(r"Drag all (\w+)")
_CLUES: Mapping[str, str] = {
    "rectangles": "rect",
    "circles": "circle",
    "triangles": "triangle",
    "aqua": "cyan",
}
_SIZE = re.compile(r"the (width|height) is (smaller|larger)")
_CORNER_INSET_PX = 8.0


def drag_single_shape(view: OracleView) -> Action | None:
    """Choose the next action for `drag-single-shape` and `drag-circle`: drag the shape and submit."""
    match, shapes = _DIRECTION.search(view.instruction), _find_shapes(view)
    if match is None or not shapes:
        return click_submit(view)
    offset, shape = _OFFSETS[match[1]], shapes[0]
    dragged = [a.source for a in view.history if isinstance(a, Drag) and isinstance(a.source, Element)]
    if dragged and _has_moved(dragged[0].box.center, shape.box.center, offset=offset):
        return click_submit(view)
    return Drag(shape, offset=offset)


def drag_shapes(view: OracleView) -> Action | None:
    """Choose the next action for the task `drag-shapes`: drag the requested shapes into a box.

    Any other shape inside the box is dragged out of it. The answer is then submitted.
    """
    box = _find_boxes(view)[0]
    for shape in _find_shapes(view):
        if _is_requested(view, shape) and not _is_inside(shape, box):
            return _drag_into(view, shape, box=box)
        if not _is_requested(view, shape) and _is_inside(shape, box):
            return Drag(shape, to=find_exact_name(view, "Submit", "button"))
    return click_submit(view)


def drag_shapes_2(view: OracleView) -> Action | None:
    """Choose the next action for the task `drag-shapes-2`: sort the shapes into two boxes.

    The requested shapes are dragged into the left box, all others into the right box. The answer is then
    submitted.
    """
    left, right = sorted(_find_boxes(view), key=lambda e: e.box.left)
    for shape in _find_shapes(view):
        box = left if _is_requested(view, shape) else right
        if not _is_inside(shape, box):
            return _drag_into(view, shape, box=box)
    return click_submit(view)


def drag_sort_numbers(view: OracleView) -> Action | None:
    """Choose the next action for `drag-sort-numbers`: drag the numbers into ascending order.

    The answer is then submitted.
    """
    shown = view.find_by_role("listitem")
    expected_order = sorted(shown, key=lambda e: int(e.name))
    for current, expected in zip(shown, expected_order, strict=True):
        if current.name != expected.name:
            return Drag(expected, to=current)
    return click_submit(view)


def resize_textarea(view: OracleView) -> Action | None:
    """Choose the next action for the task `resize-textarea`: drag the lower right corner.

    The answer is submitted once the text area has the requested size.
    """
    match = _SIZE.search(view.instruction)
    if match is None:
        return None
    box = view.find_by_role("textbox")[0].box
    distance = _DISTANCE_PX if match[2] == "larger" else -_DISTANCE_PX
    offset = Point(distance, 0) if match[1] == "width" else Point(0, distance)
    corner = Point(box.right - _CORNER_INSET_PX, box.bottom - _CORNER_INSET_PX)
    dragged = [a.source for a in view.history if isinstance(a, Drag) and isinstance(a.source, Point)]
    return (
        click_submit(view)
        if dragged and _has_moved(dragged[0], corner, offset=offset)
        else Drag(corner, offset=offset)
    )


def _drag_into(view: OracleView, shape: Element, *, box: Element) -> Action:
    """Create a drag action that moves the shape into the box.

    A shape that lies across the edge of the box is dragged onto a shape inside it, if there is one.
    """
    target = next((e for e in _find_shapes(view) if _is_inside(e, box)), box)
    is_on_edge = shape.box.intersection(box.box).area > 0
    return Drag(shape, to=target if is_on_edge else box)


def _find_shapes(view: OracleView) -> tuple[Element, ...]:
    return tuple(e for e in view.find_by_role("image") if is_actionable(e))


def _find_boxes(view: OracleView) -> tuple[Element, ...]:
    return tuple(e for e in view.find_by_role("image") if "outline" in e.clue)


def _is_requested(view: OracleView, shape: Element) -> bool:
    """Return True if the shape has the kind or color named in the instruction."""
    match = _SHAPES_OR_COLOR.search(view.instruction)
    return match is not None and _CLUES.get(match[1], match[1]) in shape.clue.split()


def _is_inside(shape: Element, box: Element) -> bool:
    """Return True if the shape's upper left corner lies in the box, as checked by the page."""
    return box.box.contains(Point(shape.box.left - 1, shape.box.top - 1))


def _has_moved(before: Point, after: Point, *, offset: Point) -> bool:
    return (after.x - before.x) * offset.x + (after.y - before.y) * offset.y > _DISTANCE_PX


ORACLES: Mapping[str, Oracle] = {
    "drag-circle": drag_single_shape,
    "drag-shapes": drag_shapes,
    "drag-shapes-2": drag_shapes_2,
    "drag-single-shape": drag_single_shape,
    "drag-sort-numbers": drag_sort_numbers,
    "resize-textarea": resize_textarea,
}
