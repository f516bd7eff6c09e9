"""Phones whose clock runs and whose screens move in, and the phone that stands still otherwise."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from onscreen_practice.phone.simulated_phone import Handset, Motion

pytestmark = pytest.mark.browser

CLOCK, NOTES = "org.practice.clock", "org.practice.notes"
MAX_SEC = 30.0


@pytest.fixture(scope="module")
def moving() -> Iterator[Handset]:
    """A phone with a running clock and animations."""
    phone = Handset(seed=1, motion=Motion(running_clock=True, animations=True))
    yield phone
    phone.close()


def read_time(phone: Handset) -> int:
    """Return the phone's time in milliseconds."""
    now = phone.call("now")
    assert isinstance(now, int)
    return now


def test_running_clock_keeps_time(moving: Handset) -> None:
    """The clock shows the seconds that passed, and inputs do not add to them."""
    moving.reset()
    begin, start = read_time(moving), time.monotonic()
    while (shown := read_time(moving)) == begin:
        assert time.monotonic() - start < MAX_SEC
    passed_sec = time.monotonic() - start
    assert 1000 <= shown - begin <= (passed_sec + 1) * 1000
    for _ in range(20):
        moving.call("key", 3, [])
    assert read_time(moving) - begin <= (time.monotonic() - start + 1) * 1000


def test_toasts_disappear_by_themselves(moving: Handset) -> None:
    """On a phone whose clock runs, a toast ends without an input."""
    moving.reset()
    moving.call("key", 24, [])
    start = time.monotonic()
    while moving.call("evaluate", "document.querySelector('.toast') !== null"):
        assert time.monotonic() - start < MAX_SEC
        moving.call("now")


def test_new_screens_move_in(moving: Handset) -> None:
    """Screenshots show an opening application on its way, and then nothing moves."""
    start = time.monotonic()
    pictures: list[bytes] = []
    while len(set(pictures)) < 2:  # a loaded machine may take the first picture too late
        assert time.monotonic() - start < MAX_SEC
        moving.reset()
        moving.call("launch", CLOCK, None, {})
        pictures = [moving.screenshot()]
        while len(pictures) < 3 or pictures[-1] != pictures[-2]:
            pictures.append(moving.screenshot())


def test_view_hierarchy_waits_for_movements(moving: Handset) -> None:
    """A dump shows the final positions, as uiautomator's does."""
    moving.reset()
    moving.call("launch", NOTES, None, {})
    assert moving.call("dump", False) == moving.call("dump", False)


def test_phone_stands_still_by_default(handset: Handset) -> None:
    """Without an input, neither the clock nor the screen of an ordinary phone changes."""
    handset.call("launch", CLOCK, None, {})
    begin, picture = read_time(handset), handset.screenshot()
    start = time.monotonic()
    while time.monotonic() - start < 1.2:
        assert read_time(handset) == begin
        assert handset.screenshot() == picture
