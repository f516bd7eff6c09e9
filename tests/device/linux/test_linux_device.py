"""The device `linux` operates real programs on a private desktop."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing

import pytest
from desktop_screens import EDITOR, TIMEOUT_SEC, find, look, text_field, wait_for

from onscreen.device.linux import linux
from onscreen.device.linux.linux_device import LinuxDevice
from onscreen.device.linux.process_group import missing_packages
from onscreen.run.approval import refuse_unrequested
from onscreen.run.run_setup import run_task
from onscreen.types import (
    Click,
    CloseTab,
    Decision,
    Drag,
    Element,
    Episode,
    Open,
    Point,
    Press,
    Screen,
    Start,
    SwitchTab,
    Task,
    Type,
    Wait,
)
from onscreen.types.errors import (
    ActionFailed,
    ActionHadNoEffect,
    DeviceError,
    ElementGone,
    NotSupported,
)

MISSING = [*missing_packages(), *(name for name in ("mousepad", "galculator") if shutil.which(name) is None)]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs the Debian packages {', '.join(MISSING)}")


OWNER = """
import time
from onscreen.device.linux import linux
from onscreen.types import Start
device = linux({})
device.start(Start("galculator"))
print(device.front_process(), flush=True)
time.sleep(600)
"""
"""Python program that starts a desktop and prints the process id of the program in front."""


def is_running(process_id: int) -> bool:
    """Check whether a process has not ended."""
    return os.path.exists(f"/proc/{process_id}/exe")  # noqa: PTH110  a link


def wait_for_front(device: LinuxDevice, program: str) -> str:
    """Wait until a window of a program is in front; return the program that is."""
    wait_for(device, lambda _: device.observe().address == program)
    return device.observe().address


def close_window(device: LinuxDevice) -> None:
    """Close the only window and wait until it is gone, without an observation."""
    device.perform(CloseTab())
    deadline = time.monotonic() + TIMEOUT_SEC
    while device.front_process() and time.monotonic() < deadline:
        device.perform(Wait(0.2))
    assert device.front_process() == 0


def window_top(device: LinuxDevice) -> float:
    """Return the upper edge of the window in front, in pixels."""
    return next(node.box.top for node in device.observe().nodes if node.role == "window")


def has_text(screen: Screen, text: str) -> bool:
    """Check whether the screen shows a text."""
    return any(e.role == "text" and e.name == text for e in screen.elements)


def filled_cells(screen: Screen) -> dict[str, str]:
    """Return the addresses and the values of the cells that have one."""
    return {e.name: e.value for e in screen.elements if e.role == "cell" and e.value}


def covered(screen: Screen) -> list[Element]:
    """Return the elements of the calculator that are behind another window."""
    return [e for e in screen.elements if e.locator.startswith("Galculator") and e.has("covered")]


def is_left_of(element: Element, button: Element) -> bool:
    """Check whether an element is a button that has moved to the left."""
    return (element.role, element.name) == ("button", button.name) and element.box.left < button.box.left


def test_a_text_is_typed_saved_and_read_back(device: LinuxDevice) -> None:
    """Text of several scripts is typed into a real editor, saved with its menu, and is then in the file."""
    device.start(EDITOR)
    text = "wörld 中 😀 Ω <>{}"
    assert device.perform(Type(text, text_field(device, "first"))) == text
    device.perform(Click(find(device, "File")))
    device.perform(Click(find(device, "Save")))
    expected = device.read(f"printf '%s' '{text}'")
    wait_for(device, lambda _: device.read("cat notes.txt") == expected)
    assert device.read("cat notes.txt") == expected


def test_a_text_is_appended(device: LinuxDevice) -> None:
    """Text that is typed without clearing the field is added at its end."""
    device.start(EDITOR)
    field = text_field(device, "first")
    assert device.perform(Type("second", field, clear=False)).split() == ["first", "second"]


def test_a_long_text_is_pasted(device: LinuxDevice) -> None:
    """A text with more new characters than unused keys is pasted without losing any."""
    device.start(EDITOR)
    text = "".join(chr(0x4E00 + n) for n in range(120))
    assert device.perform(Type(text, text_field(device, "first"))) == text


def test_a_text_on_the_clipboard_can_be_pasted_at_once(device: LinuxDevice) -> None:
    """The clipboard contains a text as soon as it was put there."""
    device.start(EDITOR)
    for number in range(20):
        device.write_clipboard(f"text {number}")
        assert device.read_clipboard() == f"text {number}"


def test_an_emoji_is_typed_into_a_qt_program(device: LinuxDevice) -> None:
    """Text with characters whose keys Qt ignores arrives complete."""
    if shutil.which("kate") is None:
        pytest.skip("needs kate")
    device.start(Start("kate notes.txt", script="touch notes.txt"))
    assert device.perform(Type("one 😀 two", text_field(device))).strip() == "one 😀 two"


def test_buttons_are_clicked(device: LinuxDevice) -> None:
    """The buttons of a calculator compute, and its display is read as text."""
    device.start(Start("galculator"))
    for name in ("7", "8", "-", "5", "="):
        device.perform(Click(find(device, name, "button")))
    assert has_text(wait_for(device, lambda screen: has_text(screen, "73")), "73")


def test_windows_are_tabs(device: LinuxDevice) -> None:
    """The windows are listed as tabs, and are switched to and closed by their number."""
    device.start(Start("galculator"))
    device.perform(Open("Mousepad"))
    shot = device.observe()
    assert [(tab.address, tab.current) for tab in shot.tabs] == [("Galculator", False), ("Mousepad", True)]
    device.perform(SwitchTab(1))
    assert wait_for_front(device, "Galculator") == "Galculator"
    device.perform(CloseTab())
    wait_for_front(device, "Mousepad")
    assert [tab.address for tab in device.observe().tabs] == ["Mousepad"]
    with pytest.raises(ElementGone, match="the windows have the numbers 1 to 1"):
        device.perform(SwitchTab(2))


def test_an_open_application_is_brought_to_the_front(device: LinuxDevice) -> None:
    """Opening an application that has a window brings this window to the front."""
    device.start(EDITOR)
    device.perform(Open("galculator"))
    device.perform(Open("Mousepad"))
    wait_for_front(device, "Mousepad")
    shot = device.observe()
    assert (shot.address, len(shot.tabs)) == ("Mousepad", 2)


def test_locators_stay_the_same_when_windows_change_places(device: LinuxDevice) -> None:
    """A window that comes to the front keeps the locators of its elements."""
    device.start(Start("galculator"))
    device.perform(Open("Mousepad"))
    before = {node.locator for node in device.observe().nodes}
    device.perform(SwitchTab(1))
    wait_for_front(device, "Galculator")
    assert {node.locator for node in device.observe().nodes} == before


def test_elements_behind_a_window_are_covered(device: LinuxDevice) -> None:
    """An element behind another window is marked as covered, and a click on it is refused."""
    device.start(Start("galculator"))
    button = find(device, "5", "button")
    device.perform(Open("Mousepad"))
    behind = covered(wait_for(device, lambda screen: bool(covered(screen))))
    assert behind
    with pytest.raises(ActionFailed):
        device.perform(Click(next((e for e in behind if e.role == "button"), button)))


def test_a_moved_window_is_clicked_where_it_is_now(device: LinuxDevice) -> None:
    """A button is clicked at its new place if its window was moved since the last look."""
    device.start(Start("galculator"))
    button = find(device, "5", "button")
    device.perform(Drag(Point(button.box.left + 20, window_top(device) + 8), offset=Point(-300, -100)))
    wait_for(device, lambda screen: any(is_left_of(e, button) for e in screen.elements))
    device.perform(Click(button))
    assert has_text(wait_for(device, lambda screen: has_text(screen, "5")), "5")
    assert find(device, "5", "button").box.left < button.box.left - 200


def test_another_keyboard_layout_types_the_same_text(device: LinuxDevice) -> None:
    """Text is typed correctly with the layout that the display has, here a German one."""
    if shutil.which("setxkbmap") is None:
        pytest.skip("needs setxkbmap")
    device.start(Start("mousepad notes.txt", script="setxkbmap de; echo first > notes.txt"))
    text = "zany <yellow> {box} @ ~ 5/7 = ä"
    assert device.perform(Type(text, text_field(device, "first"))) == text


def test_an_action_that_looks_irreversible_needs_approval() -> None:
    """A click on Delete is refused if the instruction does not ask for it, as on other devices."""
    if shutil.which("thunar") is None:
        pytest.skip("needs thunar")
    with closing(linux({})) as device:
        device.start(Start("thunar", script="echo text > keep.txt"))
        device.perform(Press("Control+2"))
        device.perform(Click(find(device, "keep.txt")))
        wait_for(
            device, lambda screen: any(e.name == "keep.txt" and e.has("selected") for e in screen.elements)
        )
        device.perform(Press("Shift+Delete"))
        decision = Decision(Click(find(device, "Delete", "button")))
        episode = Episode(Task("Look at the files"), (device.observe(),))
        assert "Delete" in refuse_unrequested()(episode, decision)


def test_a_vanished_target_is_not_clicked(device: LinuxDevice) -> None:
    """A target whose window was closed is refused, also as a point that shows another window."""
    device.start(Start("galculator"))
    button = find(device, "5", "button")
    close_window(device)
    with pytest.raises(ElementGone):
        device.perform(Click(button))


def test_another_window_at_a_point_is_not_clicked(device: LinuxDevice) -> None:
    """A point at which another window has appeared since the last look is not clicked."""
    device.start(Start("galculator"))
    center = find(device, "5", "button").box.center
    close_window(device)
    with pytest.raises(ElementGone, match="another window is at this point"):
        device.perform(Click(Point(center.x, center.y)))


def test_a_window_without_a_tree_is_reported(device: LinuxDevice) -> None:
    """A program without an accessibility tree is one element, and the shot warns about it."""
    if shutil.which("xterm") is None:
        pytest.skip("needs xterm")
    device.start(Start("xterm"))
    shot = device.observe()
    assert [node.role for node in shot.nodes] == ["window"]
    assert "has no accessibility tree" in shot.warning


def test_a_selection_is_dragged(device: LinuxDevice) -> None:
    """A drag with the mouse selects text, which typed text replaces."""
    device.start(EDITOR)
    field = text_field(device, "first")
    start = Point(field.box.left + 2, field.box.top + 9)
    device.perform(Drag(start, offset=Point(200, 0)))
    look(device)
    device.perform(Press("x"))
    assert text_field(device, "x").value.strip() == "x"


def test_a_control_takes_no_text(device: LinuxDevice) -> None:
    """Typing into a button is refused, because a click on it would activate it."""
    device.start(Start("galculator"))
    button = find(device, "5", "button")
    with pytest.raises(NotSupported, match="takes no text; click it instead"):
        device.perform(Type("5", button))


def test_cells_of_a_spreadsheet_are_elements(device: LinuxDevice) -> None:
    """The visible cells have their addresses as names; a text typed into one is its value, nowhere else."""
    if shutil.which("soffice") is None:
        pytest.skip("needs LibreOffice Calc")
    device.start(Start("soffice --calc --norestore --nologo"))
    while [e for e in look(device).elements if e.name == "OK"]:
        device.perform(Click(find(device, "OK", "button")))
    device.perform(Type("42\n", find(device, "B3", "cell")))
    device.perform(Type("=B3*2\n", find(device, "C5", "cell")))
    expected = {"B3": "42", "C5": "84"}
    assert filled_cells(wait_for(device, lambda screen: filled_cells(screen) == expected)) == expected


def test_unknown_applications_and_files_are_errors(device: LinuxDevice) -> None:
    """Opening runs no commands: only installed applications and existing files are opened."""
    device.start(Start("galculator"))
    with pytest.raises(ActionHadNoEffect, match=r"available applications: .*Mousepad"):
        device.perform(Open("rm -rf /"))
    with pytest.raises(ActionHadNoEffect, match="there is no file '--help'"):
        device.perform(Open("mousepad --help"))


def test_a_start_that_fails_is_an_error(device: LinuxDevice) -> None:
    """A missing program, a program that ends at once, and a failing script are errors of the start."""
    for start in (Start("no-such-program"), Start("false"), Start(script="echo broken >&2; exit 3")):
        with pytest.raises(DeviceError):
            device.start(start)


def test_a_failing_command_is_not_a_value(device: LinuxDevice) -> None:
    """A check's command that fails raises NotSupported with its message."""
    device.start(Start())
    with pytest.raises(NotSupported, match="No such file"):
        device.read("cat missing.txt")


