"""The commands of the phone's shell: Android's own, as clients use and read them."""

from __future__ import annotations

import base64
import shlex
import struct
from collections.abc import Callable

import pytest
from fake_phone import AUTOMATOR_IME, HOME, IMES, FakePhone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onscreen_practice.phone.shell.commands.command_table import COMMANDS

Run = Callable[..., tuple[str, str, int]]


def test_screencap_writes_png_or_raw_pixels(run: Run, phone: FakePhone) -> None:
    """The option -p writes a PNG; without it, a header and raw pixels are written."""
    png = run("screencap -p")[0].encode("utf-8", "surrogateescape")
    assert png == phone.screenshot()
    plain = run("screencap")[0].encode("utf-8", "surrogateescape")
    assert struct.unpack("<4I", plain[:16]) == (60, 120, 1, 1)
    assert len(plain) == 16 + 60 * 120 * 4


def test_screencap_writes_to_a_file(run: Run, phone: FakePhone) -> None:
    """A file name ending in .png selects the PNG format."""
    assert run("screencap /sdcard/s.png && stat -c %s /sdcard/s.png")[0] == f"{len(phone.screenshot())}\n"
    assert "Error opening file" in run("screencap -p /system/s.png")[1]


def test_uiautomator_dump_message_matches_android(run: Run, phone: FakePhone) -> None:
    """The confirmation has Android's wording, including its spelling error."""
    assert run("uiautomator dump") == ("UI hierchary dumped to: /sdcard/window_dump.xml\n", "", 0)
    assert run("cat /sdcard/window_dump.xml")[0] == phone.tree
    assert run("uiautomator dump --compressed /data/local/tmp/a.xml && cat /data/local/tmp/a.xml")[
        0
    ].endswith(phone.tree)
    assert run("uiautomator dump /dev/tty")[0] == f"{phone.tree}UI hierchary dumped to: /dev/tty\n"


def test_missing_hierarchy_is_reported(run: Run, phone: FakePhone) -> None:
    """Without a view hierarchy, Android's error is printed and no file is written."""
    phone.tree = ""
    assert run("uiautomator dump") == ("", "ERROR: null root node returned by UiTestAutomationBridge.\n", 0)
    assert run("ls /sdcard")[0] == "Download\n"


@pytest.mark.parametrize(
    ("command", "calls"),
    [
        ("input tap 10 20.5", [("tap", (10.0, 20.5))]),
        ("input touchscreen -d 0 tap 1 2", [("tap", (1.0, 2.0))]),
        ("input swipe 1 2 3 4", [("swipe", (1.0, 2.0, 3.0, 4.0, 300))]),
        ("input swipe 1 2 3 4 800", [("swipe", (1.0, 2.0, 3.0, 4.0, 800.0))]),
        ("input draganddrop 1 2 3 4 500", [("drag", (1.0, 2.0, 3.0, 4.0, 500.0))]),
        ("input motionevent down 5 6", [("motion", ("DOWN", 5.0, 6.0))]),
        ("input keyevent 4", [("key", (4, []))]),
        ("input keyevent KEYCODE_HOME BACK 66", [("key", (3, [])), ("key", (4, [])), ("key", (66, []))]),
        ("input keyevent --longpress POWER", [("key", (26, []))]),
        ("input keycombination CTRL_LEFT A", [("key", (29, [113]))]),
        ("input keycombination -t 100 113 29", [("key", (29, [113]))]),
        ("input text hello%sworld", [("type", ("hello world",))]),
        ("input text 'a b'", [("type", ("a b",))]),
        ("input text one two", [("type", ("one",))]),
        ("input text '$x`\"\\;&|<>()*'", [("type", ('$x`"\\;&|<>()*',))]),
        ("input press", []),
        ("input roll 1 2", []),
    ],
)
def test_input_commands_reach_the_phone(
    run: Run, phone: FakePhone, command: str, calls: list[tuple[str, tuple[object, ...]]]
) -> None:
    """Each form of `input` calls the phone as on a real device."""
    assert run(command) == ("", "", 0)
    assert phone.calls == calls


