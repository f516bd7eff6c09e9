"""Observation of a practice phone: screenshot, view hierarchy, display and foreground application."""

from __future__ import annotations

import json
import re
import threading

import pytest
from phone_rig import PhoneSession, PracticePhoneProcess, PrivateAdbServer, open_device, reset_phone

from onscreen.device.android import AndroidDevice
from onscreen.device.android.adb_shell import ShellResult
from onscreen.device.android.screencap_decoder import is_black
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.types import Click, Open, Press, Start, Wait
from onscreen.types.errors import ElementGone

pytestmark = pytest.mark.browser


def test_shot_contains_foreground_app(session: PhoneSession) -> None:
    """A shot has the application and activity in the foreground and a screenshot in full size."""
    session.do(Open("Clock"))
    shot = session.device.observe()
    assert (shot.app, shot.address) == ("Clock", "org.practice.clock/.MainActivity")
    assert shot.picture.size == (1080, 2400)
    assert not shot.warning


def test_chat_shows_the_side_of_each_message(session: PhoneSession) -> None:
    """In a conversation, received messages are described as left and sent messages as right."""
    session.do(Open("Messages"))
    session.tap("button", "Lake trip")
    screen = session.look()
    lines = screen_text(screen).splitlines()
    threads = json.loads(session.value("s.messages.threads"))
    messages = next(each for each in threads if each["title"] == "Lake trip")["messages"]
    assert {bool(each["by"]) for each in messages} == {True, False}
    for each in messages:
        side = "left" if each["by"] else "right"
        assert any(line.endswith(f'"{each["text"]}" ({side})') for line in lines), (each, lines)


def test_overridden_display_size(shared: AndroidDevice) -> None:
    """With a display size set by `wm size`, screenshots have that size and taps hit their target."""
    reset_phone(shared, script="practice reset; wm size 720x1280; wm density 280")
    try:
        session = PhoneSession(shared)
        assert session.device.observe().picture.size == (720, 1280)
        session.do(Click(session.only("listitem", "Settings")))
        assert session.device.observe().app == "Settings"
    finally:
        shared.read("wm size reset; wm density reset")


def test_landscape_orientation(shared: AndroidDevice) -> None:
    """In landscape orientation, width and height are exchanged and taps hit their target."""
    reset_phone(shared, script="practice reset; settings put system user_rotation 1; wm user-rotation lock 1")
    try:
        session = PhoneSession(shared)
        assert session.device.observe().picture.size == (2400, 1080)
        session.do(Click(session.only("listitem", "Notes")))
        assert session.device.observe().app == "Notes"
    finally:
        shared.read("wm user-rotation lock 0")


def test_rotation_after_observation(session: PhoneSession) -> None:
    """An element observed in portrait orientation is tapped at its position in landscape orientation."""
    notes = session.only("listitem", "Notes")
    session.device.read("settings put system user_rotation 1; wm user-rotation lock 1")
    try:
        session.do(Click(notes))
        assert session.device.observe().app == "Notes"
    finally:
        session.device.read("wm user-rotation lock 0")


def test_sleeping_phone_is_noted(session: PhoneSession) -> None:
    """A shot of a phone whose screen is off has a warning and no nodes; the next start wakes the phone."""
    session.do(Press("Sleep"))
    shot = session.device.observe()
    assert not shot.nodes
    assert "null root node" in shot.warning
    reset_phone(session.device)
    assert session.device.observe().nodes


def test_dump_to_a_file(session: PhoneSession) -> None:
    """Dumping to a file gives the same nodes, and the file is deleted."""
    phone = session.device._phone
    assert phone is not None
    before = session.device.observe().nodes
    phone.dumps_to_file = True
    try:
        assert session.device.observe().nodes == before
        assert "onscreen" not in session.device.read("ls /data/local/tmp")
    finally:
        phone.dumps_to_file = False


def test_phone_without_shell_protocol(session: PhoneSession) -> None:
    """Output and exit status of commands are known without the shell_v2 feature, too."""
    phone = session.device._phone
    assert phone is not None
    before = session.device.observe().nodes
    phone.shell.has_shell_v2 = False
    try:
        assert session.device.observe().nodes == before
        assert phone.shell.run("echo out; false") == ShellResult(b"out\n", b"", 1)
    finally:
        phone.shell.has_shell_v2 = True


def test_slow_dumps_compare_screenshots(session: PhoneSession) -> None:
    """If a dump is slow, two screenshots are compared instead of two dumps, with the same result."""
    phone = session.device._phone
    assert phone is not None
    before = session.device.observe()
    phone.dump_sec = 2.0
    after = session.device.observe()
    assert (after.nodes, after.warning) == (before.nodes, "")


