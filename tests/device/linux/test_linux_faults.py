"""Programs and desktops in unusual states: each leads to a typed error or to a warning of the shot."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from desktop_screens import find, has_selected, look, wait_for
from Xlib import X
from Xlib.display import Display

from onscreen.device.linux import linux
from onscreen.device.linux.linux_device import LinuxDevice
from onscreen.device.linux.process_group import ProcessGroup, missing_packages
from onscreen.types import Click, Element, Press, Screen, Select, Start, Type
from onscreen.types.errors import ActionHadNoEffect, DeviceError, ElementCovered

HANG_CAP_SEC = 60.0
SYSTEM_PYTHON = "/usr/bin/python3"
BINDINGS = "import gi; gi.require_version('Gtk', '3.0'); from gi.repository import GLib, Gtk"
HAS_BINDINGS = Path("/usr/lib/python3/dist-packages/gi").is_dir() and any(
    Path("/usr/lib").glob("*/girepository-1.0/Gtk-3.0.typelib")
)
MISSING = [*missing_packages(), *(() if HAS_BINDINGS else ("python3-gi", "gir1.2-gtk-3.0"))]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs the Debian packages {', '.join(MISSING)}")

PROGRAM = f"""{BINDINGS}
window = Gtk.Window(title="Form")
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window.add(box)
window.connect("destroy", Gtk.main_quit)
%s
window.show_all()
Gtk.main()
"""
FORM = """
combo = Gtk.ComboBoxText()
for name in ("Red", "Green", "Blue"):
    combo.append_text(name)
combo.set_active(0)
items = Gtk.ListStore(str)
for name in ("Apple", "Pear", "Plum"):
    items.append((name,))
view = Gtk.TreeView(model=items)
view.get_selection().set_mode(Gtk.SelectionMode.MULTIPLE)
view.get_accessible().set_name("Fruit")
view.append_column(Gtk.TreeViewColumn("Fruit", Gtk.CellRendererText(), text=0))
box.add(combo)
box.add(view)
"""
FIELDS = """
spin = Gtk.SpinButton.new_with_range(0, 100, 1)
spin.get_accessible().set_name("Count")
box.add(spin)
"""
LATE = """
def fill():
    for name in ("Early", "Late"):
        end = GLib.get_monotonic_time() + 300000
        while GLib.get_monotonic_time() < end:
            pass
        box.add(Gtk.Button(label=name))
        box.show_all()
GLib.idle_add(fill)
"""
DIALOG = """
dialog = Gtk.MessageDialog(text="Welcome", buttons=Gtk.ButtonsType.OK)
dialog.connect("response", lambda *_: dialog.destroy())
box.add(Gtk.Button(label="Behind"))
GLib.idle_add(dialog.show_all)
"""
TWO_DIALOGS = """
for _ in range(2):
    dialog = Gtk.MessageDialog(text="Note", buttons=Gtk.ButtonsType.OK, title="Note", transient_for=window)
    dialog.connect("response", lambda dialog, _: dialog.destroy())
    GLib.idle_add(dialog.show_all)
box.add(Gtk.Button(label="Behind"))
"""
DELAYED = """
saving = Gtk.Button(label="Save", can_default=True)
saving.connect("clicked", lambda _: box.remove(saving))
box.add(Gtk.Entry(activates_default=True))
box.add(saving)
window.set_default(saving)
"""
FLOOD = """
label = Gtk.Label(label="0")
box.add(label)
box.add(Gtk.Button(label="Stop"))
box.get_children()[1].connect("clicked", lambda _: GLib.source_remove(source))
def flood():
    for number in range(50):
        label.get_accessible().set_name(str(number))
    return True
source = GLib.timeout_add(5, flood)
"""
WIDE = """
view = Gtk.ListBox()
for number in range(1500):
    view.add(Gtk.Label(label=f"Row {number}"))
scrolled = Gtk.ScrolledWindow(min_content_height=300)
scrolled.add(view)
box.add(scrolled)
"""
ENDLESS = """
gi.require_version("Atk", "1.0")
from gi.repository import Atk
class EndlessAccessible(Gtk.ContainerAccessible):
    def do_get_n_children(self):
        return 2**31 - 1
    def do_ref_child(self, position):
        return None
    def do_ref_state_set(self):
        states = Gtk.ContainerAccessible.do_ref_state_set(self)
        states.add_state(Atk.StateType.MANAGES_DESCENDANTS)
        return states
