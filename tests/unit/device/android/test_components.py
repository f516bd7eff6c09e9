"""Components of the Android device that need no phone."""

from __future__ import annotations

import io
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from onscreen.device.android import android
from onscreen.device.android.adb_text_input import input_text_commands
from onscreen.device.android.android_keys import Chord, parse_keys
from onscreen.device.android.android_settings import android_settings
from onscreen.device.android.coordinate_conversion import Display, parse_display
from onscreen.device.android.foreground_app import parse_foreground_app
from onscreen.device.android.installed_apps import (
    App,
    app_label,
    app_labels,
    find_app,
    nearest_names,
    parse_apps,
)
from onscreen.device.android.phone_text_input import matches_typed_text
from onscreen.device.android.screencap_decoder import black_picture, is_black, is_same_screen, parse_screencap
from onscreen.device.android.shell_quoting import shell_command
from onscreen.device.android.target_lookup import find_node, touch_point
from onscreen.device.android.touch_actions import swipe_command
from onscreen.types import Box, Click, Node, Picture, Point
from onscreen.types.errors import BadText, DeviceError, ElementGone, NotSupported, UnknownName

PHONE = Display((1220, 2712), (1220, 2712), 480)


def painted(colour: str, *dots: tuple[int, int], size: tuple[int, int] = (100, 200)) -> Picture:
    """Return a picture of one colour with white pixels."""
    image = Image.new("RGB", size, colour)
    for dot in dots:
        image.putpixel(dot, (255, 255, 255))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return Picture(buffer.getvalue())


SMALL = Box(0, 0, 10, 10)


def button(name: str, locator: str, box: Box = SMALL, parent: int | None = None) -> Node:
    """Return a clickable button node."""
    return Node("button", name, box, states=("clickable",), locator=locator, parent=parent)


def test_settings_are_converted() -> None:
    """Settings are accepted as typed values or as text; a serial may be a number."""
    settings = android_settings({"serial": 12345, "call_cap_sec": "5", "keep_app": "true"})
    assert (settings.serial, settings.call_cap_sec, settings.keep_app) == ("12345", 5.0, True)


@pytest.mark.parametrize(
    ("name", "value", "error", "message"),
    [
        ("seriel", "x", UnknownName, "did you mean 'serial'"),
        ("call_cap_sec", "soon", BadText, "are invalid"),
        ("call_cap_sec", 0, BadText, "above 0"),
        ("server_port", 70000, BadText, "0 to 65535"),
        ("serial", "-s evil", BadText, "must not contain spaces"),
    ],
)
def test_invalid_settings_are_rejected(
    name: str, value: object, error: type[Exception], message: str
) -> None:
    """Unknown settings and invalid values raise an error that names the setting."""
    with pytest.raises(error, match=message):
        android_settings({name: value})


def test_unstarted_device_raises() -> None:
    """Before `start`, every method raises DeviceError, except `close`."""
    device = android({})
    for call in (device.observe, lambda: device.perform(Click(Point(1, 1))), lambda: device.read("echo 1")):
        with pytest.raises(DeviceError, match="call start first"):
            call()
    device.close()


@given(
    st.lists(
        st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20), max_size=4
    )
)
def test_quoted_arguments_are_preserved(arguments: list[str]) -> None:
    """A shell splits a quoted command line into the original arguments."""
    completed = subprocess.run(
        ["/bin/sh", "-c", shell_command("printf", "%s\\0", *arguments)],
        capture_output=True,
        check=True,
        timeout=10,
    )
    assert completed.stdout == b"".join(word.encode() + b"\0" for word in arguments or [""])


@pytest.mark.parametrize("argument", ["a\0b", "\ud800"])
def test_unquotable_arguments_are_rejected(argument: str) -> None:
    """NUL characters and lone surrogates raise NotSupported."""
    with pytest.raises(NotSupported):
        shell_command("echo", argument)


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=900))
def test_input_text_preserves_any_ascii(text: str) -> None:
    """Commands for `input text`, which converts %s to a space, type the original text."""
    typed = ""
    for command in input_text_commands(text):
        shell = subprocess.run(
            ["/bin/sh", "-c", f'set -- {command}; printf %s "$3"'],
            capture_output=True,
            check=True,
            text=True,
            timeout=10,
        )
        typed += shell.stdout.replace("%s", " ")
    assert typed == text


