"""Crops of a screenshot around elements, to show one of several candidates to a model."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

from onscreen.types import Box, Picture

MARGIN_PX = 100
"""Margin around the element in a crop, in pixels."""

FRAME_COLOUR, FRAME_PX = (190, 24, 62), 3


def crop_around(picture: Picture, box: Box, *, margin_px: float = MARGIN_PX) -> Picture:
    """Return the part of a screenshot around a box, with a frame drawn around the box.

    The crop is clipped to the screenshot; for a box outside, it contains the nearest pixels.
    """
    with Image.open(io.BytesIO(picture.png)) as image:
        full = image.convert("RGB")
    width, height = full.size
    frame = (box.left, box.top, max(box.left, box.right - 1), max(box.top, box.bottom - 1))
    ImageDraw.Draw(full).rectangle(frame, outline=FRAME_COLOUR, width=FRAME_PX)
    left = min(max(0, int(box.left - margin_px)), width - 1)
    top = min(max(0, int(box.top - margin_px)), height - 1)
    right = min(max(left + 1, int(box.right + margin_px)), width)
    bottom = min(max(top + 1, int(box.bottom + margin_px)), height)
    out = io.BytesIO()
    full.crop((left, top, right, bottom)).save(out, format="PNG")
    return Picture(out.getvalue())
