"""Devices for Windows and macOS, over screens written after the documented properties of real programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from onscreen.device.base import Device
from onscreen.device.macos import macos
from onscreen.device.macos.app_bundles import list_bundles
from onscreen.device.native.native_device import NativeDevice
from onscreen.device.native.native_screen import NativeScreen
from onscreen.device.windows import windows
from onscreen.device.windows.start_menu import START_MENU, list_shortcuts
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Box, Click, Element, Node, Point, Press, Scroll, Start, SwitchTab, Type
from onscreen.types.errors import (
    ActionHadNoEffect,
    BadText,
    DeviceError,
    ElementCovered,
    ElementGone,
    NotSupported,
    UnknownName,
)

DATA = Path(__file__).parents[3] / "data" / "native"
NOTEPAD, TEXTEDIT = DATA / "windows-notepad.json", DATA / "macos-textedit.json"
NESTED = '[{"box": {"left": 0, "top": 0, "right": 9, "bottom": 9}, "windows": [{"number": 1, "root": ' + (
    '{"properties": {}, "children": [' * 5000
)
"""Recording that is truncated within elements that are nested too deeply to be read."""
MAKERS = {NOTEPAD: windows, TEXTEDIT: macos}


def play(recording: Path, first: int = 0, folder: Path | None = None) -> NativeDevice:
    """Start a device on a recording, from one of its screens on."""
    path = recording
    if folder is not None:
        path = folder / recording.name
        screens = msgspec.json.decode(recording.read_bytes(), type=list[NativeScreen])
        path.write_bytes(msgspec.json.encode(screens[first:]))
    device = MAKERS[recording]({"recording": str(path), "quiet_ms": 1})
    device.start(Start())
    return device


@pytest.fixture
def notepad() -> Iterator[NativeDevice]:
    """Notepad with an empty document."""
    with closing(play(NOTEPAD)) as device:
        yield device


@pytest.fixture
def textedit() -> Iterator[NativeDevice]:
    """TextEdit with an empty document, in front of a window of the Finder."""
    with closing(play(TEXTEDIT)) as device:
        yield device


def node(device: Device, name: str, role: str = "") -> Node:
    """Return the only node with a name, and a role if it is given."""
    (found,) = [n for n in device.observe().nodes if n.name == name and role in ("", n.role)]
    return found


def element(device: Device, name: str, role: str = "") -> Element:
    """Return the only element with a name, and a role if it is given."""
    elements = build_screen(device.observe()).elements
    (found,) = [e for e in elements if e.name == name and role in ("", e.role)]
    return found


def summary(found: Node) -> tuple[str, str, tuple[str, ...]]:
    """Return the role, value and states of a node."""
    return found.role, found.value, found.states


def test_controls_of_windows_have_roles_values_and_states(tmp_path: Path) -> None:
    """Controls of UI Automation are described as those of other devices, whatever their pattern."""
    device = play(NOTEPAD, 4, tmp_path)
    assert {name: summary(node(device, name)) for name in ("Word wrap", "Spell check", "Dark")} == {
        "Word wrap": ("checkbox", "", ("checked", "clickable")),
        "Spell check": ("switch", "", ("clickable",)),
        "Dark": ("radio", "", ("checked", "clickable")),
    }
    assert summary(node(device, "Font size")) == ("slider", "11", ("clickable",))
    assert str(node(device, "Font size").slider) == "11 (8 to 72)"
    assert summary(node(device, "Font family")) == ("combobox", "Consolas", ("clickable", "collapsed"))
    assert summary(node(device, "OK")) == ("button", "", ("clickable", "disabled"))
    assert node(device, "Options").role == "dialog"
    assert summary(node(device, "*notes.txt", "tab"))[2] == ("clickable", "selected")
    assert "Out of view" not in {each.name for each in device.observe().nodes}


def test_controls_of_macos_have_roles_values_and_states(tmp_path: Path) -> None:
    """Controls of the accessibility API are described as those of other devices, title bar buttons too."""
    device = play(TEXTEDIT, 4, tmp_path)
    expected = {
        "If no extension is provided, use .rtf": ("checkbox", "", ("checked", "clickable")),
        "Where:": ("combobox", "Documents", ("clickable",)),
        "Quality": ("slider", "0.5", ("clickable",)),
        "Close": ("button", "", ("clickable",)),
    }
    assert {name: summary(node(device, name)) for name in expected} == expected
    assert summary(node(device, "Save As:", "textbox")) == (
        "textbox",
        "Untitled",
        ("clickable", "editable", "focused"),
    )


@pytest.mark.parametrize("recording", [NOTEPAD, TEXTEDIT])
def test_the_content_of_a_password_field_is_not_read(recording: Path, tmp_path: Path) -> None:
    """A password field is an element without its content."""
    device = play(recording, 4, tmp_path)
    assert node(device, "Password").value == ""
    assert node(device, "Password").has("password")
    assert "hidden" not in str(device.observe().nodes)
    assert '"Password"' in device.read("screen")
    assert "hidden" not in device.read("screen")


def test_rows_are_named_by_their_texts_and_covered_by_other_windows(textedit: NativeDevice) -> None:
    """A row without a title is named by its texts, and is covered if another window is over its centre."""
    assert node(textedit, "report.pdf", "treeitem").states == ("clickable", "collapsed", "covered")
    with pytest.raises(ElementCovered, match="behind another window"):
        textedit.perform(Click(element(textedit, "report.pdf", "treeitem")))


def test_boxes_are_in_pixels_of_the_screenshot(textedit: NativeDevice) -> None:
    """On a screen with two pixels per point, boxes match the screenshot, not the points."""
    shot = textedit.observe()
    assert shot.picture.size == (1440, 900)
    box = next(each.box for each in shot.nodes if each.name == "Edit")
    assert (box.left, box.top, box.right, box.bottom) == (308, 0, 388, 48)


def test_the_entries_of_an_open_menu_can_be_clicked(tmp_path: Path) -> None:
    """The entries of an open menu lie outside the menu bar and are not covered by the menu's own window."""
    device = play(TEXTEDIT, 5, tmp_path)
    assert summary(node(device, "Wrap to Page")) == ("menuitem", "", ("checked", "clickable"))
    assert device.perform(Click(element(device, "Save…"))) == ""


