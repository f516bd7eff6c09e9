"""The parts of the Android device that need no phone."""

from __future__ import annotations

import io
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from onscreen.device.android import android
from onscreen.device.android.android_keys import Chord, parse_keys
from onscreen.device.android.android_settings import android_settings
from onscreen.device.android.display import Display, parse_display
from onscreen.device.android.foreground_app import parse_foreground_app
from onscreen.device.android.hit_target import find_node, touch_point
from onscreen.device.android.installed_apps import App, parse_apps, app_label, app_labels, find_app, nearest_names
from onscreen.device.android.keyboard import input_text_commands
from onscreen.device.android.phone_text_input import matches_typed_text
from onscreen.device.android.screencap import is_same_screen, black_picture, is_black, parse_screencap
from onscreen.device.android.shell_quoting import shell_command
from onscreen.device.android.touch_actions import swipe_command
from onscreen.types import Box, Click, Node, Picture, Point
from onscreen.types.errors import BadText, DeviceError, ElementGone, NotSupported, UnknownName

PHONE = Display((1220, 2712), (1220, 2712), 480)


def painted(colour: str, *dots: tuple[int, int], size: tuple[int, int] = (100, 200)) -> Picture:
    """Return a picture of one colour with white dots."""
    image = Image.new("RGB", size, colour)
    for dot in dots:
        image.putpixel(dot, (255, 255, 255))
    held = io.BytesIO()
    image.save(held, "PNG")
    return Picture(held.getvalue())


SMALL = Box(0, 0, 10, 10)


def button(name: str, locator: str, box: Box = SMALL, parent: int | None = None) -> Node:
    """Return a button."""
    return Node("button", name, box, states=("clickable",), locator=locator, parent=parent)


def test_settings_come_by_name() -> None:
    """Settings are read from names and values, whether typed or text; a serial may be a number."""
    settings = android_settings({"serial": 12345, "call_cap_sec": "5", "keep_app": "true"})
    assert (settings.serial, settings.call_cap_sec, settings.keep_app) == ("12345", 5.0, True)


@pytest.mark.parametrize(
    ("name", "value", "error", "message"),
    [
        ("seriel", "x", UnknownName, "did you mean 'serial'"),
        ("call_cap_sec", "soon", BadText, "do not fit"),
        ("call_cap_sec", 0, BadText, "above 0"),
        ("server_port", 70000, BadText, "0 to 65535"),
        ("serial", "-s evil", BadText, "no space"),
    ],
)
def test_bad_settings_are_told(name: str, value: object, error: type[Exception], message: str) -> None:
    """Unknown settings and values that cannot work are refused by name."""
    with pytest.raises(error, match=message):
        android_settings({name: value})


def test_device_that_was_not_started_says_so() -> None:
    """Before a start there is no phone, and closing is no error."""
    device = android({})
    for use in (device.observe, lambda: device.perform(Click(Point(1, 1))), lambda: device.read("echo 1")):
        with pytest.raises(DeviceError, match="call start first"):
            use()
    device.close()


@given(
    st.lists(
        st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20), max_size=4
    )
)
def test_any_words_reach_a_shell_whole(words: list[str]) -> None:
    """A shell makes of a command line the very words it was made of."""
    ran = subprocess.run(
        ["/bin/sh", "-c", shell_command("printf", "%s\\0", *words)], capture_output=True, check=True, timeout=10
    )
    assert ran.stdout == b"".join(word.encode() + b"\0" for word in words or [""])


@pytest.mark.parametrize("word", ["a\0b", "\ud800"])
def test_words_no_shell_can_take_are_refused(word: str) -> None:
    """NUL and half characters are refused before they reach a phone."""
    with pytest.raises(NotSupported):
        shell_command("echo", word)


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=900))
def test_text_by_keys_loses_nothing(text: str) -> None:
    """What Android makes of the commands, where %s is a space, is the text."""
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
    ("said", "picture", "touch", "density"),
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
def test_display_is_as_large_as_android_says(
    said: str, picture: tuple[int, int], touch: tuple[int, int], density: int
) -> None:
    """An override counts before the physical size, a turned screen has its sides exchanged."""
    assert parse_display(said, picture) == Display(touch, picture, density)


def test_swipe_has_both_coordinates_right() -> None:
    """A swipe's end has an x and a y of its own, and every place of an odd screen can be reached."""
    assert swipe_command(PHONE, Point(10, 20), end=Point(300, 4000), ms=250) == "input swipe 10 20 300 2711 250"
    assert PHONE.spot(Point(1219.6, 2711.9)) == (1219, 2711)
    small = Display((1080, 2400), (540, 1200))
    assert swipe_command(small, Point(10, 20), end=Point(30, 40), ms=1) == "input swipe 20 40 60 80 1"


