"""Regions of a screenshot with content that the tree of the shot lacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.node_insertion import TEXT_ROLES
from onscreen.perceive.picture_tiles import TILE_PX, bounding_box, merge_boxes, tile_regions
from onscreen.perceive.reading_order import parents
from onscreen.types import Box, Node

PICTURE_ROLES = frozenset({"canvas", "figure", "graphics-symbol", "iframe", "image", "img", "video"})
"""Roles whose name describes a picture and does not repeat the texts in it."""


class RegionLimits(msgspec.Struct, frozen=True):
    """Thresholds for finding regions with text.

    A pixel is an edge if its gray level differs by `min_step` from its left neighbor. A tile has content if
    edges are in at least `min_columns` of its columns and `min_rows` of its rows: a letter has both, a
    border or an underline has only one. Regions narrower than `min_width_px` are icons, which are not read.
    Known boxes are extended by `margin_px`, because letters and shadows extend beyond them. A picture with a
    name that is at most `max_icon_px` wide is an icon that the tree describes. A system bar has at most
    `max_bar_share` of the height of the screen (24 and 48 dp of 800 on Android).
    """

    min_step: int = 40
    min_columns: int = 3
    min_rows: int = 3
    min_width_px: int = 24
    margin_px: int = 6
    max_icon_px: int = 64
    max_bar_share: float = 0.06


DEFAULT_REGION_LIMITS = RegionLimits()


def find_unread_regions(
    nodes: Sequence[Node], pixels: NDArray[np.uint8], *, limits: RegionLimits = DEFAULT_REGION_LIMITS
) -> tuple[Box, ...]:
    """Find the regions of a screenshot that may contain text without a node in the tree.

    `pixels` is an RGB array of shape (height, width, 3). Regions are found by the density of edges outside
    the boxes of nodes with a name or value.
    """
    height, width = pixels.shape[:2]
    edges = find_edges(pixels, min_step=limits.min_step)
    for box in known_boxes(nodes, limits):
        _clear(edges, box, margin_px=limits.margin_px)
    _clear_system_bars(edges, nodes, limits=limits)
    content = _dense_tiles(edges, limits)
    if not content.any():
        return ()
    joined = cv2.dilate(content.astype(np.uint8), np.ones((1, 3), np.uint8)).astype(np.bool_)
    regions = tile_regions(joined, width=width, height=height)
    wide = [region for region in regions if _content_width(edges, region) >= limits.min_width_px]
    return _join_rows(merge_boxes(wide))


def _content_width(edges: NDArray[np.bool_], region: Box) -> int:
    """Return the distance in pixels between the first and the last edge in a region, 0 without an edge."""
    rows = edges[int(region.top) : int(region.bottom), int(region.left) : int(region.right)]
    columns = np.flatnonzero(rows.any(axis=0))
    return int(columns[-1] - columns[0]) if columns.size else 0


def find_edges(pixels: NDArray[np.uint8], *, min_step: int) -> NDArray[np.bool_]:
    """Return a mask of shape (height, width) of the pixels that differ from their left neighbor."""
    green = pixels[:, :, 1].astype(np.int16)
    edges = np.zeros(green.shape, np.bool_)
    np.greater_equal(np.abs(np.diff(green, axis=1)), min_step, out=edges[:, 1:])
    return edges


def known_boxes(nodes: Sequence[Node], limits: RegionLimits = DEFAULT_REGION_LIMITS) -> Iterator[Box]:
    """Yield the boxes whose text the tree contains.

    The name of a container or of a large picture does not count, because it can be a mere description.
    """
    holders = {parent for parent in parents(nodes) if parent is not None}
    for index, node in enumerate(nodes):
        if not (node.name.strip() or node.value.strip()):
            continue
        if node.role in PICTURE_ROLES and node.box.width > limits.max_icon_px:
            continue
        is_text = kind_of(node) != "information" or node.role in TEXT_ROLES
        if index not in holders or is_text:
            yield node.box


def _clear(edges: NDArray[np.bool_], box: Box, *, margin_px: int) -> None:
    left, top = max(0, int(box.left) - margin_px), max(0, int(box.top) - margin_px)
    edges[top : max(0, int(box.bottom) + margin_px), left : max(0, int(box.right) + margin_px)] = False


def _clear_system_bars(edges: NDArray[np.bool_], nodes: Sequence[Node], *, limits: RegionLimits) -> None:
    """Clear the status and navigation bars: the rows outside a node as wide as the screen.

    A phone reports only the nodes of its application, and the bars contain nothing relevant to the task.
    """
    height, width = edges.shape
    wide = [node.box for node in nodes if node.parent is None and node.box.width >= width]
    if not wide:
        return
    top, bottom = int(min(box.top for box in wide)), int(max(box.bottom for box in wide))
    if top <= limits.max_bar_share * height:
        edges[: max(0, top)] = False
    if height - bottom <= limits.max_bar_share * height:
        edges[bottom:] = False


def _dense_tiles(edges: NDArray[np.bool_], limits: RegionLimits) -> NDArray[np.bool_]:
    """Return the tiles with edges in several rows and several columns."""
    height, width = edges.shape
    padded = np.pad(edges, ((0, -height % TILE_PX), (0, -width % TILE_PX)))
    tiles = padded.reshape(padded.shape[0] // TILE_PX, TILE_PX, padded.shape[1] // TILE_PX, TILE_PX)
    columns = tiles.any(axis=1).sum(axis=2)
    rows = tiles.any(axis=3).sum(axis=1)
    dense: NDArray[np.bool_] = (columns >= limits.min_columns) & (rows >= limits.min_rows)
    return dense


def _join_rows(regions: Sequence[Box]) -> tuple[Box, ...]:
    """Join adjacent regions, so that one line of text is read in one call."""
    joined: list[Box] = []
    for region in regions:
        extended = Box(region.left - TILE_PX, region.top, region.right + TILE_PX, region.bottom)
        place = next((i for i, other in enumerate(joined) if extended.intersection(other).area > 0), None)
        if place is None:
            joined.append(region)
        else:
            joined[place] = bounding_box([joined[place], region])
    return merge_boxes(joined)
