"""Pictures as `screencap` gives them: whether one is sound, black, or the same as another."""

from __future__ import annotations

import io

from PIL import Image, ImageChops, UnidentifiedImageError

from onscreen.types import Picture
from onscreen.types.errors import DeviceError

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_END = b"IEND\xaeB`\x82"
_MANGLED = (b"\x89PNG\r\r\n", b"\x89PNG\n\x1a")
_SPARSE = 60
"""A picture of one colour takes less than a byte for so many pixels."""

_MOVED_SHARE = 0.002
"""The share of pixels that may differ between two pictures of one screen: a blinking caret, the clock."""


def picture_of(data: bytes) -> Picture | None:
    """Return the picture in what `screencap -p` wrote; None when it wrote none.

    Raises:
        DeviceError: the bytes were changed on their way, or are no whole PNG.
    """
    start = data.find(_SIGNATURE)
    if start >= 0:
        end = data.rfind(_END)
        if end < start:
            raise DeviceError(f"the picture breaks off after {len(data)} bytes; expected a whole PNG")
        return Picture(data[start : end + len(_END)])
    if any(data.find(mangled) >= 0 for mangled in _MANGLED):
        raise DeviceError(
            "the picture came with its line ends changed (CRLF); expected PNG bytes as they are: this adb or "
            "phone runs commands on a terminal; update adb (1.0.36 or later) or it (Android 5 or later)"
        )
    return None


def black(size: tuple[int, int]) -> Picture:
    """Return a black picture, for a screen of which none could be taken."""
    held = io.BytesIO()
    Image.new("RGB", size, "black").save(held, "PNG")
    return Picture(held.getvalue())


def is_black(picture: Picture) -> bool:
    """Whether nothing is to be seen on it."""
    width, height = picture.size
    if len(picture.png) > width * height / _SPARSE:
        return False
    try:
        darkest = _decoded(picture).getextrema()
    except (OSError, UnidentifiedImageError):
        return False
    return all(band == (0, 0) for band in darkest)


def alike(one: Picture, other: Picture) -> bool:
    """Whether two pictures are of one screen: the same but for what little always changes."""
    if one.png == other.png:
        return True
    if one.size != other.size:
        return False
    try:
        differing = ImageChops.difference(_decoded(one), _decoded(other)).convert("L")
    except (OSError, UnidentifiedImageError):
        return False
    count = sum(differing.histogram()[1:])
    return count <= _MOVED_SHARE * one.size[0] * one.size[1]


def _decoded(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png)).convert("RGB")
