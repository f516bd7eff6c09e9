"""Oracles of MiniWoB++: a cube to turn, and a hot spot to find by the words that say how near it is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from onscreen.types import Action, Box, Click, Element, Hover, Point, Swipe
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight

_POLES = ("1", "6")
_OPPOSITE = {"1": "6", "2": "4", "3": "5", "4": "2", "5": "3", "6": "1"}
_HALF_PX = 30
_OFF_PX = 12
_ABOVE_SUBMIT_PX = 68

_HEATS: Mapping[str, float] = {"HOT": 5, "WARM": 10, "COLD": 40, "ICE COLD": math.inf}
_GRID_PX = 2
_PROBE_PX = 12
_MOST_JUDGED = 300
_MOST_PROBED = 40
_MOST_SAME = 4
_RIM_PX = 4
Told: TypeAlias = tuple[tuple[Point, str], ...]
"""Where the pointer was and which heat was shown there."""


def drag_cube(sight: Sight) -> Action | None:
    """Turn the cube until the number asked for is the red one, then submit."""
    submit = sight.named("Submit", "button")
    wanted = sight.quoted[0] if sight.quoted else ""
    if submit is None or wanted not in _OPPOSITE:
        return None
    sides = {e.name: e for e in sight.of_role("text") if e.name in _OPPOSITE}
    front = next((name for name, e in sides.items() if "red" in e.clue.split()), "")
    if front == wanted:
        return Click(submit)
    middle = Point(submit.box.center.x, submit.box.top - _ABOVE_SUBMIT_PX)
    if wanted in _POLES:
        return _turned(middle, down=_way(sides, wanted, middle=middle, is_level=False))
    if front in _POLES:
        return _turned(middle, down=1 if sides[front].box.center.y > middle.y else -1)
    return _turned(middle, right=_way(sides, wanted, middle=middle, is_level=True))


def _way(sides: Mapping[str, Element], wanted: str, *, middle: Point, is_level: bool) -> int:
    """Return which way to turn so that the side comes to the middle: 1 is right or down, -1 left or up."""
    for name, sense in ((wanted, 1), (_OPPOSITE[wanted], -1)):
        if name in sides:
            at = sides[name].box.center
            off = at.x - middle.x if is_level else at.y - middle.y
            if abs(off) > _OFF_PX:
                return -sense if off > 0 else sense
    return 1


def _turned(middle: Point, *, right: int = 0, down: int = 0) -> Action:
    x, y = right * _HALF_PX, down * _HALF_PX
    return Swipe(Point(middle.x - x, middle.y - y), Point(middle.x + x, middle.y + y))


def hot_cold(sight: Sight) -> Action | None:
    """Hover where the words shown so far leave the most to learn, and click where it is hot."""
    area = next((e for e in sight.of_role("generic") if "touch area" in e.clue), None)
    if area is None:
        return None
    been = [a.target for a in sight.done if isinstance(a, Hover) and isinstance(a.target, Point)]
    heat = next((name for name in _HEATS if sight.named(name)), "")
    if been and heat == "HOT":
        return Click(been[-1])
    told = _remembered(area.box, been)
    return Hover(_next(area.box, (*told, (been[-1], heat)) if been and heat else told))


def _remembered(area: Box, been: Sequence[Point]) -> Told:
    """Return which words were shown before, which is why the pointer was then moved where it was."""
    told: Told = ()
    for here, there in pairwise(been):
        for heat in _HEATS:
            if _next(area, (*told, (here, heat))) == there:
                told = (*told, (here, heat))
                break
    return told


@lru_cache(maxsize=4096)
def _next(area: Box, told: Told) -> Point:
    """Return the next place of the sweep, and from the first warmer word on the one that would tell most."""
    sweep = _sweep(area)
    if len(told) < len(sweep) and all(heat == "ICE COLD" for _, heat in told):
        return sweep[len(told)]
    left = _possible(area, told)
    if not left:
        return _next(area, told[1:])
    judged = left[:: 1 + len(left) // _MOST_JUDGED]
    probes = left[:: 1 + len(left) // _MOST_PROBED] + _lattice(area, _PROBE_PX)
    same = _repeated(told)
    return max(probes, key=lambda probe: (_others(probe, judged, same=same), _worth(probe, judged)))


def _sweep(area: Box) -> list[Point]:
    """Return places that leave none out of the reach of COLD, around the area."""
    wide, high = (area.width - 2 * _RIM_PX) / 3, (area.height - 2 * _RIM_PX) / 2
    cells = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))
    left, top = area.left + _RIM_PX, area.top + _RIM_PX
    return [Point(round(left + (x + 0.5) * wide), round(top + (y + 0.5) * high)) for x, y in cells]


def _repeated(told: Told) -> str:
    """Return the word that came again and again, so that nothing on the screen changed; "" if none did."""
    words = {heat for _, heat in told[-_MOST_SAME:]}
    return words.pop() if len(told) >= _MOST_SAME and len(words) == 1 else ""


def _others(probe: Point, judged: Sequence[Point], *, same: str) -> int:
    """Return how many of the possible spots would show another word there."""
    return sum(_heat(probe, point) != same for point in judged) if same else 0


def _possible(area: Box, told: Told) -> list[Point]:
    return [p for p in _lattice(area, _GRID_PX) if all(_heat(p, at) == heat for at, heat in told)]


def _lattice(area: Box, step: int) -> list[Point]:
    across = range(math.ceil(area.left) + step // 2, math.floor(area.right), step)
    down = range(math.ceil(area.top) + step // 2, math.floor(area.bottom), step)
    return [Point(x, y) for y in down for x in across]


def _heat(a: Point, b: Point) -> str:
    far = math.hypot(a.x - b.x, a.y - b.y)
    return next(name for name, reach in _HEATS.items() if far < reach)


def _worth(probe: Point, judged: Sequence[Point]) -> float:
    """Return how much its word would tell, in bits."""
    counts = Counter(_heat(probe, point) for point in judged)
    return -sum(n / len(judged) * math.log2(n / len(judged)) for n in counts.values())


ORACLES: Mapping[str, Oracle] = {"drag-cube": drag_cube, "hot-cold": hot_cold}
