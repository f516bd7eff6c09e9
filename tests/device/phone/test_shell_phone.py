"""Shell commands on the rendered phone: effects on the screen and information about it."""

from __future__ import annotations

import io
import json
import os
import signal
from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from onscreen_practice.phone.shell.command_interface import Input, decode_text, encode_text
from onscreen_practice.phone.shell.commands.command_table import COMMANDS
from onscreen_practice.phone.shell.interpreter import Shell
from onscreen_practice.phone.shell.output_channels import Channels
from onscreen_practice.phone.shell.simulated_system import Machine
from onscreen_practice.phone.simulated_phone import Handset

pytestmark = pytest.mark.browser

Run = Callable[[str], tuple[str, str, int]]
NOTES = "org.practice.notes"
CLOCK = "org.practice.clock"
ADB_IME = "com.android.adbkeyboard/.AdbIME"
ROOM = "rm -r /sdcard/Movies /sdcard/DCIM; "


@pytest.fixture
def run(handset: Handset) -> Run:
    """Return a function that runs scripts in the phone's shell."""
    machine = Machine(handset, on_restart=lambda: None)

    def script(text: str) -> tuple[str, str, int]:
        out, err = io.BytesIO(), io.BytesIO()
        status = Shell(machine, COMMANDS).run(text, Channels(Input(), out.write, err.write))
        return decode_text(out.getvalue()), decode_text(err.getvalue()), status

    return script


def dump_hierarchy(run: Run) -> ET.Element:
    """Return the view hierarchy as an adb client reads it."""
    xml = run("uiautomator dump /dev/tty")[0].removesuffix("UI hierchary dumped to: /dev/tty\n")
    return ET.fromstring(xml)  # noqa: S314  trusted input


def center_of(node: ET.Element) -> str:
    """Return the center of a node as two arguments."""
    left, top, right, bottom = json.loads("[" + node.attrib["bounds"].replace("][", ",").strip("[]") + "]")
    return f"{(left + right) // 2} {(top + bottom) // 2}"


def test_started_application_has_the_focus(run: Run) -> None:
    """The command am start focuses an application, and force-stop closes it."""
    assert run(f"am start -n {CLOCK}/.MainActivity") == (
        f"Starting: Intent {{ cmp={CLOCK}/.MainActivity }}\n",
        "",
        0,
    )
    assert f" u0 {CLOCK}/{CLOCK}.MainActivity}}" in run("dumpsys window | grep mCurrentFocus")[0]
    assert f"topActivity=ComponentInfo{{{CLOCK}/" in run("am stack list | grep visible=true")[0]
    run(f"am force-stop {CLOCK}")
    assert "launcher" in run("dumpsys window | grep mCurrentFocus")[0]


def test_monkey_launches_and_home_leaves(run: Run) -> None:
    """Monkey launches a package, and the home key leaves it."""
    assert run(f"monkey -p {CLOCK} -c android.intent.category.LAUNCHER 1")[2] == 0
    assert CLOCK in run("dumpsys activity activities | grep mResumedActivity")[0]
    run("input keyevent KEYCODE_HOME")
    assert "launcher" in run("dumpsys activity activities | grep mResumedActivity")[0]


def test_every_application_is_resolved_and_opened(run: Run) -> None:
    """The component that pm resolves for a package can be started with am."""
    packages = run("pm list packages | cut -d : -f 2")[0].split()
    assert len(packages) > 5
    for package in packages:
        component = run(f"cmd package resolve-activity --brief {package} | tail -n 1")[0].strip()
        if component == "No activity found":
            continue
        assert run(f"am start -n {component}")[2] == 0, component
        assert package in run("dumpsys window | grep mCurrentFocus")[0]


def test_tap_activates_the_node(run: Run) -> None:
    """A tap on the center of a node activates it."""
    icon = next(
        each
        for each in dump_hierarchy(run).iter("node")
        if "Clock" in (each.attrib["text"], each.attrib["content-desc"])
    )
    run(f"input tap {center_of(icon)}")
    assert CLOCK in run("dumpsys window | grep mCurrentFocus")[0]


def test_text_is_typed_into_the_focused_field(run: Run) -> None:
    """ASCII text typed with input and any text typed with ADBKeyboard appears in the hierarchy."""
    run("input swipe 540 1900 540 600 300")
    field = next(
        each for each in dump_hierarchy(run).iter("node") if each.attrib["class"] == "android.widget.EditText"
    )
    run(f"input tap {center_of(field)}")
    assert "mInputShown=true" in run("dumpsys input_method")[0]
    run("input text 'a%sb'")
    assert any(each.attrib["text"] == "a b" for each in dump_hierarchy(run).iter("node"))
    run(f"ime set {ADB_IME}; am broadcast -a ADB_CLEAR_TEXT; am broadcast -a ADB_INPUT_TEXT --es msg 'Größe'")
    assert any(each.attrib["text"] == "Größe" for each in dump_hierarchy(run).iter("node"))


def test_screenshot_follows_size_and_rotation(run: Run) -> None:
    """The screenshot has the size and rotation set with wm."""

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