class Endless(Gtk.EventBox):
    def do_get_accessible(self):
        if not hasattr(self, "own"):
            self.own = EndlessAccessible()
            self.own.set_widget(self)
            self.own.set_name("Endless")
            self.own.set_role(Atk.Role.LIST)
        return self.own
box.add(Endless())
box.add(Gtk.Button(label="Beside"))
"""


def start(content: str) -> Start:
    """Return the start that opens a window with the given content."""
    return Start(f"{SYSTEM_PYTHON} form.py", script=f"cat > form.py <<'END'\n{PROGRAM % content}\nEND")


def test_a_number_is_typed_and_read_back(device: LinuxDevice) -> None:
    """What is typed into a field for numbers is read back, as from a text field; Enter sets the number."""
    device.start(start(FIELDS))
    assert device.perform(Type("42\n", find(device, "Count", "spinbutton"))) == "42"
    assert find(device, "Count", "spinbutton").value == "42"


def test_a_program_without_a_window_is_an_error() -> None:
    """A program that hangs at its start, before it has a window, is an error after the timeout."""
    with closing(linux({"launch_cap_sec": 1})) as device:
        started = time.monotonic()
        with pytest.raises(DeviceError, match="showed no window within 1 s"):
            device.start(Start("sleep 600"))
        assert time.monotonic() - started < HANG_CAP_SEC


def test_an_option_of_a_combo_box_is_selected(device: LinuxDevice) -> None:
    """An option is selected by its name; one that does not exist is an error that lists the options."""
    device.start(start(FORM))
    assert device.perform(Select(find(device, "Red", "combobox"), ("Blue",))) == "chosen: Blue"
    with pytest.raises(ActionHadNoEffect, match="there are: 'Red', 'Green', 'Blue'"):
        device.perform(Select(find(device, "Blue", "combobox"), ("Pink",)))


def test_options_of_a_list_are_selected(device: LinuxDevice) -> None:
    """Several options of a list are selected, and the others are not."""
    device.start(start(FORM))
    device.perform(Select(find(device, "Fruit", "table"), ("Pear",)))
    assert device.perform(Select(find(device, "Fruit", "table"), ("Apple", "Plum"))) == "chosen: Apple, Plum"
    screen = wait_for(device, lambda screen: has_selected(screen, "Apple", "Plum"))
    assert has_selected(screen, "Apple", "Plum")


def test_a_copied_text_is_reported(device: LinuxDevice) -> None:
    """Copying with the keyboard returns the text of the clipboard; copying nothing does not."""
    if shutil.which("mousepad") is None:
        pytest.skip("needs mousepad")
    device.start(Start("mousepad notes.txt", script="printf 'größe 中' > notes.txt"))
    assert device.perform(Press("Control+c")) == ""
    device.perform(Press("Control+a"))
    look(device)
    assert device.perform(Press("Control+c")) == "copied: größe 中"


def test_a_window_that_fills_slowly_is_read_when_it_is_full(device: LinuxDevice) -> None:
    """The first observation of a program that builds its window after showing it contains all of it."""
    device.start(start(LATE))
    assert {"Early", "Late"} <= {e.name for e in look(device).elements}


def test_a_dialog_at_the_start_is_operated(device: LinuxDevice) -> None:
    """A dialog that a program shows first is in front, and the window is usable once it is closed."""
    device.start(start(DIALOG))
    device.perform(Click(find(device, "OK", "button")))
    button = find(device, "Behind", "button")
    screen = wait_for(device, lambda screen: not any(e.name == "OK" for e in screen.elements))
    assert [e.name for e in screen.elements if e.role == "button"] == [button.name]


def test_equal_dialogs_are_closed_one_after_the_other(device: LinuxDevice) -> None:
    """Two dialogs with the same content at the same place are two windows, and each is operated."""
    device.start(start(TWO_DIALOGS))
    for count in (2, 1, 0):
        screen = wait_for(device, lambda screen, count=count: len(dialog_buttons(screen)) == count)
        assert len(dialog_buttons(screen)) == count
        for button in [each for each in dialog_buttons(screen) if not each.has("covered")]:
            device.perform(Click(button))


def dialog_buttons(screen: Screen) -> list[Element]:
    """Return the buttons OK of a screen."""
    return [element for element in screen.elements if (element.role, element.name) == ("button", "OK")]


def test_a_button_that_a_key_presses_is_waited_for(device: LinuxDevice) -> None:
    """The first look after a key shows what its button does, although GTK delays that while it is idle."""
    device.start(start(DELAYED))
    find(device, "Save", "button")
    device.perform(Press("Enter"))
    assert not [element for element in look(device).elements if element.name == "Save"]


def test_a_flood_of_events_does_not_block(device: LinuxDevice) -> None:
    """A program that reports thousands of changes per second is observed and operated."""
    device.start(start(FLOOD))
    assert device.perform(Click(find(device, "Stop", "button"))) == ""


def test_a_list_with_many_rows_is_cut(device: LinuxDevice) -> None:
    """Only the first part of a very long list is read, and the warning of the shot says so."""
    device.start(start(WIDE))
    shot = device.observe()
    assert "Row 1" in [node.name for node in shot.nodes]
    assert "has more elements than are read" in shot.warning


def test_an_element_with_2_31_children_does_not_block(device: LinuxDevice) -> None:
    """Of a list that claims 2^31 - 1 children, a limited number is asked for; the rest is read as usual."""
    device.start(start(ENDLESS))
    started = time.monotonic()
    shot = device.observe()
    assert time.monotonic() - started < HANG_CAP_SEC
    assert "has more elements than are read" in shot.warning
    assert device.perform(Click(find(device, "Beside", "button"))) == ""


def test_a_program_that_dies_while_it_is_read_is_gone(device: LinuxDevice) -> None:
    """An observation during the death of a program succeeds without its window."""
    device.start(start(FORM))
    device.observe()
    os.kill(device.front_process(), signal.SIGKILL)
    device.observe()
    assert wait_for(device, lambda screen: not screen.elements).elements == ()


def test_a_locked_screen_is_reported(device: LinuxDevice) -> None:
    """With a window over the whole screen, clicks are refused and the warning says that it may be locked."""
    device.start(start(FORM))
    target = find(device, "Red", "combobox")
    display = Display(json_string(device.read('printf "%s" "$DISPLAY"')))
    try:
        root = display.screen().root
        size = root.get_geometry()
        lock = root.create_window(0, 0, size.width, size.height, 0, X.CopyFromParent, override_redirect=1)
        lock.map()
        display.sync()
        assert "may be locked" in device.observe().warning
        with pytest.raises(ElementCovered):
            device.perform(Click(target))
    finally:
        display.close()


def json_string(text: str) -> str:
    """Return the text of a JSON string."""
    return text.strip('"')


@pytest.fixture
def bare_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Start a display and a session bus without an accessibility bus; yield the display."""
    config = tmp_path / "bus.conf"
    config.write_text(
        "<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>"
        '<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>'
        '<allow own="*"/></policy></busconfig>'
    )
    group, environment = ProcessGroup(), dict(os.environ)
    try:
        server = ("Xvfb", "-displayfd", "{fd}", "-nolisten", "tcp")
        number = group.start_with_answer(server, environment=environment, timeout_sec=60)
        daemon = ("dbus-daemon", f"--config-file={config}", "--nofork", "--print-address={fd}")
        bus = group.start_with_answer(daemon, environment=environment, timeout_sec=60)
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus)
        yield f":{number}"
    finally:
        group.close()


def test_a_session_without_an_accessibility_bus_is_an_error(bare_session: str) -> None:
    """The error names the package that provides the accessibility bus."""
    message = r"no accessibility bus .* apt-get install at-spi2-core"
    with closing(linux({"display": bare_session})) as device, pytest.raises(DeviceError, match=message):
        device.start(Start())


def test_a_session_without_an_x_server_is_an_error(
    device: LinuxDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the buses of a session answer, an absent X server is an error that names the display."""
    device.start(Start())
    address = json_string(device.read('printf "%s" "$DBUS_SESSION_BUS_ADDRESS"'))
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    message = "the X display ':987' cannot be opened"
    with closing(linux({"display": ":987"})) as other, pytest.raises(DeviceError, match=message):
        other.start(Start())


def test_a_missing_session_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the bus of the session, or without the X server, the start fails with a message."""
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    with closing(linux({"display": ":987"})) as device:
        with pytest.raises(DeviceError, match="DBUS_SESSION_BUS_ADDRESS is not set"):
            device.start(Start())
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
        with pytest.raises(DeviceError, match="cannot connect"):
            device.start(Start())
