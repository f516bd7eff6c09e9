"""The phone as Python sees it: bad input, lost browsers, snapshots, pictures, sizes, threads, memory."""

from __future__ import annotations

import io
import os
import signal
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image

from onscreen_practice.phone.browser_page import Json
from onscreen_practice.phone.handset import Handset
from onscreen_practice.phone.phone_errors import BadPhone, PhoneError, PhoneGone

pytestmark = pytest.mark.browser

ODD: tuple[tuple[str, tuple[Json, ...], str], ...] = (
    ("tap", ("a", 1), 'tap: argument 1 is "a"; it must be a number'),
    ("tap", (), "tap: argument 1 is missing"),
    ("swipe", (1, 2, 3, None, 5), "swipe: argument 4 is null"),
    ("key", ("HOME", []), "key: argument 1"),
    ("type", (5,), "type: argument 1 is 5; it must be text"),
    ("putSetting", ("nowhere", "a", "b"), 'no settings "nowhere"; there are system, secure, global'),
    ("orientation", (7,), "the rotation is 7"),
    ("restore", ("never",), 'no snapshot "never"'),
    ("evaluate", ("s.",), "SyntaxError"),
    ("evaluate", ("s.nothing.at.all",), "TypeError"),
    ("alter", ("throw 5",), "5"),
    ("nothing", (), "phone.nothing is not a function"),
    ("tap(1,2);s", (), "no name of a function"),
    ("type", ("\ud800",), "cannot be sent"),
)


def pss_mb(handset: Handset) -> float:
    """Return the memory of the browser's processes, what they share counted once."""
    return sum(map(_pss_kb, processes(handset.pid))) / 1024


def processes(group: int) -> list[Path]:
    """Return the processes of a group that live."""
    return [each for each in Path("/proc").iterdir() if each.name.isdigit() and _lives(each, group)]


def _lives(process: Path, group: int) -> bool:
    try:
        state, _, its_group = (process / "stat").read_text().rpartition(")")[2].split()[:3]
    except OSError:
        return False
    return state != "Z" and int(its_group) == group


