"""Oracles of MiniWoB++ that drag: shapes in a direction or into boxes, numbers into order, a corner."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onscreen.types import Action, Drag, Element, Point
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import exactly, submit

_FAR = 30.0
_WAYS: Mapping[str, Point] = {
    "left": Point(-_FAR, 0),
    "right": Point(_FAR, 0),
    "up": Point(0, -_FAR),
    "down": Point(0, _FAR),
}
_WAY = re.compile(r"Drag the \w+ (\w+) then")
_KIND = re.compile(r"Drag all (\w+)")
_CLUES: Mapping[str, str] = {
    "rectangles": "rect",
    "circles": "circle",
    "triangles": "triangle",
    "aqua": "cyan",
}
_SIZE = re.compile(r"the (width|height) is (smaller|larger)")
_CORNER = 8.0


def pushed(sight: Sight) -> Action | None:
    """Drag the only shape in the direction that is asked for, then submit."""
    said, shapes = _WAY.search(sight.asked), _shapes(sight)
    if said is None or not shapes:
        return submit(sight)
    way, shape = _WAYS[said[1]], shapes[0]
    before = [a.source for a in sight.done if isinstance(a, Drag) and isinstance(a.source, Element)]
    if before and _went(before[0].box.center, shape.box.center, way=way):
        return submit(sight)
    return Drag(shape, offset=way)


def boxed(sight: Sight) -> Action | None:
    """Drag every shape that is asked for into the box, any other out of it, then submit."""
    box = _boxes(sight)[0]
    for shape in _shapes(sight):
        if _asked(sight, shape) and not _lies_in(shape, box):
            return _put_in(sight, shape, box=box)
        if not _asked(sight, shape) and _lies_in(shape, box):
            return Drag(shape, to=exactly(sight, "Submit", "button"))
    return submit(sight)


def parted(sight: Sight) -> Action | None:
    """Drag what is asked for into the left box and everything else into the right box, then submit."""
    left, right = sorted(_boxes(sight), key=lambda e: e.box.left)
    for shape in _shapes(sight):
        box = left if _asked(sight, shape) else right
        if not _lies_in(shape, box):
            return _put_in(sight, shape, box=box)
    return submit(sight)


def ordered(sight: Sight) -> Action | None:
    """Drag the lowest number to the top, the next below it and so on, then submit."""
    shown = sight.of_role("text")
    wanted = sorted(shown, key=lambda e: int(e.name))
    for here, there in zip(shown, wanted, strict=True):
        if here.name != there.name:
            return Drag(there, to=here)
    return submit(sight)


def resized(sight: Sight) -> Action | None:
    """Drag the lower right corner of the text area so far that it has the size asked for, then submit."""
    said = _SIZE.search(sight.asked)
    if said is None:
        return None
    box = sight.of_role("textbox")[0].box
    far = _FAR if said[2] == "larger" else -_FAR
    way = Point(far, 0) if said[1] == "width" else Point(0, far)
    corner = Point(box.right - _CORNER, box.bottom - _CORNER)
    before = [a.source for a in sight.done if isinstance(a, Drag) and isinstance(a.source, Point)]
    return submit(sight) if before and _went(before[0], corner, way=way) else Drag(corner, offset=way)


def _put_in(sight: Sight, shape: Element, *, box: Element) -> Action:
    """Drag the shape onto the box, or where it came to lie across the edge, onto one that lies in it."""
    lying = next((e for e in _shapes(sight) if _lies_in(e, box)), box)
    across = shape.box.intersection(box.box).area > 0
    return Drag(shape, to=lying if across else box)


def _shapes(sight: Sight) -> tuple[Element, ...]:
    return tuple(e for e in sight.of_role("image") if e.has("clickable"))


def _boxes(sight: Sight) -> tuple[Element, ...]:
    return tuple(e for e in sight.of_role("image") if "outline" in e.clue)


def _asked(sight: Sight, shape: Element) -> bool:
    """Whether the shape is of the kind or the colour that the instruction names."""
    said = _KIND.search(sight.asked)
    return said is not None and _CLUES.get(said[1], said[1]) in shape.clue.split()


def _lies_in(shape: Element, box: Element) -> bool:
    """Whether the shape lies in the box, by its upper left corner as the page judges it."""
    return box.box.contains(Point(shape.box.left - 1, shape.box.top - 1))


def _went(before: Point, now: Point, *, way: Point) -> bool:
    return (now.x - before.x) * way.x + (now.y - before.y) * way.y > _FAR


ORACLES: Mapping[str, Oracle] = {
    "drag-circle": pushed,
    "drag-shapes": boxed,
    "drag-shapes-2": parted,
    "drag-single-shape": pushed,
    "drag-sort-numbers": ordered,
    "resize-textarea": resized,
}
