"""Conversion between pictures and arrays of pixels."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from onscreen.types import Picture


def decode(picture: Picture) -> NDArray[np.uint8]:
    """Return an array of shape (height, width, 3), dtype uint8, RGB."""
    with Image.open(io.BytesIO(picture.png)) as image:
        return np.asarray(image.convert("RGB"), dtype=np.uint8)


def encode(pixels: NDArray[np.uint8]) -> Picture:
    """Return the picture of an array of shape (height, width, 3), dtype uint8, RGB."""
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, format="PNG")
    return Picture(out.getvalue())