@pytest.mark.parametrize(
    ("output", "picture", "touch", "density"),
    [
        ("Physical size: 1080x2400\nPhysical density: 420\n", (1080, 2400), (1080, 2400), 420),
        (
            "Physical size: 1080x2400\nOverride size: 720x1280\nPhysical density: 420\nOverride density: 320",
            (720, 1280),
            (720, 1280),
            320,
        ),
        ("Physical size: 1080x2400\r\n", (2400, 1080), (2400, 1080), 160),
        ("", (1440, 3120), (1440, 3120), 160),
        ("Physical size: 0x0", (10, 20), (1, 1), 160),
        ("Physical size: 1080x2400", (540, 1200), (1080, 2400), 160),
    ],
)
def test_display_is_parsed(
    output: str, picture: tuple[int, int], touch: tuple[int, int], density: int
) -> None:
    """An override precedes the physical size, and a rotated screen has its sides exchanged."""
    assert parse_display(output, picture) == Display(touch, picture, density)


def test_swipe_command_coordinates() -> None:
    """Swipe points are scaled to touch coordinates and clamped to the screen."""
    assert (
        swipe_command(PHONE, Point(10, 20), end=Point(300, 4000), duration_ms=250)
        == "input swipe 10 20 300 2711 250"
    )
    assert PHONE.to_touch(Point(1219.6, 2711.9)) == (1219, 2711)
    small = Display((1080, 2400), (540, 1200))
    assert (
        swipe_command(small, Point(10, 20), end=Point(30, 40), duration_ms=1) == "input swipe 20 40 60 80 1"
    )


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("Enter", Chord(code=66)),
        ("esc", Chord(code=111)),
        ("Control+a", Chord((113,), 29)),
        ("ctrl+Shift+ArrowLeft", Chord((113, 59), 21)),
        ("A", Chord((59,), 29)),
        ("+", Chord(code=81)),
        ("Control++", Chord((113,), 81)),
        ("GoBack", Chord(code=4)),
        ("Notification", Chord(command="cmd statusbar expand-notifications")),
        ("ß", Chord(text="ß")),
    ],
)
def test_dom_key_names_are_parsed(keys: str, expected: Chord) -> None:
    """DOM key names are converted to Android key codes."""
    assert parse_keys(keys) == expected


@given(st.text(max_size=12))
def test_any_keys_are_parsed_or_rejected(keys: str) -> None:
    """Any text given as keys is either parsed or raises NotSupported."""
    try:
        chord = parse_keys(keys)
    except NotSupported:
        return
    assert chord.code or chord.text or chord.command


@pytest.mark.parametrize(
    ("output", "package", "address"),
    [
        ("  mCurrentFocus=Window{a1 u0 com.a/com.a.Main}\n", "com.a", "com.a/.Main"),
        ("  mCurrentFocus=Window{a1 u0 com.a/com.b.Main}\n", "com.a", "com.a/com.b.Main"),
        (
            "  mCurrentFocus=Window{a1 u0 NotificationShade}",
            "com.android.systemui",
            "com.android.systemui/NotificationShade",
        ),
        (
            "mCurrentFocus=Window{a1 u0 PopupWindow:c0ffee}\nmFocusedApp=ActivityRecord{1 u0 com.a/.Main t7}",
            "com.a",
            "com.a/.Main",
        ),
        (
            "mCurrentFocus=null\nmFocusedApp=AppWindowToken{1 token=Token{2 Activity{3 u0 com.a/.B t1}}}",
            "",
            "com.a/.B",
        ),
        ("", "com.a", "com.a"),
        ("", "", ""),
    ],
)
def test_foreground_app_is_parsed(output: str, package: str, address: str) -> None:
    """The focused activity is found in the output of old and new Android versions."""
    assert parse_foreground_app(output, package).address == address