@pytest.mark.parametrize("text", ["ä", "日本", "😀", "abcé"])
def test_input_text_refuses_non_ascii(run: Run, phone: FakePhone, text: str) -> None:
    """`input text` fails for characters without a key, and types nothing."""
    _, complaint, status = run(f"input text {text}")
    assert "java.lang.NullPointerException: Attempt to get length of null array" in complaint
    assert status == 255
    assert phone.typed == ""


@pytest.mark.parametrize(
    "command",
    [
        "input tap 1",
        "input tap a b",
        "input swipe 1 2 3",
        "input nothing",
        "input",
        "input text",
        "input tap nan 1",
    ],
)
def test_invalid_input_arguments_are_refused(run: Run, phone: FakePhone, command: str) -> None:
    """Missing or malformed numbers are refused without touching the phone."""
    assert run(command)[2] == 255
    assert phone.calls == []


def test_start_messages_match_android(run: Run, phone: FakePhone) -> None:
    """Messages for a started, a running and an unknown activity match Android's."""
    started = run("am start -n org.example.notes/.MainActivity")
    assert started == ("Starting: Intent { cmp=org.example.notes/.MainActivity }\n", "", 0)
    assert phone.front == "org.example.notes"
    assert (
        "delivered to currently running top-most instance"
        in run("am start -n org.example.notes/.MainActivity")[1]
    )
    missing = run("am start -n org.missing/.Main")
    assert (
        missing[1] == "Error type 3\nError: Activity class {org.missing/org.missing.Main} does not exist.\n"
    )
    assert missing[2] == 1


def test_start_by_uri_or_action(run: Run, phone: FakePhone) -> None:
    """URIs, settings pages and the home screen are resolved; other intents are refused."""
    link = run("am start -a android.intent.action.VIEW -d 'https://example.org/a?b=1'")
    assert link[0] == "Starting: Intent { act=android.intent.action.VIEW dat=https://example.org/... }\n"
    assert run("am start -W -a android.settings.WIFI_SETTINGS")[0].startswith("Starting: Intent {")
    assert phone.front == "com.android.settings"
    assert (
        "unable to resolve Intent { act=android.intent.action.VIEW dat=odd:thing flg=0x10000000 }"
        in run("am start -a android.intent.action.VIEW -d odd:thing")[1]
    )
    run("am start -a android.intent.action.MAIN -c android.intent.category.HOME")
    assert phone.calls[-2] == ("key", (3, [])) or ("key", (3, [])) in phone.calls


def test_start_with_wait_reports_times(run: Run) -> None:
    """With -W the status and times are printed in Android's format."""
    lines = run("am start -W -n org.example.notes/.MainActivity")[0].splitlines()
    assert lines[1:4] == ["Status: ok", "LaunchState: COLD", "Activity: org.example.notes/.MainActivity"]
    assert lines[-1] == "Complete"


def test_intent_extras_reach_the_application(run: Run, phone: FakePhone) -> None:
    """Intent extras arrive by name."""
    run("am start -n org.example.notes/.MainActivity --es title 'Buy milk' --ez urgent true")
    _, (_, _, intent) = next(call for call in phone.calls if call[0] == "launch")
    assert intent["extras"] == {"title": "Buy milk", "urgent": "true"}


def test_invalid_intent_is_refused(run: Run) -> None:
    """Unknown options and missing values are reported as on Android."""
    assert "IllegalArgumentException: Unknown option: --nonsense" in run("am start --nonsense")[1]
    assert run("am start")[2] == 255
    assert 'Argument expected after "-n"' in run("am start -n")[1]


def test_adb_keyboard_types_any_text_if_selected(run: Run, phone: FakePhone) -> None:
    """ADBKeyboard broadcasts type any text, but only while it is the current keyboard."""
    text = 'Größe 😀 "quoted" $x\nnew line'
    broadcast = f"am broadcast -a ADB_INPUT_B64 --es msg {base64.b64encode(text.encode()).decode()}"
    run(broadcast)
    assert phone.typed == ""
    assert run(f"ime set {IMES[1]}")[0] == f"Input method {IMES[1]} selected for user #0\n"
    assert run(broadcast)[0].endswith("Broadcast completed: result=0\n")
    assert phone.typed == text
    run(f"am broadcast -a ADB_INPUT_TEXT --es msg {shlex.quote(text)}; am broadcast -a ADB_CLEAR_TEXT")
    assert phone.typed == text * 2
    assert phone.calls[-2:] == [("key", (29, [113])), ("key", (67, []))]


