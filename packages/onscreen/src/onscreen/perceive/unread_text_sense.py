"""Sense that reads only areas of a screenshot with content that the tree lacks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Protocol, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.perceive.recognized_text import ScreenshotText, TextLine, describe_unread
from onscreen.perceive.screenshot_pixels import add_warning, decode_screenshot
from onscreen.perceive.text_merge import merge_text
from onscreen.perceive.tree_faults import describe_tree_fault
from onscreen.perceive.unread_regions import find_unread_regions
from onscreen.plugins import import_attribute
from onscreen.types import Box, Shot


class RegionReader(Protocol):
    """Protocol of a reader of regions of a screenshot, such as `TextReader`."""

    def read_regions(self, pixels: NDArray[np.uint8], regions: Sequence[Box]) -> ScreenshotText:
        """Return the lines of text in the regions.

        Raises:
            TimeLimitReached: the time limit of the run is used up.
        """
        ...


class UnreadTextSense:
    """Sense that adds text from areas of the screenshot that the tree does not cover.

    The recognizer is loaded when the first such area is found. A region whose pixels did not change since
    the previous screenshot is not read again.
    """

    def __init__(self, reader: RegionReader | None = None) -> None:
        """Create a sense that uses a reader, by default the recognizer of the extra `vision`."""
        self._reader = reader
        self._known: tuple[tuple[Box, NDArray[np.uint8], tuple[TextLine, ...]], ...] = ()

    def __call__(self, shot: Shot) -> Shot:
        """Return the shot with the text of unread areas merged into its nodes.

        The `warning` reports a screenshot that cannot be decoded or read in time, and a tree that does not
        match the screenshot.

        Raises:
            TimeLimitReached: the time limit of the run is used up.
        """
        pixels = decode_screenshot(shot)
        if isinstance(pixels, str):
            return add_warning(shot, pixels)
        regions = find_unread_regions(shot.nodes, pixels)
        text = self._read(pixels, regions)
        warnings = (describe_tree_fault(shot.nodes, pixels, lines=text.lines), describe_unread(text, shot))
        if text.lines:
            shot = msgspec.structs.replace(shot, nodes=merge_text(shot.nodes, text.lines))
        return add_warning(shot, *warnings)

    def _read(self, pixels: NDArray[np.uint8], regions: tuple[Box, ...]) -> ScreenshotText:
        known, self._known = self._known, ()
        kept = [
            (box, before, lines)
            for box, before, lines in known
            if box in regions and np.array_equal(_crop(pixels, box), before)
        ]
        kept_boxes = [box for box, _, _ in kept]
        changed = [box for box in regions if box not in kept_boxes]
        found = self._load().read_regions(pixels, changed) if changed else ScreenshotText()
        read = [
            (box, _crop(pixels, box).copy(), tuple(li for li in found.lines if box.contains(li.box.center)))
            for box in changed
            if not any(box.intersection(unread).area > 0 for unread in found.unread)
        ]
        self._known = (*kept, *read)
        lines = [line for _, _, lines in kept for line in lines]
        return msgspec.structs.replace(found, lines=(*lines, *found.lines))

    def _load(self) -> RegionReader:
        if self._reader is None:
            self._reader = _default_reader()
        return self._reader


@cache
def _default_reader() -> RegionReader:
    create = cast("type[RegionReader]", import_attribute("onscreen.perceive.screenshot_text:TextReader"))
    return create()


def _crop(pixels: NDArray[np.uint8], box: Box) -> NDArray[np.uint8]:
    return pixels[int(box.top) : int(box.bottom), int(box.left) : int(box.right)]


unread_text = UnreadTextSense()
"""The sense `unread-text`."""