LISTED = """2 activities found:
  Activity #0:
    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true
    com.android.settings/.Settings
  com.google.android.deskclock/com.android.deskclock.DeskClock
  com.google.android.apps.messaging/.Main
"""


def test_apps_are_found_by_name() -> None:
    """An application is found by label, similar label, package, its last part, or component."""
    apps = parse_apps(LISTED)
    settings = App("com.android.settings", ".Settings")
    for name in ("Settings", "settings", "setting", "com.android.settings", "com.android.settings/.Settings"):
        assert find_app(name, apps) == settings
    for name, package in (
        ("Clock", "com.google.android.deskclock"),
        ("SMS", "com.google.android.apps.messaging"),
    ):
        app = find_app(name, apps)
        assert app is not None
        assert app.package == package
    assert find_app("Camera", apps) is None
    assert nearest_names("Setings", [app_label(app.package) for app in apps])[0] == "Settings"
    assert app_labels("org.example.superNotes") == ("Super Notes",)
    assert app_labels("org.example.notes.android") == ("Notes",)
    assert parse_apps("package:com.x.y\n") == (App("com.x.y"),)


def test_screencap_is_extracted_or_rejected() -> None:
    """Output around the PNG is ignored; a truncated or converted PNG raises DeviceError."""
    png = painted("red").png
    picture = parse_screencap(b"[Warning] several displays\n" + png + b"\n")
    assert picture is not None
    assert picture.png == png
    assert parse_screencap(b"screencap: failed\n") is None
    with pytest.raises(DeviceError, match=r"line ends.*converted.*update adb"):
        parse_screencap(png.replace(b"\n", b"\r\n"))
    with pytest.raises(DeviceError, match="truncated"):
        parse_screencap(png[:-20])


def test_black_picture_is_recognized() -> None:
    """A picture is black only if every pixel is."""
    assert is_black(black_picture((1080, 2400)))
    assert not is_black(painted("black", (5, 5), size=(1080, 2400)))
    assert not is_black(painted("red"))


def test_small_changes_are_the_same_screen() -> None:
    """A blinking caret leaves a screen the same; a larger change or another size does not."""
    assert is_same_screen(painted("blue"), painted("blue", *((5, y) for y in range(20))))
    assert not is_same_screen(
        painted("blue"), painted("blue", *((x, y) for x in range(20) for y in range(20)))
    )
    assert not is_same_screen(painted("blue"), painted("blue", size=(200, 100)))


def test_elements_are_relocated() -> None:
    """An element is found by locator and name, by a unique name, or despite a changed counter."""
    a, b, counter = button("A", "id/a"), button("B", "id/b"), button("Inbox, 10 new messages", "id/c")
    assert find_node(a, [b, a]) == a
    assert find_node(a, [b, button("A", "list/2")]).locator == "list/2"
    assert find_node(button("Inbox, 9 new messages", "id/c"), [a, counter]) == counter
    for nodes in ([b], [button("C", "id/a")], [button("A", "x/1"), button("A", "x/2")]):
        with pytest.raises(ElementGone):
            find_node(a, nodes)


def test_touch_point_avoids_nested_controls() -> None:
    """A row with a switch in its center is tapped next to the switch."""
    nodes = [button("Row", "r", Box(0, 0, 100, 100)), button("Switch", "s", Box(40, 40, 60, 60), parent=0)]
    assert not nodes[1].box.contains(touch_point(0, nodes))
    assert nodes[0].box.contains(touch_point(0, nodes))
    assert touch_point(1, nodes) == Point(50, 50)


@pytest.mark.parametrize(
    ("value", "text", "before", "expected"),
    [
        ("abc", "abc", "", True),
        ("(555) 123", "555123", "", True),
        ("ABC", "abc", "", True),
        ("ab", "abc", "", False),
        ("abcd", "abc", "", False),
        ("old abc", "abc", "old ", True),
        ("old", "abc", "old", False),
        ("", "", "", True),
        ("!", "?", "", False),
    ],
)
def test_read_back_ignores_formatting_only(value: str, text: str, before: str, expected: bool) -> None:
    """A field may add punctuation and change case, but not add or drop letters."""
    assert matches_typed_text(value, text, before=before) is expected
