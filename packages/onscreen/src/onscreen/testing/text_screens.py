"""Screens written as lines of text, for tests of what reads screens."""

from __future__ import annotations

import re

import numpy as np

from onscreen.perceive.pixel_array import encode
from onscreen.types import Box, Element, Node, Screen, Shot

WIDTH_PX, ROW_PX = 320, 20
_LINE = re.compile(
    r"(?P<indent> *)(?P<role>\w+)(?P<name>[^=\[(]*)(?:=(?P<value>[^\[(]*))?"
    r"(?:\[(?P<states>[^\]]*)\])?\s*(?:\((?P<clue>[^)]*)\))?$"
)


def shot_from_lines(*lines: str, address: str = "practice:1") -> Shot:
    """Return the shot of these lines, one node a line from the top down.

    A line is `role name =value [states] (clue)`; two spaces before it put it inside the line above.
    """
    nodes: list[Node] = []
    holders: list[tuple[int, int]] = []
    for row, line in enumerate(lines):
        found = _LINE.match(line)
        if found is None:
            raise ValueError(f"a line is 'role name =value [states] (clue)', found {line!r}")
        depth = len(found["indent"]) // 2
        holders = [held for held in holders if held[0] < depth]
        parent = holders[-1][1] if holders else None
        nodes.append(_node(found, row, parent=parent))
        holders.append((depth, row))
    height = ROW_PX * max(1, len(lines))
    grey = np.full((height, WIDTH_PX, 3), 240, dtype=np.uint8)
    return Shot(encode(grey), tuple(nodes), app="practice", address=address)


def _node(found: re.Match[str], row: int, *, parent: int | None) -> Node:
    left = 10 * (len(found["indent"]) // 2)
    return Node(
        found["role"],
        found["name"].strip(),
        Box(left, ROW_PX * row, WIDTH_PX, ROW_PX * (row + 1)),
        (found["value"] or "").strip(),
        tuple((found["states"] or "").split()),
        f"row {row}",
        parent=parent,
        clue=(found["clue"] or "").strip(),
    )


def screen_of_all_nodes(shot: Shot) -> Screen:
    """Return the screen of a shot whose nodes are all elements, marked from 1 in their order."""
    return Screen(
        shot, tuple(Element.of(node, index + 1, index=index) for index, node in enumerate(shot.nodes))
    )
