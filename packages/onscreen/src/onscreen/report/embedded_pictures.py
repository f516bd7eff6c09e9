"""Pictures as data: addresses, so that a page needs no other file."""

from __future__ import annotations

import base64
import io

import msgspec
from PIL import Image

from onscreen.types import Picture

THUMBNAIL_WIDTH_PX = 240
THUMBNAIL_QUALITY = 60
WEBP_EFFORT = 2  # of 0..6; 4 takes twice the time for 4 % less (measured on a drawn shop page)


class PictureView(msgspec.Struct, frozen=True):
    """A picture on a page; the same picture has the same `id` everywhere.

    `address` is empty where the picture stands further up already; `first` names that place.
    """

    id: str
    address: str
    first: str
    width: int
    height: int


class Gallery:
    """Gives every different picture of a page an id, and its content once."""

    def __init__(self, quality: int | None) -> None:
        """Compress to WebP of this quality (0..100); None keeps the PNG."""
        self._quality = quality
        self._known: dict[str, PictureView] = {}
        self._thumbnails: dict[str, str] = {}

    def view(self, picture: Picture, where: str) -> PictureView:
        """Return the picture for this place of the page, named for the reader ("step 3")."""
        digest = picture.sha256
        if digest in self._known:
            return msgspec.structs.replace(self._known[digest], address="")
        width, height = picture.size
        address = data_url(picture, self._quality)
        self._known[digest] = PictureView(f"picture-{len(self._known) + 1}", address, where, width, height)
        return self._known[digest]

    def thumbnail(self, picture: Picture) -> str:
        """Return the picture made small, as a data: address; "" for one that cannot be decoded."""
        digest = picture.sha256
        if digest not in self._thumbnails:
            self._thumbnails[digest] = thumbnail_url(picture)
        return self._thumbnails[digest]


def data_url(picture: Picture, quality: int | None) -> str:
    """Return the picture as WebP of this quality (0..100), as its PNG for None or where that is smaller.

    A picture that cannot be decoded is given as it is.
    """
    if quality is None:
        return _data_url("png", picture.png)
    webp = _webp(picture, quality, width=None)
    return _data_url("webp", webp) if webp and len(webp) < len(picture.png) else _data_url("png", picture.png)


def thumbnail_url(picture: Picture, *, width_px: int = THUMBNAIL_WIDTH_PX) -> str:
    """Return the picture made small, as WebP; "" for one that cannot be decoded."""
    webp = _webp(picture, THUMBNAIL_QUALITY, width=width_px)
    return _data_url("webp", webp) if webp else ""


def _webp(picture: Picture, quality: int, *, width: int | None) -> bytes:
    out = io.BytesIO()
    try:
        with Image.open(io.BytesIO(picture.png)) as image:
            plain = image.convert("RGB")
        if width and plain.width > width:
            plain = plain.resize((width, max(1, round(plain.height * width / plain.width))))
        plain.save(out, format="WEBP", quality=quality, method=WEBP_EFFORT)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return b""
    return out.getvalue()


def _data_url(kind: str, content: bytes) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(content).decode('ascii')}"
