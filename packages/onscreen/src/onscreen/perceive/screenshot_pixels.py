"""Decoding of possibly oversized or broken screenshots, with warnings."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.perceive.pixel_array import decode
from onscreen.types import Shot

MAX_DECODED_PIXELS = 64_000_000
"""Pixels above which a screenshot is not decoded: about twice 8K, 200 MB of memory."""


def decode_screenshot(shot: Shot) -> NDArray[np.uint8] | str:
    """Return the pixels of a shot, or the reason why its screenshot cannot be decoded."""
    width, height = shot.picture.size
    if width * height > MAX_DECODED_PIXELS:
        return (
            f"the screenshot has {width} x {height} pixels, more than {MAX_DECODED_PIXELS}; "
            "its text was not read"
        )
    try:
        return decode(shot.picture)
    except (OSError, SyntaxError, ValueError) as error:
        return f"the screenshot cannot be decoded, and its text was not read: {error}"


def add_warning(shot: Shot, *warnings: str) -> Shot:
    """Append warnings to those of a shot; empty ones are left out."""
    if not any(warnings):
        return shot
    return msgspec.structs.replace(shot, warning="; ".join(filter(None, (shot.warning, *warnings))))
