"""The Information-Action-Field of a screen as text for a model: terse, in reading order, cut to size."""

from __future__ import annotations

import msgspec

from onscreen.perceive.iaf import Iaf
from onscreen.perceive.layout import Style
from onscreen.perceive.screen_diff import news
from onscreen.perceive.text_pieces import pieces
from onscreen.perceive.view_header import foot, head
from onscreen.perceive.view_truncation import fitted
from onscreen.types import Screen

NUMBERED = Style(marks=("action", "field", "information"))


def iaf_text(
    branch: Iaf,
    screen: Screen,
    *,
    cap_chars: int | None = None,
    since: Screen | None = None,
    number_information: bool = False,
) -> str:
    """Return the text of a screen's Iaf, at most `cap_chars` characters long where that can be.

    Every action and field stands with its mark, as `[12] button "Add to cart"`; neighbours of one kind
    share its name. Values follow as ="…", states as words, and →14 names a field's action where it is not
    simply the next one. Locators are never in it. What there is no room for goes as `fit` says, and is
    counted. With `since`, an earlier screen most of which is still there, only what changed: + new, ~
    changed, - gone.
    """
    style = NUMBERED if number_information else Style()
    found = pieces(branch)
    told: list[str] = []
    fresh = news(since, screen, found=found) if since else None
    if fresh is not None:
        found, told = list(fresh.pieces), list(fresh.lines)
        style = msgspec.structs.replace(style, joined=False)
    above, below = head(screen.shot), [*told, *foot(screen)]
    room = None if cap_chars is None else cap_chars - sum(len(line) + 1 for line in (*above, *below))
    return "\n".join([*above, *fitted(found, style, cap_chars=room), *below])
