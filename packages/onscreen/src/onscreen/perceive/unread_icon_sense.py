"""Sense that adds only icons in areas without elements in the tree, such as a canvas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias, cast

import msgspec

from onscreen.perceive.reading_order import parents
from onscreen.perceive.screenshot_pixels import add_warning
from onscreen.plugins import import_attribute
from onscreen.types import Box, Node, Shot

DRAWN_ROLES = frozenset({"canvas", "graphics-document"})
"""Roles of areas whose controls exist only as pixels."""
MIN_SIDE_PX = 64
"""Shortest side of an area with controls of its own; a smaller canvas is a picture or a control itself."""
MAX_ADDED = 40
"""Maximum number of icons added to a screen; more shapes are a map, a chart or a game board."""


class FoundIcon(Protocol):
    """Protocol of an icon that was found in a screenshot."""

    @property
    def box(self) -> Box:
        """Return the tight box of the icon."""
        ...


class IconReader(Protocol):
    """Protocol of a reader of icons, such as `IconSense`."""

    def read(self, shot: Shot) -> Sequence[FoundIcon]:
        """Return the icons of a screenshot.

        Raises:
            ValueError: the screenshot is too large or cannot be decoded.
        """
        ...


Merge: TypeAlias = Callable[[Sequence[Node], Sequence[FoundIcon]], tuple[Node, ...]]


def add_unread_icons(shot: Shot) -> Shot:
    """Return the shot with the icons of its drawn areas as clickable nodes with `seen_by` "icon".

    The network that names icons is loaded when the first such area is seen, and an unchanged screenshot is
    not read again. The `warning` reports a screenshot that cannot be decoded, or more than `MAX_ADDED` icons,
    none of which are added. The sense comes after one that reads text, because letters look like icons.
    """
    areas = drawn_areas(shot.nodes, size=shot.picture.size)
    if not areas:
        return shot
    sense = cast("IconReader", import_attribute("onscreen.perceive.icon_sense:icons"))
    merge = cast("Merge", import_attribute("onscreen.perceive.icon_sense:merge_icons"))
    try:
        found = sense.read(shot)
    except ValueError as error:
        return add_warning(shot, str(error))
    inside = [icon for icon in found if any(area.contains(icon.box.center) for area in areas)]
    if len(inside) > MAX_ADDED:
        return add_warning(
            shot,
            f"{len(inside)} drawn shapes are too many to list; to use one, give its place in the picture",
        )
    return msgspec.structs.replace(shot, nodes=merge(shot.nodes, inside)) if inside else shot


def drawn_areas(nodes: Sequence[Node], *, size: tuple[int, int]) -> tuple[Box, ...]:
    """Return the areas for which the tree has no elements: canvases without children from the tree.

    The whole screenshot, of `size` in pixels, is such an area if no node of the tree has a name or value.
    """
    tree = [node for node in nodes if node.seen_by == "tree"]
    if not any(node.name.strip() or node.value.strip() for node in tree):
        return (Box(0, 0, *size),)
    holders = {parent for node, parent in zip(nodes, parents(nodes), strict=True) if node.seen_by == "tree"}
    return tuple(
        node.box
        for index, node in enumerate(nodes)
        if node.role in DRAWN_ROLES
        and index not in holders
        and min(node.box.width, node.box.height) >= MIN_SIDE_PX
        and not node.has("covered")
    )
