"""Scrolling, controls under other controls, and plausible data."""

from __future__ import annotations

import re
from datetime import date
from xml.etree import ElementTree as ET

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state

pytestmark = pytest.mark.browser

_SCROLL = "document.querySelector('[data-window=app] .scroll-y').scrollTop"
_HITS = """[...document.querySelectorAll('.maps-pin')].map((pin) => {
  const box = pin.getBoundingClientRect();
  const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return pin.contains(hit) || Boolean(hit.closest('.maps-pin')); // pins may overlap each other
})"""
_COVERED = """[...document.querySelectorAll('.switch')].filter((each) => {
  const box = each.getBoundingClientRect(), fab = document.querySelector('.fab').getBoundingClientRect();
  return box.right > fab.left && box.left < fab.right;
}).length"""
_TITLES = """[...document.querySelectorAll('.settings > .row > .row-text, .settings > .toggle > .switch')]
  .map((each) => Math.round(each.getBoundingClientRect().left))"""


def scrolled_dp(driver: PhoneDriver, *, milliseconds: int) -> float:
    """Swipe up by 80 dp in Settings within this time, and return how far the list moved, in dp."""
    driver.reset()
    driver.open("Settings")
    driver.handset.call("swipe", 540, 1800, 540, 1600, milliseconds)
    moved = driver.state(_SCROLL)
    assert isinstance(moved, int | float)
    return moved


def test_slow_drags_follow_the_finger_and_flings_go_further(driver: PhoneDriver) -> None:
    """A slow drag moves the list exactly as far as the finger, and a fast swipe moves it further."""
    assert scrolled_dp(driver, milliseconds=2000) == 80
    assert scrolled_dp(driver, milliseconds=80) > 100


@pytest.mark.parametrize(("app", "expected"), [("Settings", {"content"}), ("Calculator", set())])
def test_only_overflowing_views_are_scrollable(driver: PhoneDriver, app: str, expected: set[str]) -> None:
    """A view is reported as scrollable only if its content does not fit."""
    driver.open(app)
    tree = ET.fromstring(str(driver.handset.call("dump", False)))  # noqa: S314  trusted input
    scrollable = [
        node.attrib["resource-id"] for node in tree.iter("node") if node.attrib["scrollable"] == "true"
    ]
    assert {name.rpartition("/")[2] for name in scrollable} == expected


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_map_pins_are_not_covered(driver: PhoneDriver, seed: int) -> None:
    """No pin on the map is under the search bar, the chips or the buttons."""
    driver.reset(seed)
    driver.open("Maps")
    hits = driver.state(_HITS)
    assert isinstance(hits, list)
    assert hits
    assert all(hits)


def test_add_button_does_not_cover_switches(driver: PhoneDriver) -> None:
    """The button that adds an alarm is beside the column of the alarms' switches."""
    driver.open("Clock")
    assert driver.state(_COVERED) == 0


@pytest.mark.parametrize("page", ["Network & internet", "Notifications", "Security & privacy", "Battery"])
def test_settings_rows_are_aligned(driver: PhoneDriver, page: str) -> None:
    """Rows with and without an icon start at the same place."""
    driver.open("Settings")
    driver.tap(page)
    places = driver.state(_TITLES)
    assert isinstance(places, list)
    assert len(places) > 1
    assert len(set(map(str, places))) == 1


def test_storage_sizes_agree(driver: PhoneDriver) -> None:
    """Settings and Files show the same used and total storage."""
    shown = []
    for app in ("Settings", "Files"):
        driver.open(app)
        driver.find("Storage" if app == "Settings" else "Internal storage")
        shown += [text for text in driver.visible_texts() if "used of" in text]
    assert len(shown) == 2
    assert len(set(shown)) == 1


@pytest.mark.parametrize("seed", range(8))
def test_bills_are_for_past_months(seed: int) -> None:
    """No bill in the mail is for a month that has not ended."""
    months = [date(2000, month, 1).strftime("%B") for month in range(3, 12)]
    subjects = [each.subject for each in build_phone_state(seed).mail.letters if "bill of" in each.subject]
    assert subjects
    assert not [subject for subject in subjects if subject.split()[-1] in months]


@pytest.mark.parametrize("seed", range(8))
def test_runs_have_a_plausible_pace(seed: int) -> None:
    """All runs in the running log take 4 to 8 minutes per kilometer."""
    books = build_phone_state(seed).spreadsheet.books
    cells = next(sheet.cells for book in books for sheet in book.sheets if sheet.name == "Runs")
    rows = [name[1:] for name in cells if re.fullmatch(r"B\d+", name) and name != "B1"]
    paces = [float(cells[f"C{row}"].raw) / float(cells[f"B{row}"].raw) for row in rows]
    assert paces
    assert min(paces) > 4
    assert max(paces) < 8
