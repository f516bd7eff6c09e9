"""A screenshot: its PNG bytes, decoded only on demand."""

from __future__ import annotations

import hashlib
import io
import struct
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER_BYTES = 24


class Picture(msgspec.Struct, frozen=True):
    """PNG bytes of one moment of a screen."""

    png: bytes

    def __post_init__(self) -> None:
        """Refuse what is not a PNG, naming what was found."""
        if not self.png.startswith(_SIGNATURE) or len(self.png) < _HEADER_BYTES:
            found = self.png[:8]
            message = f"a picture is PNG bytes; found {len(self.png)} bytes starting {found!r}"
            raise ValueError(message)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, read from the header."""
        width, height = struct.unpack(">II", self.png[16:24])
        return int(width), int(height)

    @property
    def sha256(self) -> str:
        """Hex digest of the PNG bytes; the name the store keeps the picture by."""
        return hashlib.sha256(self.png).hexdigest()

    def pixels(self) -> NDArray[np.uint8]:
        """Decode to an array of shape (height, width, 3), dtype uint8, RGB."""
        with Image.open(io.BytesIO(self.png)) as image:
            return np.asarray(image.convert("RGB"), dtype=np.uint8)

    @classmethod
    def from_pixels(cls, pixels: NDArray[np.uint8]) -> Picture:
        """Encode an array of shape (height, width, 3), dtype uint8, RGB."""
        out = io.BytesIO()
        Image.fromarray(pixels).save(out, format="PNG")
        return cls(out.getvalue())