def test_keyboard_of_uiautomator2_types_any_text_if_selected(run: Run, phone: FakePhone) -> None:
    """Broadcasts to uiautomator2's keyboard answer success while it is selected, and nothing otherwise."""
    text = 'Größe 😀 "quoted" $x\nnew line'
    encoded = base64.b64encode(text.encode()).decode()
    broadcast = f"am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text {encoded}"
    assert run(broadcast)[0].endswith("Broadcast completed: result=0\n")
    assert phone.typed == ""
    run(f"ime enable {AUTOMATOR_IME}; ime set {AUTOMATOR_IME}")
    assert run(broadcast)[0].endswith('Broadcast completed: result=-1, data="success"\n')
    assert phone.typed == text
    assert run("am broadcast -a ADB_KEYBOARD_NONSENSE")[0].endswith("result=0\n")


def test_disabled_keyboard_is_not_the_current_one(run: Run) -> None:
    """Disabling the selected input method selects the default one, as on Android."""
    run(f"ime set {AUTOMATOR_IME}; ime disable {IMES[1]}")
    assert run("settings get secure default_input_method")[0] == f"{AUTOMATOR_IME}\n"
    run(f"ime disable {AUTOMATOR_IME}")
    assert run("settings get secure default_input_method")[0] == f"{IMES[0]}\n"


def test_clipper_broadcasts_access_the_clipboard(run: Run) -> None:
    """Clipper's broadcasts set and return the clipboard."""
    run("am broadcast -a clipper.set -e text 'a b'")
    assert run("am broadcast -a clipper.get")[0].endswith('Broadcast completed: result=-1, data="a b"\n')


def test_monkey_launches_a_package(run: Run, phone: FakePhone) -> None:
    """A package is launched by name alone, as many clients do."""
    assert (
        "Events injected: 1\n" in run("monkey -p org.example.notes -c android.intent.category.LAUNCHER 1")[0]
    )
    assert phone.front == "org.example.notes"
    assert "No activities found to run, monkey aborted" in run("monkey -p org.missing 1")[0]


def test_packages_are_listed(run: Run) -> None:
    """Packages can be filtered by system, third party and name."""
    providers = tuple(
        f"com.android.providers.{name}" for name in ("calendar", "contacts", "media", "telephony")
    )
    helpers = ("com.github.uiautomator", "com.mobilerun.portal")
    system = ("com.android.adbkeyboard", "com.android.launcher3", *providers, *helpers)
    installed = sorted((*system, "com.android.settings", "org.example.notes"))
    assert run("pm list packages")[0] == "".join(f"package:{name}\n" for name in installed)
    assert run("pm list packages -s")[0] == "".join(f"package:{name}\n" for name in system)
    assert run("cmd package list packages -3 notes")[0] == "package:org.example.notes\n"
    assert run("pm path org.example.notes")[0].startswith("package:/data/app/")
    assert run("pm path org.missing") == ("", "", 1)
    assert run("pm clear org.example.notes")[0] == "Success\n"
    assert run("pm clear org.missing")[0] == "Failed\n"


def test_launcher_activity_is_resolved(run: Run) -> None:
    """With --brief the last line is the component."""
    found = run("cmd package resolve-activity --brief org.example.notes")[0].splitlines()
    assert found == [
        "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true",
        "org.example.notes/.MainActivity",
    ]
    assert run("pm resolve-activity --brief org.missing")[0] == "No activity found\n"
    query = "cmd package query-activities --brief -c android.intent.category.LAUNCHER"
    assert run(query)[0].splitlines()[0] == "3 activities found:"


