"""Screenshots of a whole screen."""

from __future__ import annotations

import io

import mss
from PIL import Image

from onscreen.types import Box, Picture
from onscreen.types.errors import DeviceError

_FAST_COMPRESSION = 1


class ScreenCapture:
    """Source of screenshots, which does not encode an unchanged screen again."""

    def __init__(self, display: str | None = None) -> None:
        """Connect to an X display such as ":1", or to the screen of the running session.

        Raises:
            DeviceError: the screen cannot be captured.
        """
        self._pixels = b""
        self._picture: Picture | None = None
        try:
            self._camera = mss.MSS(display=display)
        except mss.ScreenShotError as error:
            raise DeviceError(f"the screen cannot be captured: {error}") from error

    @property
    def area(self) -> Box:
        """Area of all monitors, in the units of the operating system."""
        area = self._camera.monitors[0]
        left, top = float(area["left"]), float(area["top"])
        return Box(left, top, left + area["width"], top + area["height"])

    def capture(self) -> Picture:
        """Capture the screen as PNG.

        Raises:
            DeviceError: the screen is gone.
        """
        try:
            image = self._camera.grab(self._camera.monitors[0])
        except mss.ScreenShotError as error:
            raise DeviceError(f"the screen cannot be captured: {error}") from error
        pixels = bytes(image.bgra)
        if self._picture is None or pixels != self._pixels:
            stream = io.BytesIO()
            picture = Image.frombytes("RGB", image.size, pixels, "raw", "BGRX")
            picture.save(stream, "PNG", compress_level=_FAST_COMPRESSION)
            self._pixels, self._picture = pixels, Picture(stream.getvalue())
        return self._picture

    def close(self) -> None:
        """Close the connection."""
        self._camera.close()
