"""The phone's Python API: invalid input, lost browsers, snapshots, sizes, threads and memory."""

from __future__ import annotations

import io
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from browser_processes import list_processes
from PIL import Image

from onscreen_practice.phone import devtools_page
from onscreen_practice.phone.devtools_page import Json
from onscreen_practice.phone.phone_errors import InvalidPhoneOptions, PhoneError, RendererLost
from onscreen_practice.phone.simulated_phone import Handset

pytestmark = pytest.mark.browser

INVALID_CALLS: tuple[tuple[str, tuple[Json, ...], str], ...] = (
    ("tap", ("a", 1), 'tap: argument 1 is "a"; it must be a number'),
    ("tap", (), "tap: argument 1 is missing"),
    ("swipe", (1, 2, 3, None, 5), "swipe: argument 4 is null"),
    ("key", ("HOME", []), "key: argument 1"),
    ("type", (5,), "type: argument 1 is 5; it must be text"),
    (
        "putSetting",
        ("nowhere", "a", "b"),
        'unknown settings table "nowhere"; expected one of: system, secure, global',
    ),
    ("orientation", (7,), "the rotation is 7"),
    ("restore", ("never",), 'unknown snapshot "never"'),
    ("evaluate", ("s.",), "SyntaxError"),
    ("evaluate", ("s.nothing.at.all",), "TypeError"),
    ("alter", ("throw 5",), "5"),
    ("nothing", (), "phone.nothing is not a function"),
    ("tap(1,2);s", (), "not a valid function name"),
    ("type", ("\ud800",), "cannot be sent"),
)


COLLECTION_CAP_SEC = 60.0
"""Time within which the browser has collected what it no longer uses, in seconds."""


def memory_mb(handset: Handset) -> float:
    """Return the memory in MB that the browser wrote and shares with no other process."""
    return sum(map(_private_kb, list_processes(handset.pid))) / 1024


