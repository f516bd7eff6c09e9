"""Records of the parts of scrollable screens that were seen, on one visit and on all visits."""

from __future__ import annotations

from collections.abc import Iterable

from onscreen.app_maps.screen_map import EffectKind, MapAction
from onscreen.types import Shot

MAX_SCROLLS = 12
"""Maximum number of consecutive scrolls of one screen."""
EFFECTS_IN_PLACE: frozenset[EffectKind] = frozenset({"none", "selects", "turns on", "turns off", "fails"})
"""Effects of a click after which the page contains the same controls."""


class ScrollCoverage:
    """The controls of a screen that scrolling has shown, and the current scroll position.

    `position` is the number of pages scrolled down since the screen was opened or since its top. `is_at_end`
    means that the page cannot be scrolled further down, `is_from_top` that counting began at the top of the
    page, and `is_complete` that every part of the page was seen.
    """

    def __init__(self, *, is_from_top: bool = False) -> None:
        """Start without controls; the position is 0."""
        self.position = 0
        self.is_at_end = False
        self.is_from_top = is_from_top
        self.is_complete = False
        self._first_seen: dict[str, int] = {}

    def add(self, keys: Iterable[str]) -> None:
        """Record the controls that are visible at the current position."""
        for key in keys:
            self._first_seen.setdefault(key, self.position)

    def move_down(self) -> None:
        """Record that the page was scrolled down by one page."""
        self.position += 1

    def reach_end(self) -> None:
        """Record that the page cannot be scrolled further down."""
        self.is_at_end = True
        self.is_complete = self.is_from_top

    def reach_top(self, *, was_moved: bool) -> None:
        """Record that the top is in view; unless the page moved, it was the top from the start."""
        if was_moved and not self.is_from_top:
            self._first_seen.clear()
        if was_moved:
            self.is_at_end = False
        self.position, self.is_from_top = 0, True
        self.is_complete = self.is_complete or self.is_at_end

    def forget(self, key: str) -> None:
        """Remove a control that is not where it was seen."""
        self._first_seen.pop(key, None)

    def has_shown(self, key: str) -> bool:
        """Check whether a control was seen."""
        return key in self._first_seen

    def may_be_below(self, key: str) -> bool:
        """Check whether scrolling down may reveal a control."""
        if self.is_at_end or (self.is_complete and key not in self._first_seen):
            return False
        return self._first_seen.get(key, self.position) >= self.position

    def may_be_above(self, key: str) -> bool:
        """Check whether a control may be found from the top of the page."""
        if self.is_from_top and (self.is_complete or self.position == 0):
            return self._first_seen.get(key, self.position) < self.position
        return True


class ScrollDepths:
    """How far below the top of its screen each control was seen, in pages, over all visits."""

    def __init__(self) -> None:
        """Start without controls."""
        self._depths: dict[tuple[str, str], int] = {}

    def add(self, screen_id: str, keys: Iterable[str], *, coverage: ScrollCoverage) -> None:
        """Record the controls that are visible at the position of `coverage`, if it counts from the top."""
        if coverage.is_from_top:
            for key in keys:
                depth = self._depths.setdefault((screen_id, key), coverage.position)
                self._depths[screen_id, key] = min(depth, coverage.position)

    def is_known(self, screen_id: str, key: str) -> bool:
        """Check whether the depth of a control was recorded."""
        return (screen_id, key) in self._depths

    def pages_below(self, screen_id: str, key: str, *, position: int) -> int:
        """Return the number of pages to scroll down from a position in search of a control.

        This is MAX_SCROLLS for a control whose depth is not known, and 0 for one that was in the first view.
        Below the first view, one more page is searched, because rows may have been added above.
        """
        depth = self._depths.get((screen_id, key))
        if depth is None:
            return MAX_SCROLLS
        return max(0, depth + 1 - position) if depth else 0


def can_scroll(shot: Shot, *, is_up: bool = False) -> bool:
    """Check whether something may be scrolled down, or up, on a screen."""
    outside = shot.beyond.above if is_up else shot.beyond.below
    return bool(outside) or any(node.has("scrollable") for node in shot.nodes)


def changes_controls(action: MapAction) -> bool:
    """Check whether an action that stayed on its screen may have changed the controls of the page."""
    return action.verb != "scroll" and action.effect not in EFFECTS_IN_PLACE
