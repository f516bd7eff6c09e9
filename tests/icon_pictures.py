"""Pictures with drawn icons and texts, for tests of the detection of icons."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from onscreen.types import Box

Color = tuple[int, int, int]
BLACK, WHITE, RED = (0, 0, 0), (255, 255, 255), (200, 20, 30)


class Canvas:
    """An RGB picture on which icons and texts are drawn."""

    def __init__(self, width: int = 640, height: int = 400, *, color: Color = WHITE) -> None:
        """Create a picture of one colour."""
        self._image = Image.new("RGB", (width, height), color)
        self._draw = ImageDraw.Draw(self._image)

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """The picture as an array (height, width, 3)."""
        return np.asarray(self._image, np.uint8)

    def text(self, left: int, top: int, text: str, *, size: int = 16, color: Color = BLACK) -> None:
        """Write a line of text."""
        self._draw.text((left, top), text, fill=color, font=ImageFont.load_default(size))

    def search(self, left: int, top: int, *, size: int = 24, color: Color = BLACK) -> Box:
        """Draw a magnifying glass."""
        lens, width = size * 0.68, max(2, size // 11)
        self._draw.ellipse((left, top, left + lens, top + lens), outline=color, width=width)
        self._draw.line(
            (left + lens * 0.87, top + lens * 0.87, left + size, top + size), fill=color, width=width
        )
        return Box(left, top, left + size + 1, top + size + 1)

    def menu(self, left: int, top: int, *, size: int = 24, color: Color = BLACK) -> Box:
        """Draw three bars."""
        for n in range(3):
            self._draw.rectangle(
                (left, top + n * size // 3, left + size, top + n * size // 3 + 2), fill=color
            )
        return Box(left, top, left + size + 1, top + 2 * size // 3 + 3)

    def play(self, left: int, top: int, *, size: int = 24, color: Color = BLACK) -> Box:
        """Draw a filled triangle that points to the right."""
        self._draw.polygon(((left, top), (left + size * 0.8, top + size / 2), (left, top + size)), fill=color)
        return Box(left, top, left + size * 0.8, top + size)

    def plus(self, left: int, top: int, *, size: int = 24, color: Color = BLACK) -> Box:
        """Draw a plus."""
        middle = size // 2
        self._draw.rectangle((left + middle - 1, top, left + middle + 1, top + size), fill=color)
        self._draw.rectangle((left, top + middle - 1, left + size, top + middle + 1), fill=color)
        return Box(left, top, left + size + 1, top + size + 1)