def test_display_size_can_be_overridden(run: Run, phone: FakePhone) -> None:
    """Both the physical size and the override are printed."""
    assert run("wm size")[0] == "Physical size: 60x120\n"
    run("wm size 30x40; wm density 200")
    assert run("wm size")[0] == "Physical size: 60x120\nOverride size: 30x40\n"
    assert run("wm density")[0] == "Physical density: 400\nOverride density: 200\n"
    run("wm size reset")
    assert (phone.shown_size, phone.shown_density) == ((60, 120), 200)
    assert run("wm size 3") == ("", "Error: bad size 3\n", 255)


def test_settings_are_read_and_written(run: Run, phone: FakePhone) -> None:
    """Values are read as written; missing values are null."""
    assert run("settings get global wifi_on; settings get system none")[0] == "1\nnull\n"
    assert (
        run("settings put system note 'a b'; settings get system note; settings list system")[0]
        == "a b\nnote=a b\n"
    )
    assert run("settings delete system note")[0] == "Deleted 1 rows\n"
    assert run("settings get secure default_input_method")[0] == f"{IMES[0]}\n"
    assert run("settings get odd a") == ("", "Invalid namespace 'odd'\n", 255)
    run("svc wifi disable")
    assert phone.spaces["global"]["wifi_on"] == "0"


def test_dumpsys_reports_the_focus(run: Run) -> None:
    """Window, activity, task and keyboard appear in the lines that clients parse."""
    run("am start -n org.example.notes/.MainActivity; input text a")
    assert (
        " u0 org.example.notes/org.example.notes.MainActivity}\n"
        in run("dumpsys window | grep mCurrentFocus")[0]
    )
    assert " u0 org.example.notes/.MainActivity t" in run("dumpsys window displays | grep mFocusedApp")[0]
    assert "mResumedActivity: ActivityRecord{" in run("dumpsys activity activities")[0]
    assert "topResumedActivity=ActivityRecord{" in run("dumpsys activity activities")[0]
    assert "ACTIVITY org.example.notes/.MainActivity " in run("dumpsys activity top | grep ACTIVITY")[0]
    assert "mInputShown=true" in run("dumpsys input_method")[0]
    assert f"mCurMethodId={IMES[0]}" in run("dumpsys input_method")[0]
    assert "SurfaceOrientation: 0" in run("dumpsys input")[0]
    assert (
        "visible=true topActivity=ComponentInfo{org.example.notes/org.example.notes.MainActivity}"
        in run("am stack list")[0]
    )
    assert f"visible=false topActivity=ComponentInfo{{{HOME}/" in run("am stack list")[0]


def test_unknown_services_are_reported(run: Run) -> None:
    """Both dumpsys and cmd report unknown services."""
    assert run("dumpsys nothing")[1] == "Can't find service: nothing\n"
    assert run("cmd nothing") == ("", "cmd: Can't find service: nothing\n", 20)


def test_notifications_are_listed(run: Run, phone: FakePhone) -> None:
    """Notification titles and texts are printed, and the shade can be opened."""
    assert "android.title=String (Reminder)" in run("dumpsys notification --noredact")[0]
    run("cmd statusbar expand-notifications; cmd statusbar collapse")
    assert phone.arguments_of("panel") == [(True,), (False,)]


def test_file_commands_work(run: Run) -> None:
    """Folders and files are created, moved, copied, listed and removed."""
    script = (
        "cd /sdcard; mkdir -p 'a b/c'; echo 1 > 'a b/c/x'; cp -r 'a b' d; mv d/c/x d/y; touch d/z; "
        "ls -1 d; cat d/y; find /sdcard/d -type f; rm -r 'a b'; ls; du -s d > /dev/null; pwd"
    )
    assert run(script) == ("c\ny\nz\n1\n/sdcard/d/y\n/sdcard/d/z\nDownload\nd\n/sdcard\n", "", 0)


def test_shared_storage_aliases_are_equivalent(run: Run) -> None:
    """/sdcard and /storage/emulated/0 contain the same files."""
    assert run("echo a > /sdcard/x; cat /storage/emulated/0/x /mnt/sdcard/x")[0] == "a\na\n"


