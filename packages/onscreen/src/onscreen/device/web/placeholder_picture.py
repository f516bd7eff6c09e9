"""Placeholder picture for pages without a screenshot."""

from __future__ import annotations

import io

from PIL import Image

from onscreen.types import Picture


def blank_picture(width: int, height: int) -> Picture:
    """Create a white picture as a placeholder for a missing screenshot.

    `width` and `height` are in pixels.
    """
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(buffer, "PNG")
    return Picture(buffer.getvalue())
