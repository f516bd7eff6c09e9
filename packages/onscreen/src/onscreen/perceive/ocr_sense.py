"""Sense that adds the text of the screenshot to a shot by optical character recognition (OCR)."""

from __future__ import annotations

import msgspec

from onscreen.perceive.recognized_text import describe_unread
from onscreen.perceive.screenshot_pixels import add_warning, decode_screenshot
from onscreen.perceive.screenshot_text import TextReader
from onscreen.perceive.text_merge import merge_text
from onscreen.perceive.tree_faults import describe_tree_fault
from onscreen.types import Shot


class OcrSense:
    """Sense that adds text missing from the tree of a shot.

    The previous screenshot is remembered, so that only the regions that changed are read again.
    """

    def __init__(self, reader: TextReader | None = None) -> None:
        """Create a sense that uses a reader, with default limits if `reader` is None."""
        self._reader = reader or TextReader()

    def __call__(self, shot: Shot) -> Shot:
        """Return the shot with the recognized text merged into its nodes.

        The `warning` reports a screenshot that cannot be decoded or read in time, and a tree that does not
        match the screenshot.

        Raises:
            TimeLimitReached: the time limit of the run is used up.
        """
        pixels = decode_screenshot(shot)
        if isinstance(pixels, str):
            return add_warning(shot, pixels)
        text = self._reader.read(pixels)
        warnings = (describe_tree_fault(shot.nodes, pixels, lines=text.lines), describe_unread(text, shot))
        shot = msgspec.structs.replace(shot, nodes=merge_text(shot.nodes, text.lines))
        return add_warning(shot, *warnings)


ocr = OcrSense()
"""The sense `ocr`."""
