"""Data types for text recognized in a screenshot."""

from __future__ import annotations

import msgspec

from onscreen.types import Box, Shot


class TextLine(msgspec.Struct, frozen=True):
    """A line of text in a picture, with the recognizer's confidence from 0 to 1."""

    text: str
    box: Box
    score: float


class ScreenshotText(msgspec.Struct, frozen=True):
    """Lines of text in a screenshot, and the regions that were not read in time."""

    lines: tuple[TextLine, ...] = ()
    unread: tuple[Box, ...] = ()
    seconds: float = 0.0


def describe_unread(text: ScreenshotText, shot: Shot) -> str:
    """Describe which share of the screenshot was not read in time; "" if all of it was read."""
    width, height = shot.picture.size
    share = sum(box.area for box in text.unread) / (width * height)
    if not share:
        return ""
    return f"the text in {share:.0%} of the screenshot was not read within {text.seconds:.0f} s"