@pytest.mark.parametrize(
    ("keys", "pressed"),
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
def test_keys_are_those_of_the_dom(keys: str, pressed: Chord) -> None:
    """Names of the DOM become Android's key codes."""
    assert parse_keys(keys) == pressed


@given(st.text(max_size=12))
def test_any_keys_parse_or_are_refused(keys: str) -> None:
    """Whatever is given as keys is either pressed or refused, never a crash."""
    try:
        pressed = parse_keys(keys)
    except NotSupported:
        return
    assert pressed.code or pressed.text or pressed.command


@pytest.mark.parametrize(
    ("said", "package", "address"),
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
def test_what_is_in_front_is_read(said: str, package: str, address: str) -> None:
    """Old and new Android tell in their own ways which activity has the focus."""
    assert parse_foreground_app(said, package).address == address


LISTED = """2 activities found:
  Activity #0:
    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true
    com.android.settings/.Settings
  com.google.android.deskclock/com.android.deskclock.DeskClock
  com.google.android.apps.messaging/.Main
"""


def test_applications_are_found_by_what_people_call_them() -> None:
    """Label, near label, last part of the package, package and component all lead to the application."""
    apps = parse_apps(LISTED)
    settings = App("com.android.settings", ".Settings")
    for what in ("Settings", "settings", "setting", "com.android.settings", "com.android.settings/.Settings"):
        assert find_app(what, apps) == settings
    for what, package in (
        ("Clock", "com.google.android.deskclock"),
        ("SMS", "com.google.android.apps.messaging"),
    ):
        found = find_app(what, apps)
        assert found is not None
        assert found.package == package
    assert find_app("Camera", apps) is None
    assert nearest_names("Setings", [app_label(app.package) for app in apps])[0] == "Settings"
    assert app_labels("org.example.superNotes") == ("Super Notes",)
    assert parse_apps("package:com.x.y\n") == (App("com.x.y"),)


def test_picture_is_taken_whole_or_refused() -> None:
    """What stands before and after the PNG is left away; a mangled or broken one is told."""
    png = painted("red").png
    found = parse_screencap(b"[Warning] several displays\n" + png + b"\n")
    assert found is not None
    assert found.png == png
    assert parse_screencap(b"screencap: failed\n") is None
    with pytest.raises(DeviceError, match=r"line ends changed.*update adb"):
        parse_screencap(png.replace(b"\n", b"\r\n"))
    with pytest.raises(DeviceError, match="breaks off"):
        parse_screencap(png[:-20])


def test_black_screens_are_told_from_dark_ones() -> None:
    """A picture without any light is black; one dot makes it a picture."""
    assert is_black(black_picture((1080, 2400)))
    assert not is_black(painted("black", (5, 5), size=(1080, 2400)))
    assert not is_black(painted("red"))


def test_little_changes_are_no_movement() -> None:
    """A caret that blinks leaves a screen the same; another screen, or another size, does not."""
    assert is_same_screen(painted("blue"), painted("blue", *((5, y) for y in range(20))))
    assert not is_same_screen(painted("blue"), painted("blue", *((x, y) for x in range(20) for y in range(20))))
    assert not is_same_screen(painted("blue"), painted("blue", size=(200, 100)))


def test_elements_are_found_again() -> None:
    """By locator and name; at a new place by name alone; a counter that went on is the same."""
    a, b, counter = button("A", "id/a"), button("B", "id/b"), button("Inbox, 10 new messages", "id/c")
    assert find_node(a, [b, a]) == a
    assert find_node(a, [b, button("A", "list/2")]).locator == "list/2"
    assert find_node(button("Inbox, 9 new messages", "id/c"), [a, counter]) == counter
    for nodes in ([b], [button("C", "id/a")], [button("A", "x/1"), button("A", "x/2")]):
        with pytest.raises(ElementGone):
            find_node(a, nodes)


def test_tap_lands_on_the_element_itself() -> None:
    """A row with a switch in its middle is tapped beside the switch."""
    nodes = [button("Row", "r", Box(0, 0, 100, 100)), button("Switch", "s", Box(40, 40, 60, 60), parent=0)]
    assert not nodes[1].box.contains(touch_point(0, nodes))
    assert nodes[0].box.contains(touch_point(0, nodes))
    assert touch_point(1, nodes) == Point(50, 50)


@pytest.mark.parametrize(
    ("value", "text", "before", "right"),
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
def test_reading_back_forgives_form_and_nothing_else(value: str, text: str, before: str, right: bool) -> None:
    """Fields may add signs and change case; a letter too few or too many is not what was typed."""
    assert matches_typed_text(value, text, before=before) is right