def test_file_errors_are_reported(run: Run) -> None:
    """Full disk, existing folder and read-only paths are reported."""
    assert "No space left on device" in run("echo a > /sdcard/full")[1]
    assert run("mkdir /sdcard/Download") == ("", "mkdir: '/sdcard/Download': File exists\n", 1)
    assert run("rm /sdcard/Download") == ("", "rm: /sdcard/Download: Is a directory\n", 1)
    assert run("rm /sdcard/none; rm -f /sdcard/none") == (
        "",
        "rm: /sdcard/none: No such file or directory\n",
        0,
    )
    assert run("touch /data/x")[1] == "touch: '/data/x': Permission denied\n"
    assert run("ls /sdcard/none") == ("", "ls: /sdcard/none: No such file or directory\n", 1)


def test_date_uses_the_phone_clock(run: Run) -> None:
    """The date is the phone's, in its time zone."""
    assert run("date '+%Y-%m-%d %H:%M'")[0] == "2026-03-12 10:41\n"
    assert run("date -u +%s")[0] == "1773308460\n"


def test_system_information_is_reported(run: Run) -> None:
    """Properties and user are printed; a user build refuses changes."""
    assert run("getprop ro.build.version.sdk; getprop ro.none; whoami")[0] == "34\n\nshell\n"
    assert "[ro.product.model]: [Practice Phone]\n" in run("getprop")[0]
    assert run("setprop debug.a 1; getprop debug.a")[0] == "1\n"
    assert run("setprop ro.a 1")[2] == 1


def test_the_practice_command(run: Run, phone: FakePhone) -> None:
    """The simulator's command resets, evaluates, alters and reports errors."""
    assert run("practice eval 's.a == \"x y\"'")[0] == '{"expression": "s.a == \\"x y\\""}\n'
    assert run("practice reset 7; practice reset")[2] == 0
    assert phone.seeds == [7, None]
    assert run("practice reset x")[2] == 2
    assert run("practice eval s.wrong.way") == (
        "",
        "practice: TypeError: Cannot read properties of undefined (reading 'way')\n",
        1,
    )
    assert run("practice interrupt call 6 'Ada Jensen'; practice interrupt ad 2")[2] == 0
    assert phone.arguments_of("interrupt") == [("call", 6, "Ada Jensen"), ("ad", 2, "")]
    assert run("practice interrupt call soon")[2] == 2
    run(
        "practice interruptions popups ads; practice alter 's.b = 1'; practice snapshot a; practice restore a"
    )
    assert phone.calls[-4:] == [
        ("interruptions", (["popups", "ads"],)),
        ("alter", ("s.b = 1",)),
        ("snapshot", ("a",)),
        ("restore", ("a",)),
    ]


def test_permissions_are_granted_and_revoked(run: Run, phone: FakePhone) -> None:
    """Permission changes reach the phone; its refusals become Android exceptions."""
    assert (
        run("pm grant org.example.notes android.permission.CAMERA; pm revoke org.example.notes CAMERA")[2]
        == 0
    )
    assert phone.arguments_of("grant") == [
        ("org.example.notes", "android.permission.CAMERA", True),
        ("org.example.notes", "CAMERA", False),
    ]
    assert "IllegalArgumentException: Unknown package: org.missing" in run("pm grant org.missing CAMERA")[1]


def test_reset_restores_size_files_and_properties(run: Run, phone: FakePhone) -> None:
    """A reset also restores the size, temporary files and properties."""
    run("wm size 30x40; echo a > /data/local/tmp/a; setprop debug.a 1; practice reset")
    assert phone.shown_size == phone.size
    assert run("ls /data/local/tmp; getprop debug.a")[0] == "\n"


