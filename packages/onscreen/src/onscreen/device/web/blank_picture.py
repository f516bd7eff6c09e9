"""White picture for a page that gives no screenshot."""

from __future__ import annotations

import io

from PIL import Image

from onscreen.types import Picture


def blank_picture(width: int, height: int) -> Picture:
    """Return a white picture of this size in pixels."""
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(buffer, "PNG")
    return Picture(buffer.getvalue())
