"""Handles that change the width of a column or the height of a row."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from onscreen.types import Node, Screen

MIN_ASPECT = 2.0
"""Smallest ratio of the sides of a handle, which is a strip."""

MAX_WIDTH_PX = 16.0
"""Largest width of the strip, in pixels."""

HEADER_ROLES = frozenset({"columnheader", "row", "rowheader"})
"""Roles of the parents of handles. Handles in the events of a calendar are not left out."""

MAX_HEADER_PX = 64.0
"""Largest height of the header of a column, in pixels."""

EDGE_PX = 4.0
"""Largest distance of a handle without class names from the right edge of its header, in pixels."""

_RESIZES = re.compile(r"\bresiz(e|er|able|ing)\b", re.IGNORECASE)


def is_resize_handle(node: Node, nodes: Sequence[Node]) -> bool:
    """Check whether a node is an unnamed strip beside a header or cell whose classes contain "resize".

    A strip without any class name is a handle if it can be dragged and is at the right edge of a header.
    """
    if node.name or node.value or node.parent is None:
        return False
    short, long = sorted((node.box.width, node.box.height))
    if short > MAX_WIDTH_PX or long < MIN_ASPECT * short:
        return False
    holder = nodes[node.parent]
    if node.attributes:
        return holder.role in HEADER_ROLES and bool(_RESIZES.search(node.attributes))
    is_at_edge = abs(node.box.right - holder.box.right) <= EDGE_PX and holder.box.height <= MAX_HEADER_PX
    return node.has("draggable") and holder.has("draggable") and is_at_edge


def without_resize_handles(screen: Screen) -> Screen:
    """Return a screen without its resize handles; the other elements keep their marks."""
    kept = tuple(e for e in screen.elements if not is_resize_handle(e, screen.shot.nodes))
    return msgspec.structs.replace(screen, elements=kept) if len(kept) < len(screen.elements) else screen
