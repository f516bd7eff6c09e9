"""A screenshot as PNG bytes; `perceive.pixels` decodes it on demand."""

from __future__ import annotations

import hashlib
import struct

import msgspec

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
