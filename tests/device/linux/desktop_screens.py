"""Screens of a desktop that the tests wait for."""

from __future__ import annotations

import time
from collections.abc import Callable

from onscreen.device.linux.linux_device import LinuxDevice
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Element, Screen, Start, Wait

TIMEOUT_SEC = 60.0
EDITOR = Start("mousepad notes.txt", script="echo first > notes.txt")


def look(device: LinuxDevice) -> Screen:
    """Observe the screen."""
    return build_screen(device.observe())


def wait_for(device: LinuxDevice, condition: Callable[[Screen], bool]) -> Screen:
    """Observe until a condition holds, because a program may be slow on a machine under load.

    The last screen is returned after `TIMEOUT_SEC`, so that the test fails with what it shows.
    """
    deadline = time.monotonic() + TIMEOUT_SEC
    while not condition(screen := look(device)) and time.monotonic() < deadline:
        device.perform(Wait(0.2))
    return screen


def find(device: LinuxDevice, name: str, role: str = "") -> Element:
    """Wait for an element with a name and a role, and return it."""

    def matches(element: Element) -> bool:
        return element.name == name and (not role or element.role == role)

    screen = wait_for(device, lambda screen: any(map(matches, screen.elements)))
    found = [element for element in screen.elements if matches(element)]
    assert found, [(e.role, e.name) for e in screen.elements]
    return found[0]


def text_field(device: LinuxDevice, value: str | None = None) -> Element:
    """Wait for the text field of the editor, with a value without the space around it, and return it."""

    def matches(element: Element) -> bool:
        return element.role == "textbox" and value in (None, element.value.strip())

    screen = wait_for(device, lambda screen: any(map(matches, screen.elements)))
    field = next(e for e in screen.elements if e.role == "textbox")
    assert matches(field), field.value
    return field


def has_selected(screen: Screen, *names: str) -> bool:
    """Check whether exactly the cells with these names are selected."""
    return [e.name for e in screen.elements if e.role == "cell" and e.has("selected")] == list(names)
