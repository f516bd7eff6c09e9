"""Size of the phone's display in pixels."""

from __future__ import annotations

import msgspec


class DisplaySize(msgspec.Struct, frozen=True):
    """Screen size in device pixels, with the ratio to density-independent pixels.

    `ratio` is the number of device pixels per density-independent pixel.
    """

    width: int
    height: int
    ratio: float

    @property
    def css_size(self) -> tuple[int, int]:
        """Width and height in density-independent pixels, rounded up to integers."""
        return -int(-self.width // self.ratio), -int(-self.height // self.ratio)

    @property
    def clip(self) -> tuple[float, float] | None:
        """Exact width and height in density-independent pixels, for cropping screenshots.

        Returns None if `css_size` is exact and no clip is needed.
        """
        width, height = self.css_size
        if (width * self.ratio, height * self.ratio) == (self.width, self.height):
            return None
        return self.width / self.ratio, self.height / self.ratio