def test_programs_write_only_in_their_home_folder(device: LinuxDevice) -> None:
    """A program on a private desktop cannot write outside its home folder."""
    device.start(Start())
    if not device.sandboxed:
        pytest.skip("bubblewrap may not create namespaces here")
    assert device.read("touch inside && echo yes") == '"yes\\n"'
    with pytest.raises(NotSupported, match="Read-only file system"):
        device.read("touch /var/outside")


def test_a_hung_program_does_not_block(device: LinuxDevice) -> None:
    """A program that answers nothing is reported in the warning of the shot, which arrives nevertheless."""
    device.start(Start("galculator"))
    device.observe()
    process_id = device.front_process()
    os.kill(process_id, signal.SIGSTOP)
    try:
        assert "did not answer" in device.observe().warning
    finally:
        os.kill(process_id, signal.SIGCONT)


def test_a_program_that_dies_leaves_the_device_usable(device: LinuxDevice) -> None:
    """After a crash of the program, the screen is empty and another program can be opened."""
    device.start(Start("galculator"))
    device.observe()
    os.kill(device.front_process(), signal.SIGKILL)
    assert wait_for(device, lambda screen: not screen.elements).elements == ()
    device.perform(Open("galculator"))
    assert look(device).elements


def test_nothing_is_left_behind() -> None:
    """After the device is closed, its processes and its home folder are gone."""
    device = linux({})
    device.start(Start("galculator"))
    home, process_id = device.home, device.front_process()
    device.close()
    deadline = time.monotonic() + TIMEOUT_SEC
    while is_running(process_id) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(process_id)
    assert not home.exists()


def test_a_killed_owner_leaves_no_program_behind() -> None:
    """The programs of a private desktop end also if the process that started it is killed."""
    with subprocess.Popen((sys.executable, "-c", OWNER), stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        process_id = int(owner.stdout.readline())
        assert is_running(process_id)
        owner.kill()
    deadline = time.monotonic() + TIMEOUT_SEC
    while is_running(process_id) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(process_id)


def test_the_next_desktop_is_started_before() -> None:
    """With the setting `prestart`, each start has a desktop of its own, and none is left behind."""
    homes = []
    with closing(linux({"prestart": True})) as device:
        for _ in range(2):
            device.start(Start(script="touch here.txt && ls"))
            homes.append(device.home)
            assert json.loads(device.read("ls *.txt")) == "here.txt\n"
    assert homes[0] != homes[1]
    assert not [home for home in homes if home.exists()]


def test_the_default_agent_completes_a_task_on_the_desktop() -> None:
    """The default agent without a model types into a real editor and stops."""
    episode = run_task('Type "milk" into the editor', "linux", start="mousepad", model="lexical", max_steps=4)
    fields = [node.value for node in episode.last.nodes if node.role == "textbox"]
    assert fields == ["milk"]