def test_settings_commands_change_the_settings(run: Run) -> None:
    """The commands svc and settings change the phone's settings."""
    run("svc wifi disable; settings put system screen_brightness 77")
    assert run("practice eval 's.settings.global.wifi_on'")[0] == '"0"\n'
    assert run("settings get system screen_brightness")[0] == "77\n"


def test_screens_are_named(run: Run) -> None:
    """The command `practice screens` prints the screen in front and the screens of all applications."""
    run("am start -n org.practice.clock/.MainActivity")
    screens = json.loads(run("practice screens")[0])
    assert screens["front"] == {"app": "clock", "screen": "main", "dialogs": 0}
    assert screens["apps"]["clock"] == ["main", "alarm", "cities", "settings"]


def test_shell_and_phone_share_files(run: Run) -> None:
    """Files written in the shell are in the phone's state, and vice versa."""
    run(ROOM + "echo 'hello ü' > '/sdcard/Documents/a b.txt'")
    assert run("practice eval 's.files[\"/sdcard/Documents/a b.txt\"].text'")[0] == '"hello ü\\n"\n'
    run('practice alter \'s.files["/sdcard/Documents/c.txt"] = {mtime: s.system.now, text: "from inside"}\'')
    assert run("cat /sdcard/Documents/c.txt; rm /sdcard/Documents/c.txt")[0] == "from inside"
    assert run("practice eval '\"/sdcard/Documents/c.txt\" in s.files'")[0] == "false\n"


def test_notification_shade_opens_and_closes(run: Run) -> None:
    """The notification shade has the focus while it is open."""
    run("cmd statusbar expand-notifications")
    assert "NotificationShade" in run("dumpsys window | grep mCurrentFocus")[0]
    run("cmd statusbar collapse")
    assert "NotificationShade" not in run("dumpsys window | grep mCurrentFocus")[0]


def test_clipboard_is_pasted(run: Run) -> None:
    """Text put on the clipboard by a broadcast is pasted with the paste key."""
    run("am broadcast -a clipper.set -e text 'pasted ü'; input swipe 540 1900 540 600 300")
    field = next(
        each for each in dump_hierarchy(run).iter("node") if each.attrib["class"] == "android.widget.EditText"
    )
    run(f"input tap {center_of(field)}; input keyevent PASTE")
    assert any(each.attrib["text"] == "pasted ü" for each in dump_hierarchy(run).iter("node"))


def test_sleeping_phone_has_no_hierarchy(run: Run) -> None:
    """While the phone sleeps, no hierarchy is dumped; waking it restores the screen."""
    run("input keyevent SLEEP")
    assert run("uiautomator dump")[1] == "ERROR: null root node returned by UiTestAutomationBridge.\n"
    assert "mWakefulness=Asleep" in run("dumpsys power")[0]
    run("input keyevent WAKEUP")
    assert dump_hierarchy(run).tag == "hierarchy"


def test_reset_to_a_seed_is_deterministic(run: Run) -> None:
    """The same seed gives the same phone, another seed a different one."""
    run("practice reset 5")
    first = run("practice eval s")[0]
    run("practice reset 6")
    other = run("practice eval s")[0]
    run("practice alter 's.clipboard = \"x\"'; practice reset 5")
    assert run("practice eval s")[0] == first != other


def test_script_errors_are_reported(run: Run) -> None:
    """An invalid expression gives a one-line error."""
    assert run("practice eval 's.none.at'")[1].startswith(
        "practice: TypeError: Cannot read properties of undefined"
    )
    assert run("practice eval '1 +'")[2] == 1
    assert "unknown interruption" in run("practice interruptions nonsense")[1]
    assert "unknown snapshot" in run("practice restore nowhere")[1]


def test_unasked_changes_are_listed(run: Run) -> None:
    """Only what the closest alternative does not require is listed."""
    change = '[{"type":"becomes","path":"clock.snooze_min","pattern":{"type":"exactly","value":5}}]'
    run("practice reset 3; practice alter 's.clock.snooze_min = 5'")
    assert run(f"practice unasked '{change}'")[0] == "[]\n"
    assert "clock.snooze_min changed from 10 to 5" in run("practice unasked '[]'")[0]
    assert run(f"practice unasked '[]' '{change}'")[0] == "[]\n"
    run("practice alter 's.clock.crescendo = true'")
    assert run(f"practice unasked '[]' '{change}'")[0].count("changed from") == 1


def test_snapshot_is_restored(run: Run) -> None:
    """Data saved under a name is restored by that name."""
    run("practice reset 2")
    run("practice alter 's.clipboard = \"kept\"'; practice snapshot before; practice alter 's.clipboard = 1'")
    run("practice restore before")
    assert run("practice eval s.clipboard; practice restore")[0] == '"kept"\n["before"]\n'


def test_killed_browser_is_replaced(run: Run, handset: Handset) -> None:
    """A command that meets a crashed browser works on the same screen."""
    run("am start -n org.practice.clock/.MainActivity")
    os.killpg(handset.pid, signal.SIGKILL)
    assert run("input tap 5 5") == ("", "", 0)
    assert dump_hierarchy(run).find(".//node[@package='org.practice.clock']") is not None