@pytest.mark.parametrize(
    ("recording", "field", "text"), [(NOTEPAD, "Text editor", "milk, bread"), (TEXTEDIT, "", "milk")]
)
def test_typing_returns_what_the_field_contains(recording: Path, field: str, text: str) -> None:
    """The outcome of typing is the text of the field, and an error if the text did not arrive."""
    with closing(play(recording)) as device:
        (target,) = [
            e for e in build_screen(device.observe()).elements if e.has("editable") and e.name == field
        ]
        assert device.perform(Type(text, target)) == text
    with (
        closing(play(recording)) as device,
        pytest.raises(ActionHadNoEffect, match="after typing, not 'eggs'"),
    ):
        device.perform(Type("eggs", target))


def test_a_button_takes_no_text(notepad: NativeDevice) -> None:
    """Typing into a button is refused, because the click before would activate it."""
    with pytest.raises(NotSupported, match="takes no text"):
        notepad.perform(Type("x", element(notepad, "Close")))
    assert not node(notepad, "Text editor").value


def test_windows_are_tabs_in_the_order_of_opening(textedit: NativeDevice) -> None:
    """The tabs of a shot are the windows, menu bars and menus are none, and a missing number is an error."""
    assert [(tab.title, tab.current) for tab in textedit.observe().tabs] == [
        ("Documents", False),
        ("Untitled", True),
    ]
    assert textedit.perform(SwitchTab(1)) == ""
    with pytest.raises(ElementGone, match="the windows have the numbers 1 to 2"):
        textedit.perform(SwitchTab(3))


def test_an_element_that_is_gone_is_not_clicked(tmp_path: Path) -> None:
    """A click on an element of a dialog that closed is refused."""
    dialog = element(play(NOTEPAD, 4, tmp_path), "Word wrap")
    with closing(play(NOTEPAD)) as device, pytest.raises(ElementGone, match="not on the screen any more"):
        device.perform(Click(dialog))


def test_a_point_under_a_new_window_is_not_clicked(tmp_path: Path) -> None:
    """A click on a point is refused if another window came over it since the last look."""
    device = play(NOTEPAD, 3, tmp_path)
    device.observe()
    device.perform(Press("Control+o"))
    with pytest.raises(ElementGone, match="another window is at this point"):
        device.perform(Click(Point(400, 300)))