def test_sleep_is_limited(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long sleep is limited to a maximum."""
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    assert run("sleep 5m; sleep .5; sleep x")[2] == 1
    assert waited == [10.0, 0.5]


WORDS = (
    "-", "--", "-a", "-c", "-d", "-e", "-f", "-k", "-l", "-m", "-n", "-p", "-r", "-s", "-t", "-u", "-w",
    "-A", "-I{}", "-W", "--es", "--user", "--uri", "--brief", "0", "1", "-1", "99999999999999999999",
    "1.5", "nan", "1-", "-3", "%d", "%s%c", "%999999999d", "\\x", "", " ", "*", "[", "]", "(a+",
    "s/a/b/", "s/(/)/", "a-z", "z-a", ":", "=", "x=1", "/", ".", "..", "/sdcard", "/sdcard/Download",
    "/data/local/tmp", "/system/build.prop", "/dev/null", "ü€😀", "\udcff", "\0", "\n", "a/b",
    "org.example.notes/.MainActivity", "org.example.notes", "system", "global", "get", "put", "list",
    "set", "start", "broadcast", "stack", "size", "density", "reset", "packages", "resolve-activity",
    "query", "dump", "tap", "text", "keyevent", "swipe", "window", "activity", "package", "top", "-name",
    "-type", "[:alpha:]", "+%Y", "+%Q%", "!", "-eq",
)  # fmt: skip


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(sorted(set(COMMANDS) - {"sleep", "reboot"})),
    words=st.lists(st.sampled_from(WORDS) | st.text(max_size=8), max_size=5),
    stdin=st.sampled_from([b"", b"a b\nc\n", b"\xff\0\n\n"]),
)
def test_any_arguments_end_with_a_status(run: Run, name: str, words: list[str], stdin: bytes) -> None:
    """Any arguments end with an exit status, and the shell continues."""
    line = " ".join(shlex.quote(word.replace("\0", "")) for word in words)
    assert 0 <= run(f"{name} {line}", stdin)[2] <= 255


def test_unexpected_phone_result_is_reported(
    run: Run, phone: FakePhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command reports an unexpected phone result, and the shell continues."""
    monkeypatch.setattr(phone, "_focus", lambda: "asleep", raising=False)
    stdout, stderr, status = run("dumpsys window; echo on")
    assert (stdout, status) == ("on\n", 0)
    assert stderr.startswith("dumpsys: the phone returned an unexpected result: Expected")


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("-type f -o -type d", ["/sdcard/t", "/sdcard/t/a.txt", "/sdcard/t/b", "/sdcard/t/b/c.md"]),
        ("-type f ! -name '*.md'", ["/sdcard/t/a.txt"]),
        ("-mindepth 1 -maxdepth 1", ["/sdcard/t/a.txt", "/sdcard/t/b"]),
        ("\\( -name a.txt -o -name b \\) -type d", ["/sdcard/t/b"]),
        ("-iname 'A*' -and -type f", ["/sdcard/t/a.txt"]),
        ("-path '*/b/*'", ["/sdcard/t/b/c.md"]),
        ("-empty", ["/sdcard/t/a.txt"]),
    ],
)
def test_find_combines_tests(run: Run, expression: str, found: list[str]) -> None:
    """Tests are combined with -o, -a, ! and parentheses; depths limit the search."""
    run("mkdir -p /sdcard/t/b; touch /sdcard/t/a.txt; echo x > /sdcard/t/b/c.md")
    assert run(f"find /sdcard/t {expression}")[0].splitlines() == found


def test_find_deletes_files(run: Run) -> None:
    """The action -delete removes what was found and prints nothing."""
    run("mkdir -p /sdcard/t/b; touch /sdcard/t/a.txt /sdcard/t/b/c.md")
    assert run("find /sdcard/t -mindepth 1 -type f -delete; find /sdcard/t") == (
        "/sdcard/t\n/sdcard/t/b\n",
        "",
        0,
    )


@pytest.mark.parametrize("expression", ["-none", "-name", "'(' -type f", "-type f ')'"])
def test_find_refuses_invalid_expressions(run: Run, expression: str) -> None:
    """An unknown test, a missing value or an unbalanced parenthesis is an error."""
    _, error, status = run(f"find /sdcard {expression}")
    assert error.startswith("find: ")
    assert status == 1


def test_ls_prints_full_times(run: Run) -> None:
    """The option -ll adds seconds and the time zone; -a and -u are accepted behind the folder."""
    run("echo 12345 > '/sdcard/a b.txt'")
    rows = run("ls /sdcard -ll -au")[0].splitlines()
    assert [row.split(None, 8)[-1] for row in rows if row.startswith("-")] == ["a b.txt"]
    assert any(" +0000 a b.txt" in row for row in rows)
    assert rows[1].endswith(" .")