def _private_kb(process: Path) -> int:
    try:
        lines = (process / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty:"))


def check_works(handset: Handset) -> None:
    """Check that the phone can be operated and captured."""
    assert handset.call("launch", "org.practice.clock", None, {}) == ""
    assert "Alarms" in str(handset.call("dump", False))
    assert handset.screenshot().startswith(b"\x89PNG")


@pytest.mark.parametrize(("function", "arguments", "message"), INVALID_CALLS)
def test_invalid_calls_are_refused(
    handset: Handset, *, function: str, arguments: tuple[Json, ...], message: str
) -> None:
    """Invalid arguments raise an error that names the problem, and the phone still works."""
    with pytest.raises(PhoneError) as caught:
        handset.call(function, *arguments)
    assert message in str(caught.value)
    check_works(handset)


@pytest.mark.parametrize("at", [(-5, -5), (1e9, 1e9), (0, 0), (1079.5, 2399)])
def test_taps_outside_the_screen_are_ignored(handset: Handset, *, at: tuple[float, float]) -> None:
    """A tap outside the screen, or at its edge, has no effect."""
    before = handset.call("dump", False)
    handset.call("tap", *at)
    assert handset.call("dump", False) == before
    check_works(handset)


def test_pictures_of_a_screen_are_equal(handset: Handset) -> None:
    """Pictures of a screen are equal to the last pixel, even if they are taken as soon as it appears."""
    pictures = set()
    for _ in range(6):
        handset.reset(1)
        handset.call("launch", "org.practice.camera", None, {})
        pictures.add(handset.screenshot())
    assert len(pictures) == 1


def test_script_error_reports_its_line(handset: Handset) -> None:
    """A failing application is closed, and the error names the script line."""
    handset.call("alter", "s.clock.alarms = 5")
    with pytest.raises(PhoneError, match=r"TypeError: .* \(at apps/clock\.js:\d+\)"):
        handset.call("launch", "org.practice.clock", None, {})
    assert "Contacts" in str(handset.call("dump", False))
    handset.reset(1)
    check_works(handset)


def test_endless_script_is_stopped(handset: Handset) -> None:
    """An endless expression is stopped with an error that states the time limit."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(devtools_page, "_SCRIPT_TIMEOUT_MS", 2000)
        with pytest.raises(PhoneError, match="did not end within 2 seconds"):
            handset.call("evaluate", "(() => { while (true); })()")
    check_works(handset)


def test_invalid_options_are_refused() -> None:
    """Invalid sizes, densities, interruptions and browsers are refused before a browser starts."""
    for kind, message in (
        ({"size": (10, 10)}, "each side must be"),
        ({"density": 5}, "it must be 72 to 1000"),
        ({"interruptions": ("noise",)}, "unknown interruption 'noise'"),
    ):
        with pytest.raises(InvalidPhoneOptions, match=message):
            Handset(**kind)
    with pytest.raises(PhoneError, match="apt install"):
        Handset(browser="/nowhere/chromium")


def test_program_other_than_a_browser_is_reported(tmp_path: Path) -> None:
    """The error for a program that is not a browser names its path."""
    wrong = tmp_path / "browser"
    wrong.write_text("#!/bin/sh\nexit 3\n")
    wrong.chmod(0o755)
    with pytest.raises(PhoneError, match="browser does not start"):
        Handset(browser=str(wrong))


def test_lone_surrogates_are_replaced(handset: Handset) -> None:
    """A text with half of a surrogate pair is returned with a replacement character."""
    assert handset.call("evaluate", r"'\ud83d' + 'a\\ud83d\ud83d\ude00é\udc00'") == "\ufffda\\ud83d😀é\ufffd"


def test_close_ends_the_browser() -> None:
    """Closing ends the browser, is idempotent, and later calls raise an error."""
    handset = Handset()
    group = handset.pid
    assert list_processes(group)
    handset.close()
    handset.close()
    until = time.monotonic() + 60
    while list_processes(group) and time.monotonic() < until:
        time.sleep(0.01)
    assert not list_processes(group)
    with pytest.raises(RendererLost):
        handset.screenshot()


def test_calls_are_thread_safe(handset: Handset) -> None:
    """Concurrent calls from several threads return correct results."""

    def ask(number: int) -> Json:
        if number % 3 == 0:
            handset.screenshot()
        return handset.call("evaluate", f"{number} * 2")

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ask, range(60))) == [2 * number for number in range(60)]


def test_snapshot_is_restored(handset: Handset) -> None:
    """A snapshot can be restored repeatedly; a reset restores the initial state."""
    handset.reset(2)
    initial = handset.call("evaluate", "s")
    handset.call("alter", "s.clock.alarms[0].label = 'changed'")
    handset.call("snapshot", "mine")
    for _ in range(2):
        handset.call("alter", "s.clock.alarms.length = 0")
        handset.call("restore", "mine")
        assert handset.call("evaluate", "s.clock.alarms[0].label") == "changed"
    assert handset.call("snapshots") == ["mine"]
    handset.reset()
    assert handset.call("evaluate", "s") == initial


def test_reset_is_exact_to_the_pixel(handset: Handset) -> None:
    """After a reset, screenshot and hierarchy equal the initial ones."""
    handset.reset(2)
    before = handset.screenshot(), handset.call("dump", False)
    for x in range(100, 1000, 150):
        handset.call("tap", x, 700)
        handset.call("type", "tea")
    handset.reset()
    assert (handset.screenshot(), handset.call("dump", False)) == before


def test_reset_keeps_the_browser(handset: Handset) -> None:
    """A reset reuses the running browser instead of starting a phone, which takes ten times as long."""
    before = handset.pid
    for _ in range(5):
        handset.call("tap", 540, 700)
        handset.reset()
        assert handset.pid == before


def test_unchanged_screen_reuses_the_screenshot(handset: Handset) -> None:
    """The screenshot is cached until the screen changes."""
    first = handset.screenshot()
    assert handset.screenshot() is first
    handset.call("launch", "org.practice.clock", None, {})
    assert handset.screenshot() != first


def test_scrolling_changes_the_screenshot(handset: Handset) -> None:
    """A scrolled list gives a new screenshot although the page content is the same."""
    handset.call("launch", "org.practice.contacts", None, {})
    first = handset.screenshot()
    handset.call("swipe", 540, 1800, 540, 900, 300)
    assert handset.screenshot() != first


@pytest.mark.parametrize(
    ("size", "density"),
    [((720, 1280), 320), ((1081, 2399), 420), ((600, 1024), 213), ((1440, 3200), 560), ((2000, 1200), 240)],
)
def test_screenshot_has_the_requested_size(handset: Handset, *, size: tuple[int, int], density: int) -> None:
    """At any size and density, the screenshot has that size and contains all nodes."""
    handset.resize(size, density=density)
    try:
        assert Image.open(io.BytesIO(handset.screenshot())).size == size
        assert f"[0,0][{size[0]},{size[1]}]" in str(handset.call("dump", False))
    finally:
        handset.resize()


def test_ten_thousand_nodes_are_handled(handset: Handset) -> None:
    """A screen with thousands of rows is rendered and dumped."""
    handset.call(
        "alter",
        "for (let i = 0; i < 3000; i += 1)"
        " s.clock.alarms.push({ ...s.clock.alarms[0], id: `x${i}`, time: '07:00' })",
    )
    check_works(handset)
    assert handset.call("evaluate", "document.querySelectorAll('.v').length > 10000") is True


def test_memory_does_not_grow(handset: Handset) -> None:
    """In 150 resets, the browser's memory grows by less than a tenth, 50 kB per reset.

    What a reset leaves is collected up to seconds later.
    """

    def rounds(count: int) -> None:
        for i in range(count):
            handset.call("reset")
            handset.call("tap", 100 + i % 900, 200 + (i * 37) % 1800)
            if i % 10 == 0:
                handset.screenshot()

    rounds(100)
    handset.reset()
    before = memory_mb(handset)
    rounds(150)
    handset.reset()
    deadline = time.monotonic() + COLLECTION_CAP_SEC
    while memory_mb(handset) >= before * 1.1 and time.monotonic() < deadline:
        time.sleep(0.2)
    assert memory_mb(handset) < before * 1.1
