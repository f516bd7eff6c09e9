"""Color and style of an icon, measured from its pixels."""

from __future__ import annotations

import colorsys
from typing import Literal

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.types import Box

Style = Literal["filled", "outlined"]

GRAY_SATURATION = 0.22
"""Saturation below which a color is black, gray or white."""
BLACK_VALUE, WHITE_VALUE = 0.3, 0.85
"""Brightness of black and white, from 0 to 1."""
HUES: tuple[tuple[float, str], ...] = (
    (15, "red"),
    (42, "orange"),
    (68, "yellow"),
    (165, "green"),
    (195, "cyan"),
    (255, "blue"),
    (290, "purple"),
    (345, "pink"),
    (360, "red"),
)
"""Upper ends of the hues with a name, in degrees."""
FILLED_SHARE = 0.35
"""Share of the ink that is left in a filled icon when a tenth of its size is removed from each edge."""
_MIN_INK = 0.5


class IconAppearance(msgspec.Struct, frozen=True):
    """Color of an icon, such as "red", and whether its shape is filled or drawn as an outline."""

    color: str
    style: Style


def measure_icon(pixels: NDArray[np.uint8], box: Box) -> IconAppearance:
    """Measure the icon in a box of an RGB picture (height, width, 3).

    The measured pixels (the ink) are those that differ most from the median of the border.
    """
    left, top = max(0, int(box.left)), max(0, int(box.top))
    part = pixels[top : max(top + 1, round(box.bottom)), left : max(left + 1, round(box.right))]
    part = part.astype(np.float32)
    border = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]])
    difference = np.abs(part - np.median(border, axis=0)).max(axis=2)
    ink = difference >= max(1.0, _MIN_INK * float(difference.max()))
    tone = np.median(part[ink], axis=0) if ink.any() else part.mean(axis=(0, 1))
    return IconAppearance(color_name((int(tone[0]), int(tone[1]), int(tone[2]))), _style(ink))


def color_name(rgb: tuple[int, int, int]) -> str:
    """Return the name of an RGB color with components from 0 to 255."""
    hue, saturation, value = colorsys.rgb_to_hsv(*(component / 255 for component in rgb))
    if value < BLACK_VALUE:
        return "black"
    if saturation < GRAY_SATURATION:
        return "white" if value >= WHITE_VALUE else "gray"
    return next(name for end, name in HUES if hue * 360 <= end)


def _style(ink: NDArray[np.bool_]) -> Style:
    width = 2 * max(1, round(0.1 * float(min(len(ink), len(ink[0]))))) + 1
    left = cv2.erode(ink.astype(np.uint8), np.ones((width, width), np.uint8))
    is_filled = int(np.count_nonzero(left)) >= FILLED_SHARE * max(1, int(np.count_nonzero(ink)))
    return "filled" if is_filled else "outlined"
