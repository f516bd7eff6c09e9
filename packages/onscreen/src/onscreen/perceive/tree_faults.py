"""Detection of trees that are empty, stale or contradict the screenshot."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.perceive.reading_order import parents
from onscreen.perceive.recognized_text import TextLine
from onscreen.perceive.text_merge import contains_text
from onscreen.perceive.unread_regions import find_edges
from onscreen.types import Node


class FaultLimits(msgspec.Struct, frozen=True):
    """Thresholds for judging a tree as empty, stale or contradictory.

    A tree is judged if it has at least `min_texts` texts with a box; it is faulty if at least `min_share` of
    the texts are not visible at their place, or differ from the recognized text there. Invisible means that
    no gray level in the box differs by `min_step` from its neighbor.
    """

    min_texts: int = 3
    min_share: float = 0.3
    min_step: int = 12


def describe_tree_fault(
    nodes: Sequence[Node],
    pixels: NDArray[np.uint8],
    *,
    lines: Sequence[TextLine],
    limits: FaultLimits | None = None,
) -> str:
    """Describe why the tree does not match the screenshot; "" if it does.

    `lines` is the recognized text of the regions that were read.
    """
    limits = limits or FaultLimits()
    if not any(node.name.strip() or node.value.strip() for node in nodes):
        return "the tree is empty; the text was read from the screenshot" if lines else ""
    texts = _leaf_texts(nodes, pixels)
    edges = find_edges(pixels, min_step=limits.min_step)
    if len(texts) < limits.min_texts or not edges.any():
        return ""
    needed = limits.min_share * len(texts)
    invisible = sum(not _crop(edges, node).any() for node in texts)
    if invisible >= needed:
        return (
            f"the tree may be stale: {invisible} of its {len(texts)} texts are not visible in the screenshot"
        )
    different = sum(_differs(node, lines) for node in texts)
    if different >= needed:
        return f"the tree contradicts the screenshot: {different} of its {len(texts)} texts read differently"
    return ""


def _leaf_texts(nodes: Sequence[Node], pixels: NDArray[np.uint8]) -> list[Node]:
    """Return the visible leaves with the role text, whose names are shown on the screen."""
    height, width = pixels.shape[:2]
    holders = {parent for parent in parents(nodes) if parent is not None}
    return [
        node
        for index, node in enumerate(nodes)
        if index not in holders
        and (node.role, node.seen_by) == ("text", "tree")
        and node.name.strip()
        and not node.has("covered")
        and 0 <= node.box.left < node.box.right <= width
        and 0 <= node.box.top < node.box.bottom <= height
    ]


def _crop(edges: NDArray[np.bool_], node: Node) -> NDArray[np.bool_]:
    box = node.box
    return edges[int(box.top) : int(np.ceil(box.bottom)), int(box.left) : int(np.ceil(box.right))]


def _differs(node: Node, lines: Sequence[TextLine]) -> bool:
    """Check whether text was recognized in the box of a node, but not the text of the node."""
    inside = [line for line in lines if node.box.contains(line.box.center)]
    found = " ".join(line.text for line in inside)
    return bool(inside) and not contains_text(found, node.name) and not contains_text(node.name, found)
