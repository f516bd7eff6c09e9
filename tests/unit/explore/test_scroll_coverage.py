"""Record of the part of a scrollable screen that was seen."""

from __future__ import annotations

import pytest

from onscreen.app_maps.screen_map import MapAction
from onscreen.explore.scroll_coverage import MAX_SCROLLS, ScrollCoverage, ScrollDepths, changes_controls


def scrolled_to_end(*, is_from_top: bool = False) -> ScrollCoverage:
    """Return the record of two pages with the controls "a" and "b", scrolled to the end."""
    coverage = ScrollCoverage(is_from_top=is_from_top)
    coverage.add(["a"])
    coverage.move_down()
    coverage.add(["a", "b"])
    coverage.reach_end()
    return coverage


def test_a_control_passed_is_above() -> None:
    """What was seen further up is looked for from the top, and nothing is scrolled below the end."""
    coverage = scrolled_to_end()
    assert coverage.may_be_above("a")
    assert not coverage.may_be_below("a")
    assert not coverage.may_be_below("c")


def test_after_the_top_controls_are_below() -> None:
    """Scrolled to the top, a control that was seen on the second page is below and no longer above."""
    coverage = scrolled_to_end(is_from_top=True)
    coverage.reach_top(was_moved=True)
    assert coverage.may_be_below("b")
    assert not coverage.may_be_above("b")


def test_a_complete_page_has_no_further_controls() -> None:
    """Once everything was seen, an unknown or forgotten control is looked for nowhere."""
    coverage = scrolled_to_end()
    assert coverage.may_be_above("c")
    coverage.reach_top(was_moved=False)
    coverage.forget("b")
    for key in ("c", "b"):
        assert not coverage.may_be_above(key)
        assert not coverage.may_be_below(key)


def test_positions_are_counted_from_the_top() -> None:
    """Positions counted from somewhere in the page are dropped when the top is reached."""
    coverage = scrolled_to_end()
    coverage.reach_top(was_moved=True)
    coverage.move_down()
    assert coverage.may_be_below("b")
    assert coverage.is_from_top
    assert not coverage.is_complete


def test_a_control_is_searched_where_it_was_seen() -> None:
    """A control of the first view is not searched further down, one of the second at most a page below it."""
    depths, coverage = ScrollDepths(), ScrollCoverage(is_from_top=True)
    depths.add("page", ["a"], coverage=coverage)
    coverage.move_down()
    depths.add("page", ["a", "b"], coverage=coverage)
    assert depths.pages_below("page", "a", position=0) == 0
    assert depths.pages_below("page", "b", position=0) == 2
    assert depths.pages_below("page", "b", position=2) == 0
    assert depths.pages_below("page", "c", position=0) == MAX_SCROLLS


def test_depths_are_counted_from_the_top_only() -> None:
    """A position counted from somewhere in the page says nothing about the depth of a control."""
    depths = ScrollDepths()
    depths.add("page", ["a"], coverage=ScrollCoverage())
    assert not depths.is_known("page", "a")


@pytest.mark.parametrize(
    ("action", "is_changing"),
    [
        (MapAction("s", "selects", "a"), False),
        (MapAction("s", "shows", "", "scroll"), False),
        (MapAction("s", "adds rows", "a"), True),
    ],
)
def test_only_some_effects_change_the_controls(action: MapAction, is_changing: bool) -> None:
    """A selection or scrolling leaves the same controls on the page."""
    assert changes_controls(action) is is_changing
