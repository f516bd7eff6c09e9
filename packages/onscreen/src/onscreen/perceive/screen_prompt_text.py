"""Text representation of a screen for language models."""

from __future__ import annotations

import msgspec

from onscreen.perceive.information_action_field_tree import Iaf
from onscreen.perceive.link_targets import link_targets
from onscreen.perceive.screen_diff import diff_screens
from onscreen.perceive.screen_text_header import footer_lines, header_lines
from onscreen.perceive.screen_text_truncation import fit_lines
from onscreen.perceive.text_extraction import pieces
from onscreen.perceive.text_layout import Style
from onscreen.types import Screen

NUMBERED = Style(marks=("action", "field", "information"))


def iaf_text(
    branch: Iaf,
    screen: Screen,
    *,
    cap_chars: int | None = None,
    previous: Screen | None = None,
    number_information: bool = False,
) -> str:
    """Convert a screen into text for a language model, truncated to about `cap_chars` characters.

    Every action and field has its mark, as in `[12] button "Add to cart"`; neighbours of one kind share the
    role. Values follow as ="…", as do targets of links with an ambiguous name; states follow
    as words, and →14 is the mark of the action that submits a field, unless it is the next one. Locators are
    never included. `view_truncation` describes the order of truncation; left-out elements are counted. With
    `previous`, an earlier screen, the text is the difference between the screens: + added, ~ changed,
    - removed; the whole screen is written if more than half of its elements are new.
    """
    style = NUMBERED if number_information else Style()
    found = pieces(branch, targets=link_targets(screen))
    change_lines: list[str] = []
    fresh = diff_screens(previous, screen, found=found) if previous else None
    if fresh is not None:
        found, change_lines = list(fresh.pieces), list(fresh.lines)
        style = msgspec.structs.replace(style, joined=False)
    above, below = header_lines(screen.shot), [*change_lines, *footer_lines(screen)]
    room = None if cap_chars is None else cap_chars - sum(len(line) + 1 for line in (*above, *below))
    return "\n".join([*above, *fit_lines(found, style, cap_chars=room), *below])
