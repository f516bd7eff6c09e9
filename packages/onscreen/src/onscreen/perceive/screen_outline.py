"""The whole screen as an indented outline: every element with its mark, one a line."""

from __future__ import annotations

from onscreen.perceive.iaf import iaf, walk
from onscreen.perceive.layout import Style
from onscreen.perceive.text_pieces import piece_of
from onscreen.perceive.view_header import foot, head
from onscreen.perceive.view_truncation import fitted
from onscreen.types import Screen

FULL = Style(terse=False, joined=False, marks=("action", "field", "information"))


def outline(screen: Screen, *, cap_chars: int | None = None) -> str:
    """Return the outline, at most `cap_chars` characters long where that can be; cut as `iaf_text` is."""
    found = [
        piece_of(item, item.element, depth=depth, fold=False)
        for depth, item in walk(iaf(screen))
        if item.element is not None
    ]
    above, below = head(screen.shot), foot(screen)
    room = None if cap_chars is None else cap_chars - sum(len(line) + 1 for line in (*above, *below))
    return "\n".join([*above, *fitted(found, FULL, cap_chars=room), *below])
