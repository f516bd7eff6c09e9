"""Pictures in HTML pages, embedded as data: URLs or linked as files."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import msgspec
from PIL import Image

from onscreen.types import Picture

THUMBNAIL_WIDTH_PX = 240
THUMBNAIL_QUALITY = 60
WEBP_EFFORT = 2  # of 0..6; 4 takes twice the time for 4 % less (measured on a screenshot of a shop page)


class PictureView(msgspec.Struct, frozen=True):
    """Picture in an HTML page, embedded only at its first occurrence, or linked.

    Equal pictures have the same `id`. `url` is empty if the picture appears earlier in the page;
    `first_location` is that place.
    """

    id: str
    url: str
    first_location: str
    width: int
    height: int


class Gallery:
    """Collection of a page's pictures that embeds each distinct picture only once.

    Pictures whose files are in `linked_folder` are linked instead, by a path relative to its parent.
    """

    def __init__(self, quality: int | None, linked_folder: Path | None = None) -> None:
        """Create an empty gallery; `quality` is the WebP quality (0..100), or None for PNG."""
        self._quality = quality
        self._linked_folder = linked_folder
        self._known: dict[str, PictureView] = {}
        self._thumbnails: dict[str, str] = {}

    def view(self, picture: Picture, location: str) -> PictureView:
        """Add a picture to the page and return its `PictureView`.

        `location` is where the picture appears, such as "step 3".
        """
        digest = picture.sha256
        if digest in self._known:
            return msgspec.structs.replace(self._known[digest], url="")
        width, height = picture.size
        url = self._link(digest) or data_url(picture, self._quality)
        self._known[digest] = PictureView(f"picture-{len(self._known) + 1}", url, location, width, height)
        return self._known[digest]

    def thumbnail(self, picture: Picture) -> str:
        """Create a thumbnail as a data: URL; for a linked picture, return the link instead.

        Returns "" if the picture cannot be decoded.
        """
        digest = picture.sha256
        if digest not in self._thumbnails:
            self._thumbnails[digest] = self._link(digest) or thumbnail_url(picture)
        return self._thumbnails[digest]

    def _link(self, digest: str) -> str:
        """Return the relative path of the picture file with this hash, or "" to embed the picture."""
        name = f"{digest}.png"
        if self._linked_folder is None or not (self._linked_folder / name).is_file():
            return ""
        return f"{self._linked_folder.name}/{name}"


def data_url(picture: Picture, quality: int | None) -> str:
    """Encode a picture as a data: URL, in WebP or PNG format.

    `quality` is the WebP quality from 0 to 100. PNG is used if `quality` is None, if it is smaller, or if the
    picture cannot be decoded.
    """
    if quality is None:
        return _data_url("png", picture.png)
    webp = _webp(picture, quality, width=None)
    return _data_url("webp", webp) if webp and len(webp) < len(picture.png) else _data_url("png", picture.png)


def thumbnail_url(picture: Picture, *, width_px: int = THUMBNAIL_WIDTH_PX) -> str:
    """Create a WebP thumbnail of a picture and encode it as a data: URL.

    Returns "" if the picture cannot be decoded.
    """
    webp = _webp(picture, THUMBNAIL_QUALITY, width=width_px)
    return _data_url("webp", webp) if webp else ""


def _webp(picture: Picture, quality: int, *, width: int | None) -> bytes:
    buffer = io.BytesIO()
    try:
        with Image.open(io.BytesIO(picture.png)) as image:
            rgb = image.convert("RGB")
        if width and rgb.width > width:
            rgb = rgb.resize((width, max(1, round(rgb.height * width / rgb.width))))
        rgb.save(buffer, format="WEBP", quality=quality, method=WEBP_EFFORT)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return b""
    return buffer.getvalue()


def _data_url(kind: str, content: bytes) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(content).decode('ascii')}"
