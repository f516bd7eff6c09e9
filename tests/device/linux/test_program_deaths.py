"""Real Qt programs that end while their tree is read, or that a wrong call kills."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from desktop_screens import EDITOR, look, wait_for

from onscreen.device.linux import dbus_connection, linux
from onscreen.device.linux.accessibility_reader import AccessibilityReader
from onscreen.device.linux.accessible_element import ReadLimits
from onscreen.device.linux.dbus_connection import DBusConnection
from onscreen.device.linux.dbus_message import Call, encode_call
from onscreen.device.linux.linux_desktop import LinuxDesktop
from onscreen.device.linux.linux_settings import LinuxSettings
from onscreen.device.linux.process_group import missing_packages
from onscreen.types import Start

pytestmark = pytest.mark.skipif(bool(missing_packages()), reason="needs the packages of a private desktop")

QT_PROGRAMS = ("kcalc", "featherpad", "keepassxc")
FATAL_CALLS = (3, 60)
"""Numbers of the calls during which the program is killed: early in a read and later."""
READS = 10
OBSERVE_CAP_SEC = 30.0
ACCESSIBLE, PROPERTIES = "org.a11y.atspi.Accessible", "org.freedesktop.DBus.Properties"
NO_REPLY = "org.freedesktop.DBus.Error.NoReply"
"""Error with which the bus answers a call whose receiver has ended."""


@pytest.fixture(params=QT_PROGRAMS)
def desktop(request: pytest.FixtureRequest) -> Iterator[LinuxDesktop]:
    """Yield a private desktop on which a Qt program is open."""
    if shutil.which(request.param) is None:
        pytest.skip(f"needs {request.param}")
    with closing(LinuxDesktop(LinuxSettings(launch_cap_sec=120))) as opened:
        opened.open_address(request.param)
        tree, _ = opened.look()
        assert tree.nodes
        yield opened


def front_process(desktop: LinuxDesktop) -> int:
    """Return the process id of the program in front."""
    front = desktop.front_window()
    assert front is not None
    return front.process_id


def is_alive(process_id: int) -> bool:
    """Check whether a process exists and is not a zombie."""
    try:
        return Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def kill_at(monkeypatch: pytest.MonkeyPatch, number: int, *, process_id: int) -> list[Call]:
    """Kill a process when the call of that number is sent, and return a list of the calls from now on."""
    calls: list[Call] = []

    def encode_and_kill(call: Call, serial: int) -> bytes:
        calls.append(call)
        if len(calls) == number:
            os.kill(process_id, signal.SIGKILL)
        return encode_call(call, serial)

    monkeypatch.setattr(dbus_connection, "encode_call", encode_and_kill)
    return calls


@pytest.mark.parametrize("number", FATAL_CALLS)
def test_a_qt_program_that_is_killed_during_a_read_is_gone(
    number: int, desktop: LinuxDesktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The read ends in time, with a warning if the tree is cut; the next look has no window."""
    process_id = front_process(desktop)
    whole = desktop.reader.read(timeout_sec=OBSERVE_CAP_SEC)
    calls = kill_at(monkeypatch, number, process_id=process_id)
    started = time.monotonic()
    windows = desktop.reader.read(timeout_sec=OBSERVE_CAP_SEC)
    assert time.monotonic() - started < OBSERVE_CAP_SEC / 2
    assert len(calls) >= number
    sizes = [sum(1 for window in each for _ in window.root.walk()) for each in (windows, whole)]
    assert sizes[0] == sizes[1] or all(window.warning for window in windows)
    desktop.display.wait_until_quiet(quiet_sec=0.2, timeout_sec=OBSERVE_CAP_SEC)
    tree, _ = desktop.look()
    assert not tree.nodes
    assert not is_alive(process_id)


def test_the_calls_of_a_read_kill_no_qt_program(desktop: LinuxDesktop) -> None:
    """The program remains when every element is read again and again."""
    process_id = front_process(desktop)
    address = desktop.session.accessibility_address
    for _ in range(READS):
        with closing(AccessibilityReader(address, ReadLimits())) as reader:
            windows = reader.read(timeout_sec=OBSERVE_CAP_SEC)
            elements = [(w.application, e.path) for w in windows for e in w.root.walk()]
            assert all(reader.read_again(application, path) for application, path in elements)
    assert is_alive(process_id)


def test_a_program_that_a_wrong_call_kills_is_gone(desktop: LinuxDesktop) -> None:
    """A look has no window of a program that another client killed by reading all properties at once."""
    process_id = front_process(desktop)
    (window, *_) = desktop.reader.read(timeout_sec=OBSERVE_CAP_SEC)
    with closing(DBusConnection(desktop.session.accessibility_address)) as other:
        for element in window.root.walk():
            call = Call(window.application.name, element.path, PROPERTIES, "GetAll", "s", (ACCESSIBLE,))
            if other.call(call, timeout_sec=OBSERVE_CAP_SEC).error == NO_REPLY:
                break
        else:
            pytest.skip("this version of the program survives the call")
    started = time.monotonic()
    desktop.display.wait_until_quiet(quiet_sec=0.2, timeout_sec=OBSERVE_CAP_SEC)
    tree, _ = desktop.look()
    assert not tree.nodes
    assert time.monotonic() - started < OBSERVE_CAP_SEC
    assert not is_alive(process_id)


@pytest.mark.skipif(shutil.which("kcalc") is None or shutil.which("mousepad") is None, reason="needs both")
def test_the_device_is_usable_after_the_death_of_a_qt_program() -> None:
    """Another program opens on a new desktop of the same device."""
    with closing(linux({"launch_cap_sec": 120})) as device:
        device.start(Start("kcalc"))
        device.observe()
        os.kill(device.front_process(), signal.SIGKILL)
        assert not wait_for(device, lambda screen: not screen.elements).elements
        device.start(EDITOR)
        assert look(device).elements
