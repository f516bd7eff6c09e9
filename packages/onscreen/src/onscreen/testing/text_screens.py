"""Test screens that are built from lines of text."""

from __future__ import annotations

import re

import numpy as np

from onscreen.perceive.pixel_array import encode
from onscreen.types import Box, Element, Node, Screen, Shot
from onscreen.types.slider_value import parse_slider_value

WIDTH_PX, ROW_PX = 320, 20
_LINE = re.compile(
    r"(?P<indent> *)(?P<role>\w+)(?P<name>[^=\[(]*)(?:=(?P<value>[^\[(]*))?"
    r"(?:\[(?P<states>[^\]]*)\])?\s*(?:\((?P<clue>[^)]*)\))?$"
)


def shot_from_lines(*lines: str, address: str = "practice:1") -> Shot:
    """Build a `Shot` from lines of text, with one node per line.

    A line is `role name =value [states] (clue)`; an indent of two spaces makes it a child of the line above.

    Raises:
        ValueError: a line has another format.
    """
    nodes: list[Node] = []
    ancestors: list[tuple[int, int]] = []
    for row, line in enumerate(lines):
        match = _LINE.match(line)
        if match is None:
            raise ValueError(f"expected 'role name =value [states] (clue)', found {line!r}")
        depth = len(match["indent"]) // 2
        ancestors = [ancestor for ancestor in ancestors if ancestor[0] < depth]
        parent = ancestors[-1][1] if ancestors else None
        nodes.append(_node(match, row, parent=parent))
        ancestors.append((depth, row))
    height = ROW_PX * max(1, len(lines))
    pixels = np.full((height, WIDTH_PX, 3), 240, dtype=np.uint8)
    return Shot(encode(pixels), tuple(nodes), app="practice", address=address)


def _node(match: re.Match[str], row: int, *, parent: int | None) -> Node:
    left = 10 * (len(match["indent"]) // 2)
    value, clue = (match["value"] or "").strip(), (match["clue"] or "").strip()
    return Node(
        match["role"],
        match["name"].strip(),
        Box(left, ROW_PX * row, WIDTH_PX, ROW_PX * (row + 1)),
        value,
        tuple((match["states"] or "").split()),
        f"row {row}",
        parent=parent,
        clue=clue,
        attributes=clue,
        slider=parse_slider_value(value) if match["role"] == "slider" else None,
    )


def screen_of_all_nodes(shot: Shot) -> Screen:
    """Build a `Screen` in which every node is an element, numbered from 1."""
    return Screen(
        shot, tuple(Element.of(node, index + 1, index=index) for index, node in enumerate(shot.nodes))
    )
