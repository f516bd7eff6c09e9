"""Choice among the icons of a screen by their pixels, for descriptions that a model writes.

Source: Wang et al., Mobile-Agent (2024), section 2.1. The original compares pictures with CLIP and always
clicks the best one; here, an icon must reach a minimum score.
"""

from __future__ import annotations

from collections.abc import Sequence

from onscreen.perceive.icon_localization import find_icons
from onscreen.perceive.icon_selection import choose_icon
from onscreen.perceive.icon_sense import icons as icon_sense
from onscreen.perceive.text_localization import Matches
from onscreen.types import Element, Screen
from onscreen.types.mobile_operation import ClickIcon


def choose_seen_icons(operation: ClickIcon, screen: Screen, *, icons: Sequence[Element]) -> Matches:
    """Choose the icons of a screen whose pixels fit a description best.

    `icons` are the candidates. Several are returned if they fit equally well. If no candidate reaches the
    minimum score, none is returned, with the reason. If the sense `icons` finds none of the candidates in the
    screenshot, they are compared by their names.
    """
    seen = {icon.box: icon for icon in icon_sense.read(screen.shot)}
    known = [icon for icon in icons if icon.box in seen]
    size = screen.shot.picture.size
    if not known:
        return find_icons(operation, icons, size=size)
    description = ", ".join(filter(None, (operation.description, " ".join(operation.position))))
    choice = choose_icon(description, [seen[icon.box] for icon in known], size=size)
    return Matches(tuple(known[index] for index in choice.equals), reason=choice.reason)
