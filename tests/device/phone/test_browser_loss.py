"""Loss of the phone's browser: crashes, hangs and pages that end themselves."""

from __future__ import annotations

import contextlib
import os
import signal
import time

import pytest
from browser_processes import find_process, list_processes
from phone_driver import PhoneDriver

from onscreen_practice.phone import devtools_page, recovery_journal
from onscreen_practice.phone.chromium_process import Chromium
from onscreen_practice.phone.devtools_page import Json
from onscreen_practice.phone.phone_errors import ScreenLost
from onscreen_practice.phone.simulated_phone import Handset

pytestmark = pytest.mark.browser

REPLACED_TIMEOUT_SEC = 60.0
SHORT_TIMEOUT_SEC = 6.0


def check_works(handset: Handset) -> None:
    """Check that the phone can be operated and captured."""
    assert handset.call("launch", "org.practice.clock", None, {}) == ""
    assert "Alarms" in str(handset.call("dump", False))
    assert handset.screenshot().startswith(b"\x89PNG")


def use_phone(handset: Handset) -> None:
    """Bring the phone into a state with unsaved text on the screen, a landscape display and a snapshot."""
    handset.call("launch", "org.practice.notes", None, {})
    handset.call("orientation", 1)
    handset.call("launch", "org.practice.contacts", None, {})
    PhoneDriver(handset).tap("Search contacts")
    handset.call("type", "Ada 😀")
    handset.call("write", "/sdcard/Download/a.bin", "AAEC", None)
    handset.call("snapshot", "mine")
    handset.call("setClipboard", "kept")
    handset.call("remove", "/sdcard/Music", True)


def tap_until_replaced(handset: Handset, lost_browser: int) -> None:
    """Tap the status bar until another browser renders the phone, for at most a minute."""
    deadline = time.monotonic() + REPLACED_TIMEOUT_SEC
    while handset.pid == lost_browser:
        assert time.monotonic() < deadline, "the browser was not replaced"
        with contextlib.suppress(ScreenLost):
            handset.call("tap", 5, 5)


def observe(handset: Handset) -> tuple[Json, Json, bytes]:
    """Return the phone's state, its view hierarchy and its screenshot."""
    return handset.call("evaluate", "s"), handset.call("dump", False), handset.screenshot()


@pytest.mark.parametrize(
    ("kind", "fault"),
    [("", signal.SIGKILL), ("", signal.SIGSTOP), ("renderer", signal.SIGKILL), ("renderer", signal.SIGSTOP)],
)
def test_lost_browser_is_replaced(handset: Handset, kind: str, fault: signal.Signals) -> None:
    """A phone whose browser crashes or hangs continues with the same data, screen and snapshots."""
    handset.reset(3)
    use_phone(handset)
    before = observe(handset)
    group = handset.pid
    os.kill(find_process(group, kind), fault)
    assert observe(handset) == before
    handset.call("restore", "mine")
    assert handset.call("clipboard") == ""
    handset.reset()
    assert handset.call("snapshots") == ["mine"]
    check_works(handset)
    assert not list_processes(group)


def test_browser_that_ends_while_it_starts_is_replaced() -> None:
    """A phone starts although its first browser crashes before it responds."""
    chromium = Chromium()
    os.kill(chromium.pid, signal.SIGKILL)
    with contextlib.closing(Handset(seed=1, browser=chromium)) as handset:
        check_works(handset)


def test_input_is_repeated_in_a_new_browser(handset: Handset) -> None:
    """An input that meets a crashed browser takes effect exactly once."""
    expected = []
    for is_lost in (False, True):
        handset.reset(3)
        use_phone(handset)
        if is_lost:
            os.killpg(handset.pid, signal.SIGKILL)
        handset.call("type", "more")
        expected.append(observe(handset))
    assert expected[0] == expected[1]


@pytest.mark.parametrize(
    "statement", ["window.close()", "location.href = 'about:blank'", "setTimeout(() => { for (;;); })"]
)
def test_page_that_ends_itself_is_replaced(
    handset: Handset, monkeypatch: pytest.MonkeyPatch, statement: str
) -> None:
    """A page that closes, navigates away or hangs is replaced; the data are kept, only the screen is lost."""
    monkeypatch.setattr(devtools_page, "_CALL_TIMEOUT_SEC", SHORT_TIMEOUT_SEC)
    handset.call("setClipboard", "kept")
    lost_browser = handset.pid
    handset.call("alter", statement)
    tap_until_replaced(handset, lost_browser)
    assert handset.call("clipboard") == "kept"
    check_works(handset)


def test_long_use_loses_only_the_screen(handset: Handset, monkeypatch: pytest.MonkeyPatch) -> None:
    """After more calls than are replayed, a crash keeps the data, and the refused input can be repeated."""
    monkeypatch.setattr(recovery_journal, "MAX_CALLS", 5)
    use_phone(handset)
    before = handset.call("evaluate", "s")
    os.killpg(handset.pid, signal.SIGKILL)
    with pytest.raises(ScreenLost, match="shows the home screen"):
        handset.call("tap", 5, 5)
    assert handset.call("evaluate", "s") == before
    check_works(handset)


def test_unrepeatable_script_loses_only_the_screen(handset: Handset) -> None:
    """A state that a replay does not reproduce is kept as it was."""
    handset.call("alter", "s.clipboard = String(Math.random())")
    before = handset.call("evaluate", "s")
    os.killpg(handset.pid, signal.SIGKILL)
    assert handset.call("evaluate", "s") == before
