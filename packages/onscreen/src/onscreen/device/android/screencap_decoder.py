"""Parsing and comparison of screenshots from Android's `screencap` command."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image, ImageChops, UnidentifiedImageError

from onscreen.types import Picture
from onscreen.types.errors import DeviceError

_PNG_START = b"\x89PNG\r\n\x1a\n"
_PNG_END = b"IEND\xaeB`\x82"
_MANGLED_STARTS = (b"\x89PNG\r\r\n", b"\x89PNG\n\x1a")
_UNIFORM_PIXELS_PER_BYTE = 60
"""A PNG of one color has at least this many pixels per byte."""

_MAX_CHANGED_SHARE = 0.002
"""Share of pixels that may differ between two pictures of one screen: a blinking caret, the clock."""


def parse_screencap(data: bytes) -> Picture | None:
    """Extract the PNG image from the output of `screencap -p`.

    Returns None if the output contains no picture.

    Raises:
        DeviceError: the PNG is truncated or its line ends were converted in transit.
    """
    start = data.find(_PNG_START)
    if start >= 0:
        end = data.rfind(_PNG_END)
        if end < start:
            raise DeviceError(f"the picture is truncated after {len(data)} bytes; expected a complete PNG")
        return Picture(data[start : end + len(_PNG_END)])
    if any(data.find(mangled) >= 0 for mangled in _MANGLED_STARTS):
        raise DeviceError(
            "the line ends of the picture were converted (CRLF); expected an unmodified PNG: adb or the "
            "phone runs commands on a terminal; update adb (1.0.36 or later) or Android (5 or later)"
        )
    return None


@lru_cache(maxsize=4)
def black_picture(size: tuple[int, int]) -> Picture:
    """Create a black picture as a placeholder for a missing screenshot.

    `size` is (width, height) in pixels.
    """
    buffer = io.BytesIO()
    Image.new("RGB", size, "black").save(buffer, "PNG")
    return Picture(buffer.getvalue())


def is_black(picture: Picture) -> bool:
    """Check whether all pixels of a picture are black.

    Returns False if the picture cannot be decoded.
    """
    width, height = picture.size
    if len(picture.png) > width * height / _UNIFORM_PIXELS_PER_BYTE:
        return False
    try:
        extrema = _decode(picture).getextrema()
    except (OSError, UnidentifiedImageError):
        return False
    return all(band == (0, 0) for band in extrema)


def is_same_screen(one: Picture, other: Picture) -> bool:
    """Check whether two screenshots are equal, except for a small share of pixels."""
    if one.png == other.png:
        return True
    if one.size != other.size:
        return False
    try:
        difference = ImageChops.difference(_decode(one), _decode(other)).convert("L")
    except (OSError, UnidentifiedImageError):
        return False
    changed = sum(difference.histogram()[1:])
    return changed <= _MAX_CHANGED_SHARE * one.size[0] * one.size[1]


def _decode(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png)).convert("RGB")
