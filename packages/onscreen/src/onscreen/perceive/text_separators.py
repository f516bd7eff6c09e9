"""Separators between the texts of elements that share a line."""

from __future__ import annotations

from collections.abc import Sequence

from onscreen.perceive.text_extraction import Piece
from onscreen.types import Box

RUN_ROLES = frozenset({"link", "menuitem", "tab", "treeitem"})
"""Roles whose vertical lists may be written on one line."""

SEPARATOR = " · "
"""The separator between two pieces of information."""

EDGE_PX = 2.0
"""Largest difference of the left edges of a vertical list, in pixels."""

WORD_GAP = 0.6
"""Widest gap between two words of one text, relative to the height of the line."""


def separator_between(line: Sequence[Piece], piece: Piece, *, room: int, few: bool) -> str | None:
    """Choose the separator before the text of an element on a line.

    Returns None if the element starts a new line. Pieces share a line if they are in one row, in one
    container with a `few` pieces, or in a vertical list of links. An action whose name is on the line already
    starts a new line unless it is in the same row, since the actions of each card or row belong to the texts
    beside them. Words of one text are separated by a space. `room` is the number of characters left on the
    line.
    """
    before = line[-1]
    if (
        before.has_content
        or piece.has_content
        or before.depth != piece.depth
        or piece.options
        or before.options
    ):
        return None
    if piece.role == "heading" or room < len(piece.name):
        return None
    beside = _same_row(before.box, piece.box)
    inside = before.within == piece.within and piece.within is not None
    if not beside and (_repeats(line, piece) or not ((inside and few) or _lists(line, piece))):
        return None
    if piece.kind != "information":
        return " "
    if before.role == piece.role == "text" and inside and beside:
        return _between_words(before.box, piece.box)
    return SEPARATOR


def _between_words(a: Box, b: Box) -> str:
    gap = b.left - a.right
    return " " if gap < WORD_GAP * max(a.height, b.height) else SEPARATOR


def _repeats(line: Sequence[Piece], piece: Piece) -> bool:
    """Check whether an action with the same role and name is already on the line."""
    if piece.kind != "action" or not piece.name:
        return False
    return any((other.kind, other.role, other.name) == ("action", piece.role, piece.name) for other in line)


def _lists(line: Sequence[Piece], piece: Piece) -> bool:
    first = line[0]
    alike = piece.role in RUN_ROLES and all(p.role == piece.role for p in line)
    return alike and abs(first.box.left - piece.box.left) <= EDGE_PX


def _same_row(a: Box, b: Box) -> bool:
    common = min(a.bottom, b.bottom) - max(a.top, b.top)
    return b.left >= a.left and 2 * common > min(a.height, b.height)
