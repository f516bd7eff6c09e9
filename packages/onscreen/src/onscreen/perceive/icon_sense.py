"""Sense that adds icons and small controls where the tree has nothing."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.icon_detection import DEFAULT_ICON_LIMITS, IconLimits, detect_icons, name_colour
from onscreen.perceive.node_insertion import insert_nodes
from onscreen.perceive.reading_order import parents
from onscreen.perceive.screenshot_pixels import add_warning, decode_screenshot
from onscreen.perceive.unread_regions import PICTURE_ROLES
from onscreen.types import Box, Node, Shot

MAX_ICONS = 60
"""Most icons that are added to a screen: a photo has hundreds of contours, an application few icons."""


class IconSense:
    """Sense that adds clickable nodes without a name for icons that the tree does not contain."""

    def __init__(self, limits: IconLimits = DEFAULT_ICON_LIMITS) -> None:
        """Create a sense with the given limits."""
        self._limits = limits

    def __call__(self, shot: Shot) -> Shot:
        """Return the shot with a node for each icon that the tree lacks.

        The nodes have the role "graphics-symbol", `seen_by` "icon" and the colour as clue. If there are more
        than `MAX_ICONS`, none is added and the `warning` says so.
        """
        pixels = decode_screenshot(shot)
        if isinstance(pixels, str):
            return add_warning(shot, pixels)
        texts = [node.box for node in shot.nodes if node.role == "text"]
        found = detect_icons(pixels, self._limits, ignored=texts)
        boxes = [box for box in found if not is_known(box, shot.nodes, max_px=self._limits.max_px)]
        if len(boxes) > MAX_ICONS:
            return add_warning(
                shot, f"{len(boxes)} shapes look like icons, more than {MAX_ICONS}; none of them was added"
            )
        icons = [_icon_node(box, pixels) for box in boxes]
        return msgspec.structs.replace(shot, nodes=insert_nodes(shot.nodes, icons)) if icons else shot


def is_known(box: Box, nodes: Sequence[Node], *, max_px: int) -> bool:
    """Check whether the tree has a control, a text or a small node at the centre of a box.

    Pictures and containers larger than `max_px` do not count: what they show is not in the tree.
    """
    holders = {parent for parent in parents(nodes) if parent is not None}
    for index, node in enumerate(nodes):
        if not node.box.contains(box.center):
            continue
        is_small = max(node.box.width, node.box.height) <= max_px
        is_content = index not in holders and node.role not in PICTURE_ROLES and bool(node.name or node.value)
        is_control = kind_of(node) != "information" and node.role not in PICTURE_ROLES
        if is_content or (is_small and index not in holders) or (is_control and node.box.height <= max_px):
            return True
    return False


def _icon_node(box: Box, pixels: NDArray[np.uint8]) -> Node:
    clue = f"{name_colour(pixels, box)} icon"
    return Node("graphics-symbol", "", box, states=("clickable",), seen_by="icon", clue=clue)


icons = IconSense()
"""The sense `icons`."""
