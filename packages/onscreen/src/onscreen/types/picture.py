"""Screenshots stored as PNG bytes and decoded on demand by `perceive.pixel_array`."""

from __future__ import annotations

import hashlib
import struct
from functools import lru_cache

import msgspec

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER_BYTES = 24
_HASHED_PICTURES = 8
"""Number of cached hashes: a picture is recorded, linked and drawn several times in succession."""


class Picture(msgspec.Struct, frozen=True):
    """A screenshot as PNG bytes."""

    png: bytes

    def __post_init__(self) -> None:
        """Reject bytes that are not a PNG."""
        if not self.png.startswith(_SIGNATURE) or len(self.png) < _HEADER_BYTES:
            found = self.png[:8]
            message = f"a picture is PNG bytes; found {len(self.png)} bytes starting {found!r}"
            raise ValueError(message)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, read from the PNG header."""
        width, height = struct.unpack(">II", self.png[16:24])
        return int(width), int(height)

    @property
    def sha256(self) -> str:
        """SHA-256 hash of the PNG bytes in hexadecimal.

        The episode store uses it as the file name.
        """
        return _hash_png(self.png)


@lru_cache(maxsize=_HASHED_PICTURES)
def _hash_png(png: bytes) -> str:
    return hashlib.sha256(png).hexdigest()