def test_a_key_that_does_not_exist_is_named(notepad: NativeDevice) -> None:
    """An unknown key is an error with its name."""
    with pytest.raises(NotSupported, match="Entr"):
        notepad.perform(Press("Entr"))


def test_the_window_in_front_is_scrolled(tmp_path: Path) -> None:
    """Scrolling without a target turns the wheel over the window in front; without one, it is an error."""
    device = play(NOTEPAD, 2, tmp_path)
    assert node(device, "Text editor").value == ""
    assert device.perform(Scroll("down")) == ""
    assert node(device, "Text editor").value == "milk, bread"
    empty = tmp_path / "empty.json"
    empty.write_bytes(msgspec.json.encode([NativeScreen(Box(0, 0, 90, 60))]))
    with closing(windows({"recording": str(empty)})) as bare:
        bare.start(Start())
        with pytest.raises(ActionHadNoEffect, match="no window to scroll"):
            bare.perform(Scroll("down"))


def test_a_screen_can_be_recorded_and_played(notepad: NativeDevice, tmp_path: Path) -> None:
    """What the expression "screen" reads is a recording, and plays as the same nodes."""
    path = tmp_path / "screen.json"
    path.write_text(f"[{notepad.read('screen')}]")
    with closing(windows({"recording": str(path)})) as again:
        again.start(Start())
        assert again.observe().nodes == notepad.observe().nodes
    with pytest.raises(NotSupported, match="reads only 'screen'"):
        notepad.read("1 + 1")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a recording of screens"),
        ("[]", "no screens"),
        ('[{"box": 1}]', r"at `\$\[0\].box`"),
        ('[{"box": {"left": 0, "top": 0, "right": 0, "bottom": 9}}]', "screen 1 of the recording has 0 x 9"),
        pytest.param(NESTED, "is not a recording of screens", id="nested"),
    ],
)
def test_a_damaged_recording_is_an_error(text: str, message: str, tmp_path: Path) -> None:
    """A recording that is empty, truncated, nested too deeply or edited by mistake is an error."""
    path = tmp_path / "damaged.json"
    path.write_text(text)
    with pytest.raises(BadText, match=message):
        windows({"recording": str(path)}).start(Start())
    with pytest.raises(BadText, match="cannot be read: No such file"):
        windows({"recording": str(tmp_path / "missing.json")}).start(Start())


def test_a_wrong_setting_is_an_error() -> None:
    """A setting that does not exist or has a wrong value is named."""
    with pytest.raises(UnknownName, match="setting of the device 'macos'"):
        macos({"recordings": ""})
    with pytest.raises(BadText, match="'max_nodes' must be above 0"):
        windows({"max_nodes": 0})
    with pytest.raises(BadText, match="settings of the device 'windows' are invalid"):
        windows({"quiet_ms": "soon"})


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="the other operating system is missing")
def test_the_operating_system_is_required() -> None:
    """Elsewhere, the devices say which operating system they need."""
    with pytest.raises(DeviceError, match="needs Windows"):
        windows({}).start(Start())
    with pytest.raises(DeviceError, match="needs macOS"):
        macos({}).start(Start())
    with pytest.raises(DeviceError, match="runs no start scripts"):
        windows({"recording": str(NOTEPAD)}).start(Start(script="echo"))


def test_installed_applications_are_listed(tmp_path: Path) -> None:
    """Shortcuts of the Start menu and bundles in folders for applications are tools with their paths."""
    for path in ("Notepad.lnk", "Tools/Paint.lnk"):
        shortcut = tmp_path / START_MENU / path
        shortcut.parent.mkdir(parents=True, exist_ok=True)
        shortcut.touch()
    for path in ("TextEdit.app/Contents", "Utilities/Terminal.app"):
        (tmp_path / path).mkdir(parents=True)
    assert [tool.name for tool in list_shortcuts([tmp_path])] == ["Notepad", "Paint"]
    assert [tool.name for tool in list_bundles([tmp_path])] == ["Terminal", "TextEdit"]
    assert list_bundles([tmp_path])[1].address == str(tmp_path / "TextEdit.app")