def _pss_kb(process: Path) -> int:
    try:
        lines = (process / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def still_works(handset: Handset) -> None:
    """Fail unless the phone can be tapped and drawn."""
    assert handset.ask("launch", "org.practice.clock", None, {}) == ""
    assert "Alarms" in str(handset.ask("dump", False))
    assert handset.picture().startswith(b"\x89PNG")


@pytest.mark.parametrize(("function", "arguments", "told"), ODD)
def test_odd_input_is_refused_and_does_no_harm(
    handset: Handset, *, function: str, arguments: tuple[Json, ...], told: str
) -> None:
    """A function called with odd arguments says what was wrong, and the phone goes on."""
    with pytest.raises(PhoneError) as caught:
        handset.ask(function, *arguments)
    assert told in str(caught.value)
    still_works(handset)


@pytest.mark.parametrize("at", [(-5, -5), (1e9, 1e9), (0, 0), (1079.5, 2399)])
def test_taps_anywhere_are_taken(handset: Handset, *, at: tuple[float, float]) -> None:
    """A tap outside the screen does nothing and is no error."""
    handset.ask("tap", *at)
    still_works(handset)


def test_error_names_the_line(handset: Handset) -> None:
    """An application that throws is ended, the error says where, and the phone shows its home screen."""
    handset.reset(1)
    handset.ask("alter", "s.clock.alarms = 5")
    with pytest.raises(PhoneError, match=r"TypeError: .* \(at apps/clock\.js:\d+\)"):
        handset.ask("launch", "org.practice.clock", None, {})
    assert "Contacts" in str(handset.ask("dump", False))
    handset.reset(1)
    still_works(handset)


def test_script_without_end_is_stopped(handset: Handset) -> None:
    """An expression that never ends is stopped after five seconds with an error that says so."""
    with pytest.raises(PhoneError, match="did not end within 5 seconds"):
        handset.ask("evaluate", "(() => { while (true); })()")
    still_works(handset)


def test_bad_sizes_are_refused() -> None:
    """Sizes, densities, troubles and browsers that cannot be are refused before a browser starts."""
    for kind, told in (
        ({"size": (10, 10)}, "each side must be"),
        ({"density": 5}, "it must be 72 to 1000"),
        ({"troubles": ("noise",)}, "there is no trouble 'noise'"),
    ):
        with pytest.raises(BadPhone, match=told):
            Handset(**kind)
    with pytest.raises(PhoneError, match="apt install"):
        Handset(browser="/nowhere/chromium")


def test_program_that_is_no_browser_is_told(tmp_path: Path) -> None:
    """A program that is no browser gives an error with its path."""
    wrong = tmp_path / "browser"
    wrong.write_text("#!/bin/sh\nexit 3\n")
    wrong.chmod(0o755)
    with pytest.raises(PhoneError, match="browser does not start"):
        Handset(browser=str(wrong))


def test_reset_brings_a_killed_browser_back() -> None:
    """A browser that was killed is told as gone; a reset starts a new one with the same phone."""
    handset = Handset(seed=3)
    try:
        begun = handset.ask("evaluate", "s")
        os.killpg(handset.pid, signal.SIGKILL)
        with pytest.raises(PhoneGone):
            handset.ask("now")
        with pytest.raises(PhoneGone, match="reset the phone"):
            handset.picture()
        handset.reset()
        assert handset.ask("evaluate", "s") == begun
        still_works(handset)
    finally:
        handset.close()


def ask_until_gone(handset: Handset) -> None:
    """Ask the phone until it raises an error, at most for a minute."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        handset.ask("now")
        time.sleep(0.02)


@pytest.mark.parametrize("statement", ["window.close()", "location.href = 'about:blank'"])
def test_reset_brings_a_lost_page_back(statement: str) -> None:
    """A page that closed itself or went elsewhere is told as gone, and a reset brings it back."""
    handset = Handset(seed=3)
    try:
        handset.ask("alter", statement)
        with pytest.raises(PhoneGone):
            ask_until_gone(handset)
        handset.reset()
        still_works(handset)
    finally:
        handset.close()


def test_nothing_is_left_when_closed() -> None:
    """Closing ends the browser; a closed phone says that it is gone; closing twice is fine."""
    handset = Handset()
    group = handset.pid
    assert processes(group)
    handset.close()
    handset.close()
    until = time.monotonic() + 60
    while processes(group) and time.monotonic() < until:
        time.sleep(0.01)
    assert not processes(group)
    with pytest.raises(PhoneGone):
        handset.picture()


def test_threads_take_turns(handset: Handset) -> None:
    """Calls from several threads at once all come back right."""
    handset.reset(1)

    def ask(number: int) -> Json:
        if number % 3 == 0:
            handset.picture()
        return handset.ask("evaluate", f"{number} * 2")

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ask, range(60))) == [2 * number for number in range(60)]


def test_snapshot_is_restored(handset: Handset) -> None:
    """A snapshot brings all data back as often as wanted, and a reset brings back the beginning."""
    handset.reset(1)
    begun = handset.ask("evaluate", "s")
    handset.ask("alter", "s.clock.alarms[0].label = 'changed'")
    handset.ask("snapshot", "mine")
    for _ in range(2):
        handset.ask("alter", "s.clock.alarms.length = 0")
        handset.ask("restore", "mine")
        assert handset.ask("evaluate", "s.clock.alarms[0].label") == "changed"
    assert handset.ask("snapshots") == ["mine"]
    handset.reset()
    assert handset.ask("evaluate", "s") == begun


def test_reset_is_the_same_phone_to_the_pixel(handset: Handset) -> None:
    """After any number of steps a reset gives the same picture and the same tree."""
    handset.reset(2)
    before = handset.picture(), handset.ask("dump", False)
    for x in range(100, 1000, 150):
        handset.ask("tap", x, 700)
        handset.ask("type", "tea")
    handset.reset()
    assert (handset.picture(), handset.ask("dump", False)) == before


def test_reset_takes_no_time(handset: Handset) -> None:
    """The median reset takes less than a tenth of the time to start a phone."""
    began = time.perf_counter()
    Handset().close()
    start_sec = time.perf_counter() - began
    handset.reset(1)
    took = []
    for _ in range(50):
        handset.ask("tap", 540, 700)
        began = time.perf_counter()
        handset.reset()
        took.append(time.perf_counter() - began)
    assert statistics.median(took) < start_sec / 10


def test_same_screen_is_the_same_picture(handset: Handset) -> None:
    """While nothing changes the picture is the same; a change is seen at once."""
    handset.reset(1)
    first = handset.picture()
    assert handset.picture() is first
    handset.ask("launch", "org.practice.clock", None, {})
    assert handset.picture() != first


def test_scrolling_changes_the_picture(handset: Handset) -> None:
    """A scrolled list is another picture though the same is on the page."""
    handset.reset(1)
    handset.ask("launch", "org.practice.contacts", None, {})
    first = handset.picture()
    handset.ask("swipe", 540, 1800, 540, 900, 300)
    assert handset.picture() != first


@pytest.mark.parametrize(
    ("size", "density"),
    [((720, 1280), 320), ((1081, 2399), 420), ((600, 1024), 213), ((1440, 3200), 560), ((2000, 1200), 240)],
)
def test_picture_has_the_size_asked_for(handset: Handset, *, size: tuple[int, int], density: int) -> None:
    """At any size and density the picture has exactly that size, and the tree lies within it."""
    handset.reset(1)
    handset.resize(size, density=density)
    try:
        assert Image.open(io.BytesIO(handset.picture())).size == size
        assert f"[0,0][{size[0]},{size[1]}]" in str(handset.ask("dump", False))
    finally:
        handset.resize()


def test_ten_thousand_nodes_are_drawn_and_told(handset: Handset) -> None:
    """A screen with thousands of rows is drawn and read."""
    handset.reset(1)
    handset.ask(
        "alter",
        "for (let i = 0; i < 3000; i += 1)"
        " s.clock.alarms.push({ ...s.clock.alarms[0], id: `x${i}`, time: '07:00' })",
    )
    still_works(handset)
    assert handset.ask("evaluate", "document.querySelectorAll('.v').length > 10000") is True
    handset.reset(1)


def test_memory_does_not_grow(handset: Handset) -> None:
    """After 500 resets with taps and pictures the browser needs less than a fifth more memory."""
    handset.reset(1)

    def rounds(count: int) -> None:
        for i in range(count):
            handset.ask("reset")
            handset.ask("tap", 100 + i % 900, 200 + (i * 37) % 1800)
            if i % 10 == 0:
                handset.picture()

    rounds(100)
    handset.reset()
    before = pss_mb(handset)
    rounds(500)
    handset.reset()
    assert pss_mb(handset) < before * 1.2
