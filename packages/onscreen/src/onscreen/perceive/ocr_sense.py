"""Sense that adds the text of the screenshot to a shot by optical character recognition (OCR)."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.perceive.pixel_array import decode
from onscreen.perceive.screenshot_text import ScreenshotText, TextReader
from onscreen.perceive.text_merge import merge_text
from onscreen.types import Shot

MAX_DECODED_PIXELS = 64_000_000
"""Pixels above which a screenshot is not decoded: about twice 8K, 200 MB of memory."""


class OcrSense:
    """Sense that adds the text that the tree of a shot does not contain.

    The previous screenshot is remembered, so that only the regions that changed are read again.
    """

    def __init__(self, reader: TextReader | None = None) -> None:
        """Create a sense that uses a reader, with default limits if `reader` is None."""
        self._reader = reader or TextReader()

    def __call__(self, shot: Shot) -> Shot:
        """Return the shot with the recognized text merged into its nodes.

        A screenshot that cannot be decoded or that is not read in time is noted in the `warning`.

        Raises:
            TimeLimitReached: the time limit of the run is used up.
        """
        pixels = decode_screenshot(shot)
        if isinstance(pixels, str):
            return add_warning(shot, pixels)
        text = self._reader.read(pixels)
        shot = msgspec.structs.replace(shot, nodes=merge_text(shot.nodes, text.lines))
        return add_warning(shot, describe_unread(text, shot))


def decode_screenshot(shot: Shot) -> NDArray[np.uint8] | str:
    """Return the pixels of a shot, or why its screenshot cannot be decoded."""
    width, height = shot.picture.size
    if width * height > MAX_DECODED_PIXELS:
        return (
            f"the screenshot has {width} x {height} pixels, more than {MAX_DECODED_PIXELS}; "
            "its text was not read"
        )
    try:
        return decode(shot.picture)
    except (OSError, SyntaxError, ValueError) as error:
        return f"the screenshot cannot be decoded, and its text was not read: {error}"


def describe_unread(text: ScreenshotText, shot: Shot) -> str:
    """Return which share of the screenshot was not read in time, "" if all was read."""
    width, height = shot.picture.size
    share = sum(box.area for box in text.unread) / (width * height)
    if not share:
        return ""
    return f"the text in {share:.0%} of the screenshot was not read within {text.seconds:.0f} s"


def add_warning(shot: Shot, warning: str) -> Shot:
    """Return the shot with a warning added to those it has."""
    if not warning:
        return shot
    return msgspec.structs.replace(shot, warning="; ".join(filter(None, (shot.warning, warning))))


ocr = OcrSense()
"""The sense `ocr`."""
