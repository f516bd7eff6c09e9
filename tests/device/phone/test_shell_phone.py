"""The shell on the drawn phone: what its commands do to the screen, and what they read from it."""

from __future__ import annotations

import io
import json
import os
import signal
from collections.abc import Callable, Iterator
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from onscreen_practice.phone.handset import Handset
from onscreen_practice.phone.shell.command_call import Input, decode_text, encode_text
from onscreen_practice.phone.shell.commands.command_table import COMMANDS
from onscreen_practice.phone.shell.interpreter import Shell
from onscreen_practice.phone.shell.machine import Machine
from onscreen_practice.phone.shell.output_channels import Channels

pytestmark = pytest.mark.browser

Run = Callable[[str], tuple[str, str, int]]
NOTES = "org.practice.notes"
CLOCK = "org.practice.clock"
ADB_IME = "com.android.adbkeyboard/.AdbIME"
ROOM = "rm -r /sdcard/Movies /sdcard/DCIM; "


@pytest.fixture
def run(handset: Handset) -> Iterator[Run]:
    """Run scripts in the phone's shell, the phone at its beginning."""
    machine = Machine(handset, on_restart=lambda: None)
    machine.reset()

    def script(text: str) -> tuple[str, str, int]:
        out, err = io.BytesIO(), io.BytesIO()
        status = Shell(machine, COMMANDS).run(text, Channels(Input(), out.write, err.write))
        return decode_text(out.getvalue()), decode_text(err.getvalue()), status

    yield script
    machine.reset()


def tree(run: Run) -> ET.Element:
    """Return the tree of the screen, as a client reads it."""
    said = run("uiautomator dump /dev/tty")[0].removesuffix("UI hierchary dumped to: /dev/tty\n")
    return ET.fromstring(said)  # noqa: S314 - what our own phone wrote


def middle(node: ET.Element) -> str:
    """Return where a finger meets a node, as two words."""
    left, top, right, bottom = json.loads("[" + node.attrib["bounds"].replace("][", ",").strip("[]") + "]")
    return f"{(left + right) // 2} {(top + bottom) // 2}"


def test_an_application_is_started_and_has_the_focus(run: Run) -> None:
    """Am start brings it to the front, force-stop takes it away."""
    assert run(f"am start -n {CLOCK}/.MainActivity") == (
        f"Starting: Intent {{ cmp={CLOCK}/.MainActivity }}\n",
        "",
        0,
    )
    assert f" u0 {CLOCK}/{CLOCK}.MainActivity}}" in run("dumpsys window | grep mCurrentFocus")[0]
    assert f"topActivity=ComponentInfo{{{CLOCK}/" in run("am stack list | grep visible=true")[0]
    run(f"am force-stop {CLOCK}")
    assert "launcher" in run("dumpsys window | grep mCurrentFocus")[0]


def test_monkey_and_home(run: Run) -> None:
    """The launcher intent of monkey opens, the home key leaves."""
    assert run(f"monkey -p {CLOCK} -c android.intent.category.LAUNCHER 1")[2] == 0
    assert CLOCK in run("dumpsys activity activities | grep mResumedActivity")[0]
    run("input keyevent KEYCODE_HOME")
    assert "launcher" in run("dumpsys activity activities | grep mResumedActivity")[0]


def test_every_application_is_resolved_and_opens(run: Run) -> None:
    """The component pm names for a package is one that am starts."""
    packages = run("pm list packages | cut -d : -f 2")[0].split()
    assert len(packages) > 5
    for package in packages:
        component = run(f"cmd package resolve-activity --brief {package} | tail -n 1")[0].strip()
        if component == "No activity found":
            continue
        assert run(f"am start -n {component}")[2] == 0, component
        assert package in run("dumpsys window | grep mCurrentFocus")[0]


def test_a_tap_opens_what_is_under_the_finger(run: Run) -> None:
    """Tapping the middle of a node of the tree does what it says."""
    icon = next(
        each
        for each in tree(run).iter("node")
        if "Clock" in (each.attrib["text"], each.attrib["content-desc"])
    )
    run(f"input tap {middle(icon)}")
    assert CLOCK in run("dumpsys window | grep mCurrentFocus")[0]


def test_text_is_typed_into_the_focused_field(run: Run) -> None:
    """Input text types ASCII, ADBKeyboard everything, and both can be read back from the tree."""
    run("input swipe 540 1900 540 600 300")
    field = next(each for each in tree(run).iter("node") if each.attrib["class"] == "android.widget.EditText")
    run(f"input tap {middle(field)}")
    assert "mInputShown=true" in run("dumpsys input_method")[0]
    run("input text 'a%sb'")
    assert any(each.attrib["text"] == "a b" for each in tree(run).iter("node"))
    run(f"ime set {ADB_IME}; am broadcast -a ADB_CLEAR_TEXT; am broadcast -a ADB_INPUT_TEXT --es msg 'Größe'")
    assert any(each.attrib["text"] == "Größe" for each in tree(run).iter("node"))


