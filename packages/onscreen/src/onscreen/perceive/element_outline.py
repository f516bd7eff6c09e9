"""Indented outline of a screen with one element per line."""

from __future__ import annotations

from onscreen.perceive.information_action_field_tree import iaf, walk
from onscreen.perceive.screen_text_header import footer_lines, header_lines
from onscreen.perceive.screen_text_truncation import fit_lines
from onscreen.perceive.text_extraction import piece_of
from onscreen.perceive.text_layout import Style
from onscreen.types import Screen

FULL = Style(terse=False, joined=False, marks=("action", "field", "information"))


def outline(screen: Screen, *, cap_chars: int | None = None) -> str:
    """Convert a screen into an indented outline, truncated to about `cap_chars` characters."""
    found = [
        piece_of(item, item.element, depth=depth, fold=False)
        for depth, item in walk(iaf(screen))
        if item.element is not None
    ]
    above, below = header_lines(screen.shot), footer_lines(screen)
    room = None if cap_chars is None else cap_chars - sum(len(line) + 1 for line in (*above, *below))
    return "\n".join([*above, *fit_lines(found, FULL, cap_chars=room), *below])
