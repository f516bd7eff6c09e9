"""How large the screen is: what a finger touches, and what a picture of it shows."""

from __future__ import annotations

import re

import msgspec

from onscreen.types import Box, Point

_SIZE = re.compile(r"^(Physical|Override) size: (\d{1,6})x(\d{1,6})\s*$", re.MULTILINE)
_DENSITY = re.compile(r"^(Physical|Override) density: (\d{1,5})\s*$", re.MULTILINE)
_USUAL = (1080, 2400)
BASE_DENSITY = 160
"""Dots an inch at which one of Android's density-independent pixels (dp) is one pixel."""


class Display(msgspec.Struct, frozen=True):
    """`touch` is the size in which fingers and views count, as it is turned now; `picture` the picture's."""

    touch: tuple[int, int]
    picture: tuple[int, int]
    density: int = BASE_DENSITY

    @property
    def scale(self) -> tuple[float, float]:
        """Picture pixels for one touch pixel, across and down."""
        return self.picture[0] / self.touch[0], self.picture[1] / self.touch[1]

    def box(self, place: tuple[float, float, float, float]) -> Box:
        """Return a place of views as a box of the picture."""
        across, down = self.scale
        return Box(place[0] * across, place[1] * down, place[2] * across, place[3] * down)

    def spot(self, point: Point) -> tuple[int, int]:
        """Return where a finger touches a point of the picture, always on the screen."""
        across, down = self.scale
        x, y = round(point.x / across), round(point.y / down)
        return min(max(x, 0), self.touch[0] - 1), min(max(y, 0), self.touch[1] - 1)

    def turned(self) -> Display:
        """Return the same screen lying where it stood, or standing where it lay."""
        return Display(self.touch[::-1], self.picture[::-1], self.density)

    def dp(self, count: float) -> float:
        """Return so many density-independent pixels in pixels of the picture."""
        return count * self.density / BASE_DENSITY * self.scale[0]


def display_of(said: str, picture: tuple[int, int]) -> Display:
    """Return the display from what `wm size` and `wm density` said; an override counts before the physical.

    The picture's own size stands in for a size that was not said, and shows which way the screen is turned
    where the two disagree.
    """
    sizes = {kind: (int(width), int(height)) for kind, width, height in _SIZE.findall(said)}
    densities = {kind: int(density) for kind, density in _DENSITY.findall(said)}
    width, height = sizes.get("Override") or sizes.get("Physical") or (picture if all(picture) else _USUAL)
    density = densities.get("Override") or densities.get("Physical") or BASE_DENSITY
    lying = picture[0] > picture[1] if picture[0] != picture[1] else width > height
    short, long = sorted((max(width, 1), max(height, 1)))
    touch = (long, short) if lying else (short, long)
    return Display(touch, picture if all(picture) else touch, density)
