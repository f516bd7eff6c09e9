"""Localization of an icon by the words of its description and its position on the screen."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from onscreen.perceive.text_localization import Matches
from onscreen.text.word_equivalence import is_same_word
from onscreen.text.words import content_words
from onscreen.types import Box, Element
from onscreen.types.mobile_operation import ClickIcon

MIN_ICON_SCORE = 0.5
"""Smallest share of the words of a description that an icon matches; chosen, not measured."""

CENTER_SHARE = 0.25
"""Width of the margin that does not belong to the center, as a share of the width or height."""

GENERAL_WORDS = frozenset({"icon", "button", "symbol", "image", "picture", "logo"})
"""Words of a description that do not distinguish icons."""


def find_icons(
    operation: ClickIcon,
    icons: Sequence[Element],
    *,
    size: tuple[int, int],
    min_score: float = MIN_ICON_SCORE,
) -> Matches:
    """Find the icons that match a description best in the described part of the screen.

    Several icons are returned if they match equally well, and none if no icon reaches the minimum score. They
    are near matches if they lack a word of the description. The size of the screen is in pixels.
    """
    words = [word for word in content_words(operation.description) if word not in GENERAL_WORDS]
    words = words or list(content_words(operation.description))
    inside = [icon for icon in icons if is_in_position(icon.box, operation.position, size=size)]
    scores = [(icon, score_icon(words, icon)) for icon in inside]
    best = max((score for _, score in scores), default=0.0)
    if best < min_score:
        return Matches()
    return Matches(tuple(icon for icon, score in scores if score == best), is_near=best < 1)


def unnamed_icons(
    operation: ClickIcon, icons: Sequence[Element], *, size: tuple[int, int]
) -> tuple[Element, ...]:
    """Return the icons without a name in the part of the screen given by an operation."""
    inside = (icon for icon in icons if is_in_position(icon.box, operation.position, size=size))
    return tuple(icon for icon in inside if not icon.name)


def score_icon(words: Sequence[str], icon: Element) -> float:
    """Compute the share of the words that occur in the name, clue or role of an icon, from 0 to 1."""
    own = content_words(f"{icon.name} {icon.clue} {icon.role}")
    matched = sum(any(is_same_word(word, other) for other in own) for word in words)
    return matched / len(words) if words else 0.0


def is_in_position(box: Box, position: Collection[str], *, size: tuple[int, int]) -> bool:
    """Check whether the center of a box is in the part of the screen described by all position words."""
    x, y = box.center.x / max(1, size[0]), box.center.y / max(1, size[1])
    is_center_x = CENTER_SHARE <= x <= 1 - CENTER_SHARE
    is_center_y = CENTER_SHARE <= y <= 1 - CENTER_SHARE
    words = set(position)
    has_side = bool(words & {"left", "right"})
    has_height = bool(words & {"top", "bottom"})
    parts = {
        "top": y <= 1 / 2,
        "bottom": y >= 1 / 2,
        "left": x <= 1 / 2,
        "right": x >= 1 / 2,
        "center": (is_center_x or has_side) and (is_center_y or has_height),
    }
    return all(parts[word] for word in words)
