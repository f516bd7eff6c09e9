"""What is seen of a phone: picture and tree of one moment, its size and what is in front."""

from __future__ import annotations

import threading

import pytest
from phone_rig import Bench, Desk, Practice, begin, device_of

from onscreen.device.android import AndroidDevice
from onscreen.device.android.adb_shell import Ran
from onscreen.types import Click, Open, Press, Start, Wait
from onscreen.types.errors import ElementGone

pytestmark = pytest.mark.browser


def test_shot_says_what_is_in_front(desk: Desk) -> None:
    """Application and address are those of the activity in front, and the picture is the screen's."""
    desk.do(Open("Clock"))
    shot = desk.device.observe()
    assert (shot.app, shot.address) == ("Clock", "org.practice.clock/.MainActivity")
    assert shot.picture.size == (1080, 2400)
    assert not shot.note


def test_overridden_size_counts(shared: AndroidDevice) -> None:
    """With an override line in `wm size` the screen is as large as that says, and taps hit their aim."""
    begin(shared, script="practice reset; wm size 720x1280; wm density 280")
    try:
        desk = Desk(shared)
        assert desk.device.observe().picture.size == (720, 1280)
        desk.do(Click(desk.only("listitem", "Settings")))
        assert desk.device.observe().app == "Settings"
    finally:
        shared.read("wm size reset; wm density reset")


def test_turned_phone_is_seen_lying(shared: AndroidDevice) -> None:
    """Lying down, width and height change places, and taps hit what they aim at."""
    begin(shared, script="practice reset; settings put system user_rotation 1; wm user-rotation lock 1")
    try:
        desk = Desk(shared)
        assert desk.device.observe().picture.size == (2400, 1080)
        desk.do(Click(desk.only("listitem", "Notes")))
        assert desk.device.observe().app == "Notes"
    finally:
        shared.read("wm user-rotation lock 0")


def test_phone_that_is_turned_after_the_look(desk: Desk) -> None:
    """An element seen while the phone stood is touched where it is once the phone lies."""
    notes = desk.only("listitem", "Notes")
    desk.device.read("settings put system user_rotation 1; wm user-rotation lock 1")
    try:
        desk.do(Click(notes))
        assert desk.device.observe().app == "Notes"
    finally:
        desk.device.read("wm user-rotation lock 0")


def test_sleeping_phone_is_told(desk: Desk) -> None:
    """A screen that is off gives a shot with a note and no nodes, and the next start wakes it."""
    desk.do(Press("Sleep"))
    shot = desk.device.observe()
    assert not shot.nodes
    assert "null root node" in shot.note
    begin(desk.device)
    assert desk.device.observe().nodes


def test_tree_by_way_of_a_file(desk: Desk) -> None:
    """Where a phone writes no tree to a terminal, a file does as well and is not left behind."""
    phone = desk.device._phone
    assert phone is not None
    before = desk.device.observe().nodes
    phone.by_file = True
    try:
        assert desk.device.observe().nodes == before
        assert "onscreen" not in desk.device.read("ls /data/local/tmp")
    finally:
        phone.by_file = False


def test_old_phone_without_shell_protocol(desk: Desk) -> None:
    """Where a phone's adb does not keep output and status apart, both are known all the same."""
    phone = desk.device._phone
    assert phone is not None
    before = desk.device.observe().nodes
    phone.link.is_new = False
    try:
        assert desk.device.observe().nodes == before
        assert phone.link.run("echo out; false") == Ran(b"out\n", b"", 1)
    finally:
        phone.link.is_new = True


def test_pictures_show_where_trees_are_slow(desk: Desk) -> None:
    """Whether the screen moved is told by two pictures where a tree takes long, with the same outcome."""
    phone = desk.device._phone
    assert phone is not None
    before = desk.device.observe()
    phone.tree_sec = 2.0
    after = desk.device.observe()
    assert (after.nodes, after.note) == (before.nodes, "")


def test_slow_trees_are_not_asked_for_twice(desk: Desk) -> None:
    """Where a tree takes long, the one seen last is used as long as the picture is the same."""
    phone = desk.device._phone
    assert phone is not None
    clock = desk.only("listitem", "Clock")
    phone.tree_sec = 2.0
    desk.do(Click(clock))
    assert phone.tree_sec == 2.0
    with pytest.raises(ElementGone):
        desk.do(Click(clock))
    assert phone.tree_sec < 2.0


def test_screen_that_does_not_stand_still_is_told(
    bench: Bench, practice: Practice, shared: AndroidDevice
) -> None:
    """While a list is being scrolled by someone else, shots say that picture and tree may differ."""
    shared.close()
    with device_of(bench.port, practice.serial, moment_tries=2) as device:
        begin(device, "Settings")
        over = threading.Event()

        def disturb() -> None:
            while not over.is_set():
                for ends in ("500 1600 500 900", "500 900 500 1600"):
                    bench.adb("-s", practice.serial, "shell", f"input swipe {ends} 100")

        other = threading.Thread(target=disturb)
        other.start()
        try:
            told = any("did not stand still" in device.observe().note for _ in range(100))
        finally:
            over.set()
            other.join()
        assert told
        assert device.observe().note == ""


def test_waiting_ends_with_a_change_or_in_time(desk: Desk) -> None:
    """Nothing changes by itself: the wait says so; what has changed since the last look is no wait."""
    desk.look()
    assert desk.do(Wait(0.2)) == "nothing changed"
    desk.do(Open("Clock"))
    assert desk.do(Wait(5)) == ""


def test_expressions_are_shell_commands(desk: Desk) -> None:
    """What a command writes comes back as JSON: as it is, or as a text."""
    assert desk.device.read("echo '{\"a\": 1}'") == '{"a": 1}'
    assert desk.device.read("echo one two") == '"one two"'
    assert desk.device.read("settings get global airplane_mode_on") == "0"


def test_start_opens_applications_anew(desk: Desk) -> None:
    """A start with an address begins at that application's first screen, however it was left."""
    desk.device.start(Start("Clock"))
    first = desk.device.observe().nodes
    desk.do(Click(desk.only("tab", "Timer")))
    assert desk.device.observe().nodes != first
    desk.device.start(Start("org.practice.clock/.MainActivity"))
    assert desk.device.observe().nodes == first
    desk.device.start(Start("Settings"))
    assert desk.device.observe().app == "Settings"


@pytest.mark.parametrize("keep", [True, False])
def test_application_may_be_kept(bench: Bench, practice: Practice, shared: AndroidDevice, keep: bool) -> None:
    """A start without address goes home, or leaves the application there where that is set."""
    shared.close()
    with device_of(bench.port, practice.serial, keep_app=keep) as device:
        begin(device, "Clock")
        device.start(Start())
        assert device.observe().app == ("Clock" if keep else "Launcher")
