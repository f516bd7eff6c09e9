"""Geometry of radar charts, drawn as SVG by page templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import Literal

import msgspec

RADIUS_PX = 110.0
LABEL_GAP_PX = 12.0
RINGS = (0.25, 0.5, 0.75, 1.0)
MIN_AXES = 3
"""Minimum number of axes in a chart; with fewer, its polygons have no area."""

_VERTICAL = 0.1
"""Largest horizontal share of an axis whose label is centered."""


class RadarAxis(msgspec.Struct, frozen=True):
    """One axis: its name, the end of its line and the position of its label, in pixels from the center."""

    name: str
    x: float
    y: float
    label_x: float
    label_y: float
    anchor: Literal["start", "middle", "end"]


class RadarLine(msgspec.Struct, frozen=True):
    """One closed line through a value on each axis; `points` is the SVG attribute of that name."""

    name: str
    points: str


class RadarChart(msgspec.Struct, frozen=True):
    """A radar chart with its axes clockwise from the top, its rings and its lines."""

    axes: tuple[RadarAxis, ...]
    rings: tuple[str, ...]
    lines: tuple[RadarLine, ...]


def make_radar(names: Sequence[str], values: Mapping[str, Sequence[float]]) -> RadarChart | None:
    """Compute a radar chart from one name per axis, and for each line one value from 0 to 1 per axis.

    Returns None for fewer than `MIN_AXES` axes.

    Raises:
        ValueError: a line has another number of values than there are axes.
    """
    if len(names) < MIN_AXES:
        return None
    directions = [
        (sin(2 * pi * number / len(names)), -cos(2 * pi * number / len(names)))
        for number in range(len(names))
    ]
    axes = tuple(_make_axis(name, x, y=y) for name, (x, y) in zip(names, directions, strict=True))
    rings = tuple(_points(directions, [ring] * len(names)) for ring in RINGS)
    lines = tuple(RadarLine(name, _points(directions, each)) for name, each in values.items())
    return RadarChart(axes, rings, lines)


def _make_axis(name: str, x: float, *, y: float) -> RadarAxis:
    end = RADIUS_PX + LABEL_GAP_PX
    anchor: Literal["start", "middle", "end"] = "middle"
    if abs(x) > _VERTICAL:
        anchor = "start" if x > 0 else "end"
    return RadarAxis(
        name, round(x * RADIUS_PX, 1), round(y * RADIUS_PX, 1), round(x * end, 1), round(y * end, 1), anchor
    )


def _points(directions: Sequence[tuple[float, float]], values: Sequence[float]) -> str:
    return " ".join(
        f"{round(x * value * RADIUS_PX, 1) + 0.0},{round(y * value * RADIUS_PX, 1) + 0.0}"
        for (x, y), value in zip(directions, values, strict=True)
    )
