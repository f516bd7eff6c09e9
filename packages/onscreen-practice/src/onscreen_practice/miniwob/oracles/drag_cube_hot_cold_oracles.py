"""Scripted solvers for the MiniWoB++ tasks `drag-cube` and `hot-cold`."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from onscreen.types import Action, Box, Click, Element, Hover, Point, Swipe
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView

_POLES = ("1", "6")
_OPPOSITE = {"1": "6", "2": "4", "3": "5", "4": "2", "5": "3", "6": "1"}
_SWIPE_HALF_PX = 30
_MIN_OFFSET_PX = 12
_ABOVE_SUBMIT_PX = 68

_HEAT_RADII_PX: Mapping[str, float] = {"HOT": 5, "WARM": 10, "COLD": 40, "ICE COLD": math.inf}
_GRID_PX = 2
_PROBE_GRID_PX = 12
_MAX_SPOTS = 300
_MAX_PROBED_SPOTS = 40
_MAX_REPEATS = 4
_EDGE_MARGIN_PX = 4
Probes: TypeAlias = tuple[tuple[Point, str], ...]
"""Pointer positions, each with the hint word (such as "WARM") that the page shows there."""


def drag_cube(view: OracleView) -> Action | None:
    """Choose the next action for the task `drag-cube`: rotate the requested number to the front.

    The answer is then submitted.
    """
    submit = view.find_by_name("Submit", "button")
    wanted = view.quoted_texts[0] if view.quoted_texts else ""
    if submit is None or wanted not in _OPPOSITE:
        return None
    sides = {e.name: e for e in view.find_by_role("text") if e.name in _OPPOSITE}
    front = next((name for name, e in sides.items() if "red" in e.clue.split()), "")
    if front == wanted:
        return Click(submit)
    middle = Point(submit.box.center.x, submit.box.top - _ABOVE_SUBMIT_PX)
    if wanted in _POLES:
        return _rotate(middle, down=_rotation_direction(sides, wanted, middle=middle, is_horizontal=False))
    if front in _POLES:
        return _rotate(middle, down=1 if sides[front].box.center.y > middle.y else -1)
    return _rotate(middle, right=_rotation_direction(sides, wanted, middle=middle, is_horizontal=True))


def _rotation_direction(
    sides: Mapping[str, Element], wanted: str, *, middle: Point, is_horizontal: bool
) -> int:
    """Return the direction that rotates a cube side to the middle: 1 right or down, -1 left or up."""
    for name, sign in ((wanted, 1), (_OPPOSITE[wanted], -1)):
        if name in sides:
            center = sides[name].box.center
            offset = center.x - middle.x if is_horizontal else center.y - middle.y
            if abs(offset) > _MIN_OFFSET_PX:
                return -sign if offset > 0 else sign
    return 1


def _rotate(middle: Point, *, right: int = 0, down: int = 0) -> Action:
    x, y = right * _SWIPE_HALF_PX, down * _SWIPE_HALF_PX
    return Swipe(Point(middle.x - x, middle.y - y), Point(middle.x + x, middle.y + y))


def hot_cold(view: OracleView) -> Action | None:
    """Choose the next action for the task `hot-cold`: find a hidden spot from hints and click it.

    Hovering shows how close the pointer is. The solver hovers over the most informative point and clicks
    where it is hot.
    """
    area = next((e for e in view.find_by_role("generic") if "touch area" in e.clue), None)
    if area is None:
        return None
    hovered = [a.target for a in view.history if isinstance(a, Hover) and isinstance(a.target, Point)]
    heat = next((name for name in _HEAT_RADII_PX if view.find_by_name(name)), "")
    if hovered and heat == "HOT":
        return Click(hovered[-1])
    probes = _reconstruct_probes(area.box, hovered)
    return Hover(_next_probe(area.box, (*probes, (hovered[-1], heat)) if hovered and heat else probes))


def _reconstruct_probes(area: Box, hovered: Sequence[Point]) -> Probes:
    """Reconstruct the hint words seen at earlier positions from the next pointer positions."""
    probes: Probes = ()
    for point, following in pairwise(hovered):
        for heat in _HEAT_RADII_PX:
            if _next_probe(area, (*probes, (point, heat))) == following:
                probes = (*probes, (point, heat))
                break
    return probes


@lru_cache(maxsize=4096)
def _next_probe(area: Box, probes: Probes) -> Point:
    """Return the next point to hover: of a fixed sweep, then the most informative one.

    The sweep ends at the first word that is warmer than ICE COLD.
    """
    sweep = _sweep_points(area)
    if len(probes) < len(sweep) and all(heat == "ICE COLD" for _, heat in probes):
        return sweep[len(probes)]
    spots = _possible_spots(area, probes)
    if not spots:
        return _next_probe(area, probes[1:])
    sampled_spots = spots[:: 1 + len(spots) // _MAX_SPOTS]
    candidate_probes = spots[:: 1 + len(spots) // _MAX_PROBED_SPOTS] + _grid_points(area, _PROBE_GRID_PX)
    repeated = _repeated_heat(probes)
    return max(
        candidate_probes,
        key=lambda candidate: (
            _count_other_heats(candidate, sampled_spots, repeated=repeated),
            _information_bits(candidate, sampled_spots),
        ),
    )


def _sweep_points(area: Box) -> list[Point]:
    """Return the centers of a 3 x 2 grid of cells in the area, in the order of the sweep."""
    cell_width, cell_height = (area.width - 2 * _EDGE_MARGIN_PX) / 3, (area.height - 2 * _EDGE_MARGIN_PX) / 2
    cells = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))
    left, top = area.left + _EDGE_MARGIN_PX, area.top + _EDGE_MARGIN_PX
    return [
        Point(round(left + (x + 0.5) * cell_width), round(top + (y + 0.5) * cell_height)) for x, y in cells
    ]


def _repeated_heat(probes: Probes) -> str:
    """Return the word that the last `_MAX_REPEATS` probes have in common, or "" if they differ.

    A repeated word means that the screen has not changed.
    """
    heats = {heat for _, heat in probes[-_MAX_REPEATS:]}
    return heats.pop() if len(probes) >= _MAX_REPEATS and len(heats) == 1 else ""


def _count_other_heats(probe: Point, sampled_spots: Sequence[Point], *, repeated: str) -> int:
    """Count the possible spots for which the probe would show a word other than `repeated`.

    Returns 0 if `repeated` is empty.
    """
    return sum(_heat_between(probe, point) != repeated for point in sampled_spots) if repeated else 0


def _possible_spots(area: Box, probes: Probes) -> list[Point]:
    return [
        p for p in _grid_points(area, _GRID_PX) if all(_heat_between(p, at) == heat for at, heat in probes)
    ]


def _grid_points(area: Box, step: int) -> list[Point]:
    xs = range(math.ceil(area.left) + step // 2, math.floor(area.right), step)
    ys = range(math.ceil(area.top) + step // 2, math.floor(area.bottom), step)
    return [Point(x, y) for y in ys for x in xs]


def _heat_between(a: Point, b: Point) -> str:
    distance_px = math.hypot(a.x - b.x, a.y - b.y)
    return next(name for name, radius_px in _HEAT_RADII_PX.items() if distance_px < radius_px)


def _information_bits(probe: Point, sampled_spots: Sequence[Point]) -> float:
    """Return the expected information gain of a probe, in bits."""
    counts = Counter(_heat_between(probe, point) for point in sampled_spots)
    return -sum(n / len(sampled_spots) * math.log2(n / len(sampled_spots)) for n in counts.values())


ORACLES: Mapping[str, Oracle] = {"drag-cube": drag_cube, "hot-cold": hot_cold}
