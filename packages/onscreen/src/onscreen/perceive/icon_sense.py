"""Sense that adds icons missing from the tree of a shot, and describes icons without a name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.perceive.element_kinds import is_actionable
from onscreen.perceive.icon_appearance import measure_icon
from onscreen.perceive.icon_detection import DetectionLimits, detect_icons
from onscreen.perceive.icon_encoder import IconEncoder, IconReading
from onscreen.perceive.icon_selection import SeenIcon
from onscreen.perceive.node_insertion import TEXT_ROLES, insert_nodes
from onscreen.perceive.screenshot_pixels import add_warning, decode_screenshot
from onscreen.types import Box, Node, Shot

MAX_ADDED = 120
"""Maximum number of icons added to a screen; a photograph has hundreds of shapes, an application fewer."""
MIN_PROBABILITY = 0.5
"""Probability below which the meaning of an icon is not stated."""
KNOWN_HEIGHT_RATIO = 3.0
"""An icon belongs to the actionable element around it, such as a button with an icon and a text, if this
element is at most this many times as high."""
SAME_AREA_RATIO = 2.0
"""An icon is the same as a named element of the tree that is at most this many times as large."""

Pixels = NDArray[np.uint8]


class IconSense:
    """Sense that finds icons in the screenshot by their edges and names them by a neural network.

    An icon missing from the tree becomes a clickable node with `seen_by` "icon", named after the meaning of
    the icon. For an element of the tree without a name, the meaning of its icon is added to its clue. The
    previous screenshot is remembered, so that an unchanged one is not read again.
    """

    def __init__(self, limits: DetectionLimits | None = None) -> None:
        """Create a sense with the given limits."""
        self._limits = limits or DetectionLimits()
        self._source: tuple[str, tuple[Box, ...]] = ("", ())
        self._icons: tuple[SeenIcon, ...] = ()

    def __call__(self, shot: Shot) -> Shot:
        """Return the shot with the icons of its screenshot.

        A screenshot that is too large, cannot be decoded or has more than `MAX_ADDED` new icons is noted in
        the `warning`.
        """
        try:
            found = self.read(shot)
        except ValueError as error:
            return add_warning(shot, str(error))
        nodes = merge_icons(shot.nodes, found)
        if (added := len(nodes) - len(shot.nodes)) > MAX_ADDED:
            return add_warning(
                shot, f"{added} shapes look like icons, more than {MAX_ADDED}; none of them was added"
            )
        return msgspec.structs.replace(shot, nodes=nodes)

    def read(self, shot: Shot) -> tuple[SeenIcon, ...]:
        """Read all icons of a screenshot, from top to bottom, except inside the texts of the tree.

        Raises:
            ValueError: the screenshot is too large or cannot be decoded.
        """
        texts = tuple(node.box for node in shot.nodes if _is_text(node))
        source = (shot.picture.sha256, texts)
        if source != self._source:
            pixels = decode_screenshot(shot)
            if isinstance(pixels, str):
                raise ValueError(pixels)
            self._icons = read_icons(pixels, detect_icons(pixels, self._limits, ignored=texts))
            self._source = source
        return self._icons


def read_icons(pixels: Pixels, boxes: Sequence[Box]) -> tuple[SeenIcon, ...]:
    """Recognize the icons in tight boxes of an RGB picture of shape (height, width, 3)."""
    readings = _encoder().read(pixels, boxes)
    return tuple(
        SeenIcon(box, reading, measure_icon(pixels, box))
        for box, reading in zip(boxes, readings, strict=True)
    )


@cache
def _encoder() -> IconEncoder:
    return IconEncoder()


def merge_icons(nodes: Sequence[Node], icons: Sequence[SeenIcon]) -> tuple[Node, ...]:
    """Insert icons that are missing from the tree, and describe elements without a name by their icons.

    An icon inside a text, or inside an element of the tree of similar size, counts as known. A container, an
    image or a canvas around the icon does not. A single letter or symbol that was read from the screenshot
    may be an icon, such as a magnifying glass that looks like a "Q"; an icon with a certain meaning is then
    added beside the letter.
    """
    merged, new = list(nodes), list[Node]()
    for icon in icons:
        owner = _owner(nodes, icon.box)
        if owner is None:
            is_read = any(_is_sign(node) and node.box.contains(icon.box.center) for node in nodes)
            new += [_node(icon)] if not is_read or _is_certain(icon.reading) else []
        elif is_actionable(nodes[owner]) and _is_unnamed(nodes[owner]) and _is_certain(icon.reading):
            clue = ", ".join(filter(None, (nodes[owner].clue, f"{icon.reading.name} icon")))
            merged[owner] = msgspec.structs.replace(nodes[owner], clue=clue)
    return insert_nodes(merged, new) if new else tuple(merged)


def _owner(nodes: Sequence[Node], box: Box) -> int | None:
    """Return the index of the smallest text or actionable element around an icon.

    Returns None if no such element is around the icon.
    """

    def accepts(node: Node) -> bool:
        return not _is_sign(node) and (
            node.role in TEXT_ROLES
            or (is_actionable(node) and node.box.height <= KNOWN_HEIGHT_RATIO * max(box.width, box.height))
            or (bool(node.name) and node.box.area <= SAME_AREA_RATIO * box.area)
        )

    around = [index for index, node in enumerate(nodes) if node.box.contains(box.center) and accepts(node)]
    return min(around, key=lambda index: nodes[index].box.area, default=None)


def _node(icon: SeenIcon) -> Node:
    name = icon.reading.name if _is_certain(icon.reading) else ""
    look = f"{icon.appearance.color} icon, {icon.appearance.style}"
    return Node("image", name, icon.box, states=("clickable",), seen_by="icon", clue=look)


def _is_text(node: Node) -> bool:
    return node.role in TEXT_ROLES and bool(node.name) and not _is_sign(node)


def _is_sign(node: Node) -> bool:
    """Check whether a node is a single character, except a digit, that was read from the screenshot."""
    return node.seen_by == "ocr" and len(node.name) == 1 and not node.name.isdigit()


def _is_unnamed(node: Node) -> bool:
    return not node.name.strip() and not node.value.strip()


def _is_certain(reading: IconReading) -> bool:
    return reading.probability >= MIN_PROBABILITY


icons = IconSense()
"""The sense `icons`."""
