"""Conversion between PNG pictures and NumPy arrays of pixels."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from onscreen.types import Picture


def decode(picture: Picture) -> NDArray[np.uint8]:
    """Decode a picture into an RGB array of shape (height, width, 3) and dtype uint8."""
    with Image.open(io.BytesIO(picture.png)) as image:
        return np.asarray(image.convert("RGB"), dtype=np.uint8)


def encode(pixels: NDArray[np.uint8]) -> Picture:
    """Encode an RGB array of shape (height, width, 3) and dtype uint8 as a picture."""
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, format="PNG")
    return Picture(out.getvalue())
