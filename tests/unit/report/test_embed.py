"""Pictures embedded in a page."""

from __future__ import annotations

import base64
import io

import numpy as np
from PIL import Image

from onscreen.perceive.pixel_array import encode
from onscreen.report.embedded_pictures import Gallery, data_url, thumbnail_url
from onscreen.types import Picture

NOISE = encode(np.random.default_rng(0).integers(0, 255, (200, 300, 3), dtype=np.uint8))
BROKEN = Picture(NOISE.png[:60])


def content(address: str) -> Image.Image:
    """Return the picture in a data: URL."""
    return Image.open(io.BytesIO(base64.b64decode(address.partition(",")[2])))


def test_pictures_are_recompressed_to_a_smaller_file() -> None:
    """A lower quality gives a smaller WebP of the same size in pixels."""
    low, high = data_url(NOISE, 10), data_url(NOISE, 90)
    assert low.startswith("data:image/webp;base64,")
    assert len(low) < len(high) < len(data_url(NOISE, None))
    assert content(low).size == (300, 200)


def test_png_is_kept_on_request() -> None:
    """Without a quality the original PNG is embedded."""
    assert base64.b64decode(data_url(NOISE, None).partition(",")[2]) == NOISE.png


def test_smaller_png_is_kept() -> None:
    """A picture never grows by recompression."""
    checks = np.indices((64, 64)).sum(axis=0) % 2 * np.uint8(255)
    board = encode(np.repeat(checks[:, :, None], 3, axis=2).astype(np.uint8))
    assert data_url(board, 100).startswith("data:image/png")


def test_undecodable_picture_is_embedded_unchanged() -> None:
    """A damaged picture breaks neither the page nor the thumbnails."""
    assert data_url(BROKEN, 80).startswith("data:image/png")
    assert thumbnail_url(BROKEN) == ""


def test_thumbnails_are_small() -> None:
    """A thumbnail keeps the aspect ratio and has the requested width, or the picture's own."""
    assert content(thumbnail_url(NOISE, width_px=60)).size == (60, 40)
    assert content(thumbnail_url(NOISE, width_px=900)).size == (300, 200)


def test_equal_pictures_are_embedded_once() -> None:
    """The second view of a picture has only its id and its first location."""
    gallery = Gallery(80)
    first, other, again = (
        gallery.view(NOISE, "step 1"),
        gallery.view(BROKEN, "step 2"),
        gallery.view(NOISE, "step 3"),
    )
    assert (first.id, again.id, again.url, again.first_location) == (first.id, first.id, "", "step 1")
    assert other.id != first.id
    assert other.url