def test_slow_dump_is_reused(session: PhoneSession) -> None:
    """If a dump is slow, the last one is reused while the screenshot stays the same."""
    phone = session.device._phone
    assert phone is not None
    clock = session.only("listitem", "Clock")
    phone.dump_sec = 2.0
    session.do(Click(clock))
    assert phone.dump_sec == 2.0
    with pytest.raises(ElementGone):
        session.do(Click(clock))
    assert phone.dump_sec < 2.0


def test_screen_without_picture(
    adb_server: PrivateAdbServer, practice_phone: PracticePhoneProcess, shared: AndroidDevice
) -> None:
    """An agent that reads the elements only can do without screenshots; the elements are the same."""
    shared.close()
    with open_device(adb_server.port, practice_phone.serial) as device:
        reset_phone(device, "Settings")
        seen = device.observe()
    with open_device(adb_server.port, practice_phone.serial, pictures=False) as device:
        reset_phone(device, "Settings")
        shot = device.observe()
    assert (shot.nodes, shot.warning) == (seen.nodes, "")
    assert is_black(shot.picture)
    assert shot.picture.size == seen.picture.size


def test_moving_screen_is_noted(
    adb_server: PrivateAdbServer, practice_phone: PracticePhoneProcess, shared: AndroidDevice
) -> None:
    """While a list is being scrolled, the warning says that picture and elements may not match."""
    shared.close()
    with open_device(adb_server.port, practice_phone.serial, moment_tries=2) as device:
        reset_phone(device, "Settings")
        stop = threading.Event()

        def disturb() -> None:
            while not stop.is_set():
                for ends in ("500 1600 500 900", "500 900 500 1600"):
                    adb_server.adb("-s", practice_phone.serial, "shell", f"input swipe {ends} 100")

        thread = threading.Thread(target=disturb)
        thread.start()
        try:
            is_noted = any("may not match" in device.observe().warning for _ in range(100))
        finally:
            stop.set()
            thread.join()
        assert is_noted
        assert device.observe().warning == ""


def test_wait_ends_with_a_change_or_timeout(session: PhoneSession) -> None:
    """A wait ends at its timeout with "nothing changed", or at once if the screen has changed already."""
    session.look()
    assert session.do(Wait(0.2)) == "nothing changed"
    session.do(Open("Clock"))
    assert session.do(Wait(5)) == ""


def test_read_runs_shell_commands(session: PhoneSession) -> None:
    """The output of a command is returned as JSON: unchanged if it is JSON, else as a string."""
    assert session.device.read("echo '{\"a\": 1}'") == '{"a": 1}'
    assert session.device.read("echo one two") == '"one two"'
    assert session.device.read("settings get global airplane_mode_on") == "0"


def test_start_restarts_the_application(session: PhoneSession) -> None:
    """A start with an address shows the application's first screen, however it was left."""
    session.device.start(Start("Clock"))
    first = session.device.observe().nodes
    session.do(Click(session.only("tab", "Timer")))
    assert session.device.observe().nodes != first
    session.device.start(Start("org.practice.clock/.MainActivity"))
    assert session.device.observe().nodes == first
    session.device.start(Start("Settings"))
    assert session.device.observe().app == "Settings"


@pytest.mark.parametrize("keep", [True, False])
def test_keep_app_setting(
    adb_server: PrivateAdbServer, practice_phone: PracticePhoneProcess, shared: AndroidDevice, keep: bool
) -> None:
    """A start without address shows the launcher, or with keep_app the current application."""
    shared.close()
    with open_device(adb_server.port, practice_phone.serial, keep_app=keep) as device:
        reset_phone(device, "Clock")
        device.start(Start())
        assert device.observe().app == ("Clock" if keep else "Launcher")


def test_long_list_states_that_there_is_more(session: PhoneSession) -> None:
    """A list that continues below the screen is said to have at least one more element."""
    session.do(Open("Contacts"))
    screen = session.look()
    assert re.search(r"^at least \d+ more below$", screen_text(screen), re.MULTILINE)


def test_dialog_hides_what_it_covers(session: PhoneSession) -> None:
    """While a dialog is open, only its own elements are offered."""
    session.do(Open("Settings"))
    session.tap("button", "Display")
    behind = set(session.names("button"))
    session.tap("button", "Screen timeout")
    elements = session.look().elements
    assert any(e.role == "dialog" for e in elements)
    offered = {e.name for e in elements if e.has("clickable") and not e.has("covered")}
    assert offered
    assert not offered & (behind - {"Screen timeout"})
