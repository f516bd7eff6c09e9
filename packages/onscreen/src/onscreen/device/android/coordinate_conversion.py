"""Conversion between touch coordinates, screenshot pixels and density-independent pixels."""

from __future__ import annotations

import re

import msgspec

from onscreen.types import Box, Point

_SIZE = re.compile(r"^(Physical|Override) size: (\d{1,6})x(\d{1,6})\s*$", re.MULTILINE)
_DENSITY = re.compile(r"^(Physical|Override) density: (\d{1,5})\s*$", re.MULTILINE)
_DEFAULT_SIZE = (1080, 2400)
BASE_DENSITY = 160
"""Dots per inch at which one density-independent pixel (dp) is one pixel."""


class Display(msgspec.Struct, frozen=True):
    """Display geometry: touch and screenshot sizes in pixels, and density in dots per inch.

    Sizes are (width, height) in the current rotation. `touch` is the coordinate space of touch events and
    view bounds, `picture` that of screenshots. Both have their origin in the upper left corner.
    """

    touch: tuple[int, int]
    picture: tuple[int, int]
    density: int = BASE_DENSITY

    @property
    def scale(self) -> tuple[float, float]:
        """Horizontal and vertical scale factors from touch coordinates to screenshot pixels."""
        return self.picture[0] / self.touch[0], self.picture[1] / self.touch[1]

    def to_picture(self, bounds: tuple[float, float, float, float]) -> Box:
        """Convert view bounds (left, top, right, bottom) to a box in screenshot pixels."""
        scale_x, scale_y = self.scale
        return Box(bounds[0] * scale_x, bounds[1] * scale_y, bounds[2] * scale_x, bounds[3] * scale_y)

    def to_touch(self, point: Point) -> tuple[int, int]:
        """Convert a point in screenshot pixels to touch coordinates, clamped to the screen."""
        scale_x, scale_y = self.scale
        x, y = round(point.x / scale_x), round(point.y / scale_y)
        return min(max(x, 0), self.touch[0] - 1), min(max(y, 0), self.touch[1] - 1)

    def rotated(self) -> Display:
        """Return a copy of the display with width and height swapped."""
        return Display(self.touch[::-1], self.picture[::-1], self.density)

    def dp_to_px(self, dp: float) -> float:
        """Convert density-independent pixels (dp) to screenshot pixels."""
        return dp * self.density / BASE_DENSITY * self.scale[0]


def parse_display(output: str, picture: tuple[int, int]) -> Display:
    """Parse the output of `wm size` and `wm density` into a `Display`.

    An override takes precedence over the physical value. `picture` is the size of a screenshot in pixels,
    (0, 0) if unknown: it replaces a missing size, and decides the orientation if the two disagree.
    """
    sizes = {kind: (int(width), int(height)) for kind, width, height in _SIZE.findall(output)}
    densities = {kind: int(density) for kind, density in _DENSITY.findall(output)}
    fallback = picture if all(picture) else _DEFAULT_SIZE
    width, height = sizes.get("Override") or sizes.get("Physical") or fallback
    density = densities.get("Override") or densities.get("Physical") or BASE_DENSITY
    is_landscape = picture[0] > picture[1] if picture[0] != picture[1] else width > height
    short, long = sorted((max(width, 1), max(height, 1)))
    touch = (long, short) if is_landscape else (short, long)
    return Display(touch, picture if all(picture) else touch, density)