def test_the_picture_has_the_size_that_is_set(run: Run) -> None:
    """Wm size and rotation are seen in the picture."""

    def size() -> tuple[int, int]:
        with Image.open(io.BytesIO(encode_text(run("screencap -p")[0]))) as picture:
            return picture.size

    assert size() == (1080, 2400)
    run("wm size 720x1280; wm density 320")
    assert run("wm size")[0] == "Physical size: 1080x2400\nOverride size: 720x1280\n"
    assert size() == (720, 1280)
    run("wm user-rotation lock 1")
    assert size() == (1280, 720)
    assert "SurfaceOrientation: 1" in run("dumpsys input")[0]
    run("wm size reset; wm density reset; wm user-rotation lock 0")
    assert size() == (1080, 2400)
    assert run("wm size 3x3")[1].startswith("Error: the size is 3x3")


def test_settings_are_those_the_screen_shows(run: Run) -> None:
    """Svc and settings change what the phone's own settings say."""
    run("svc wifi disable; settings put system screen_brightness 77")
    assert run("practice eval 's.settings.global.wifi_on'")[0] == '"0"\n'
    assert run("settings get system screen_brightness")[0] == "77\n"


def test_files_of_the_shell_are_the_phones(run: Run) -> None:
    """A file written by the shell is in the phone's state, and the other way round."""
    run(ROOM + "echo 'hello ü' > '/sdcard/Documents/a b.txt'")
    assert run("practice eval 's.files[\"/sdcard/Documents/a b.txt\"].text'")[0] == '"hello ü\\n"\n'
    run('practice alter \'s.files["/sdcard/Documents/c.txt"] = {mtime: s.system.now, text: "from inside"}\'')
    assert run("cat /sdcard/Documents/c.txt; rm /sdcard/Documents/c.txt")[0] == "from inside"
    assert run("practice eval '\"/sdcard/Documents/c.txt\" in s.files'")[0] == "false\n"


def test_notifications_are_pulled_down_and_put_away(run: Run) -> None:
    """The shade has the focus while it is open."""
    run("cmd statusbar expand-notifications")
    assert "NotificationShade" in run("dumpsys window | grep mCurrentFocus")[0]
    run("cmd statusbar collapse")
    assert "NotificationShade" not in run("dumpsys window | grep mCurrentFocus")[0]


def test_the_clipboard_is_pasted(run: Run) -> None:
    """What a broadcast puts on the clipboard, the paste key types."""
    run("am broadcast -a clipper.set -e text 'pasted ü'; input swipe 540 1900 540 600 300")
    field = next(each for each in tree(run).iter("node") if each.attrib["class"] == "android.widget.EditText")
    run(f"input tap {middle(field)}; input keyevent PASTE")
    assert any(each.attrib["text"] == "pasted ü" for each in tree(run).iter("node"))


def test_a_dark_screen_has_no_tree(run: Run) -> None:
    """While the phone sleeps there is nothing to dump; waking brings it back."""
    run("input keyevent SLEEP")
    assert run("uiautomator dump")[1] == "ERROR: null root node returned by UiTestAutomationBridge.\n"
    assert "mWakefulness=Asleep" in run("dumpsys power")[0]
    run("input keyevent WAKEUP")
    assert tree(run).tag == "hierarchy"


def test_a_reset_to_a_seed_is_the_phone_of_that_seed(run: Run) -> None:
    """The same seed is the same phone; another seed is another."""
    run("practice reset 5")
    first = run("practice eval s")[0]
    run("practice reset 6")
    other = run("practice eval s")[0]
    run("practice alter 's.clipboard = \"x\"'; practice reset 5")
    assert run("practice eval s")[0] == first != other


def test_errors_of_the_page_are_told(run: Run) -> None:
    """A wrong expression is the caller's error, told in one line."""
    assert run("practice eval 's.none.at'")[1].startswith(
        "practice: TypeError: Cannot read properties of undefined"
    )
    assert run("practice eval '1 +'")[2] == 1
    assert "there is no trouble" in run("practice trouble nonsense")[1]
    assert "there is no snapshot" in run("practice restore nowhere")[1]


def test_snapshots_keep_the_data(run: Run) -> None:
    """What is kept under a name comes back by it."""
    run("practice alter 's.clipboard = \"kept\"'; practice snapshot before; practice alter 's.clipboard = 1'")
    run("practice restore before")
    assert run("practice eval s.clipboard; practice restore")[0] == '"kept"\n["before"]\n'


def test_a_browser_that_died_is_replaced_by_a_reset(run: Run, handset: Handset) -> None:
    """Without its browser the phone's commands say so; a reset starts another."""
    os.killpg(handset.pid, signal.SIGKILL)
    _, complaint, status = run("input tap 5 5")
    assert status == 1
    assert complaint.startswith("input: ")
    assert run("practice reset; input tap 5 5") == ("", "", 0)
    assert tree(run).tag == "hierarchy"
