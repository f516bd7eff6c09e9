"""A white picture, for a page of which none could be taken."""

from __future__ import annotations

import io

from PIL import Image

from onscreen.types import Picture


def blank(width: int, height: int) -> Picture:
    """Return a white picture of this size in pixels."""
    held = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(held, "PNG")
    return Picture(held.getvalue())
