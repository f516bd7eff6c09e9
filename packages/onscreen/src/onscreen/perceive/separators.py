"""Which pieces share a line, and what stands between them."""

from __future__ import annotations

from collections.abc import Sequence

from onscreen.perceive.text_pieces import Piece
from onscreen.types import Box

RUN_ROLES = frozenset({"link", "menuitem", "tab", "treeitem"})
"""What stands in lists one below the other, and may stand side by side without loss."""

APART = " · "
"""Between two pieces of information."""

EDGE_PX = 2.0
"""How far the left edges of a list may differ."""

WORD_GAP = 0.6
"""The widest gap between two words of one text, in heights of its line."""


def joint_of(line: Sequence[Piece], piece: Piece, *, room: int, few: bool) -> str | None:
    """Return what to put between a line of pieces and the next one; None where that begins a new line.

    A line goes on in the same row, in the same container if `few` things are in it, and down a list of
    links; a space parts words of one text.
    """
    before = line[-1]
    if before.holds or piece.holds or before.depth != piece.depth or piece.options or before.options:
        return None
    if piece.role == "heading" or room < len(piece.name):
        return None
    beside = _same_row(before.box, piece.box)
    inside = before.within == piece.within and piece.within is not None
    if not beside and not (inside and few) and not _lists(line, piece):
        return None
    if piece.kind != "information":
        return " "
    if before.role == piece.role == "text" and inside and beside:
        return _between_words(before.box, piece.box)
    return APART


def _between_words(a: Box, b: Box) -> str:
    gap = b.left - a.right
    return " " if gap < WORD_GAP * max(a.height, b.height) else APART


def _lists(line: Sequence[Piece], piece: Piece) -> bool:
    first = line[0]
    alike = piece.role in RUN_ROLES and all(p.role == piece.role for p in line)
    return alike and abs(first.box.left - piece.box.left) <= EDGE_PX


def _same_row(a: Box, b: Box) -> bool:
    common = min(a.bottom, b.bottom) - max(a.top, b.top)
    return b.left >= a.left and 2 * common > min(a.height, b.height)
