"""Actions on the desktop of an operating system: pointer, keyboard, applications and windows."""

from __future__ import annotations

import time
from collections.abc import Sequence

from onscreen.deadline import limit_deadline, sleep
from onscreen.device.android.target_lookup import describe_element
from onscreen.device.desktop_input import DRAG_STEP_MS, UNTYPED_ROLES, count_notches, drag_path
from onscreen.device.desktop_windows import find_window
from onscreen.device.native.native_desktop import POLL_SEC, NativeDesktop
from onscreen.device.native.native_screen import PASSWORD, NativeWindow
from onscreen.device.web.dom_keys import parse_chord
from onscreen.types import (
    Click,
    Drag,
    Element,
    Hover,
    LongPress,
    Open,
    Point,
    Press,
    Scroll,
    Swipe,
    SwitchTab,
    Tool,
    Type,
    Wait,
)
from onscreen.types.errors import ActionHadNoEffect, ElementGone, NotSupported


def click(desktop: NativeDesktop, action: Click) -> str:
    """Click the target at its current position."""
    located = desktop.locate(action.target)
    hold(desktop, action.modifiers)
    for _ in range(max(1, action.count)):
        desktop.click(located.point, button=action.button)
    release(desktop, action.modifiers)
    return ""


def long_press(desktop: NativeDesktop, action: LongPress) -> str:
    """Hold the left mouse button on the target."""
    desktop.move_pointer(desktop.locate(action.target).point)
    desktop.input.press_button("left", is_down=True)
    sleep(action.seconds)
    desktop.input.press_button("left", is_down=False)
    return ""


def hover(desktop: NativeDesktop, action: Hover) -> str:
    """Move the pointer over the target."""
    desktop.move_pointer(desktop.locate(action.target).point)
    return ""


def type_text(desktop: NativeDesktop, action: Type) -> str:
    """Type text into the target and return the text of the field afterwards.

    A line break at the end is pressed as Enter after the field was read.

    Raises:
        ActionHadNoEffect: the field does not contain the text afterwards.
        NotSupported: the target is a control that a click would activate.
    """
    target = action.target
    if isinstance(target, Element) and target.role in UNTYPED_ROLES:
        raise NotSupported(f"{describe_element(target)} takes no text; click it instead")
    if target is not None:
        desktop.click(desktop.locate(target).point)
        desktop.settle()
    submits = action.text.endswith("\n")
    text = action.text.removesuffix("\n") if submits else action.text
    if action.clear and target is not None:
        press_chord(desktop, f"{desktop.system.editing_key}+a")
        if not text:
            press_chord(desktop, "Delete")
    if text:
        desktop.input.type_text(text)
    desktop.settle()
    outcome = _read_back(desktop, action, text=text)
    if submits:
        press_chord(desktop, "Enter")
    return outcome


def press(desktop: NativeDesktop, action: Press) -> str:
    """Press a key combination, after a click on the target if the action has one."""
    if action.target is not None:
        desktop.click(desktop.locate(action.target).point)
        desktop.settle()
    press_chord(desktop, action.keys)
    return ""


def scroll(desktop: NativeDesktop, action: Scroll) -> str:
    """Turn the wheel over the target, or over the window in front.

    Raises:
        ActionHadNoEffect: no window is in front.
    """
    if action.target is not None:
        box = desktop.locate(action.target).box
    else:
        front = desktop.front_window()
        if front is None:
            raise ActionHadNoEffect("there is no window to scroll")
        box = desktop.screen.to_pixels(front.box)
    is_vertical = action.direction in ("up", "down")
    notches = count_notches(action, box) * (-1 if action.direction in ("up", "left") else 1)
    desktop.move_pointer(box.center)
    desktop.input.turn_wheel(0 if is_vertical else notches, notches if is_vertical else 0)
    return ""


def drag(desktop: NativeDesktop, action: Drag) -> str:
    """Drag the source onto the destination."""
    start = desktop.locate(action.source).point
    end = start if action.to is None else desktop.locate(action.to).point
    _drag_points(desktop, start, end=Point(end.x + action.offset.x, end.y + action.offset.y))
    return ""


def swipe(desktop: NativeDesktop, action: Swipe) -> str:
    """Drag from one point to another with the left mouse button."""
    desktop.locate(action.start)
    _drag_points(desktop, action.start, end=action.end)
    return ""


def open_application(desktop: NativeDesktop, action: Open) -> str:
    """Start an application by its name, and wait for its window.

    Raises:
        ActionHadNoEffect: no window of the application appeared or came to the front in time.
        NotSupported: no application has the name; the message lists some.
    """
    tool = _find_tool(action.what, desktop.source.tools())
    before = desktop.source.read()
    known = {window.number for window in before.windows}
    desktop.source.open_application(tool)
    deadline = limit_deadline(time.monotonic() + desktop.settings.launch_cap_sec)
    while time.monotonic() < deadline:
        screen = desktop.source.read()
        is_new = any(window.number not in known and not window.is_popup for window in screen.windows)
        if is_new or screen.front != before.front:
            return ""
        sleep(POLL_SEC)
    raise ActionHadNoEffect(f"no window of {tool.name!r} appeared in time")


def switch_window(desktop: NativeDesktop, action: SwitchTab) -> str:
    """Bring the window with a number to the front.

    Raises:
        ElementGone: no window has the number.
    """
    desktop.screen = desktop.source.read()
    desktop.source.activate(find_window(list_windows(desktop), action.number).number)
    return ""


def wait(desktop: NativeDesktop, action: Wait) -> str:
    """Wait until the picture changes, for at most `action.seconds`."""
    deadline = limit_deadline(time.monotonic() + action.seconds)
    before = desktop.source.capture()
    while time.monotonic() < deadline and desktop.source.capture() == before:
        sleep(min(POLL_SEC, action.seconds))
    return ""


def list_windows(desktop: NativeDesktop) -> tuple[NativeWindow, ...]:
    """Return the windows of the last reading in the order in which they were opened."""
    windows = (window for window in desktop.screen.windows if not window.is_popup)
    return tuple(sorted(windows, key=lambda window: window.number))


def press_chord(desktop: NativeDesktop, keys: str) -> None:
    """Press a key combination such as "Control+a", named as in the DOM.

    Raises:
        NotSupported: no key has this name, or the keyboard lacks it.
    """
    modifiers, key = parse_chord(keys)
    names = [modifier.name for modifier in modifiers]
    hold(desktop, names)
    try:
        desktop.input.press_key(key.name, is_down=True)
        desktop.input.press_key(key.name, is_down=False)
    finally:
        release(desktop, names)


def hold(desktop: NativeDesktop, modifiers: Sequence[str]) -> None:
    """Press keys without releasing them."""
    for name in modifiers:
        desktop.input.press_key(name, is_down=True)


def release(desktop: NativeDesktop, modifiers: Sequence[str]) -> None:
    """Release keys in reverse order."""
    for name in reversed(modifiers):
        desktop.input.press_key(name, is_down=False)


def _drag_points(desktop: NativeDesktop, start: Point, *, end: Point) -> None:
    desktop.move_pointer(start)
    desktop.input.press_button("left", is_down=True)
    for point in drag_path(start, end):
        sleep(DRAG_STEP_MS / 1000)
        desktop.move_pointer(point)
    sleep(DRAG_STEP_MS / 1000)
    desktop.input.press_button("left", is_down=False)


def _find_tool(what: str, tools: Sequence[Tool]) -> Tool:
    text = what.strip().casefold()
    for tool in tools:
        if text in (tool.name.casefold(), tool.address.casefold()):
            return tool
    listed = ", ".join(tool.name for tool in tools[:10]) or "none"
    raise NotSupported(f"no application is called {what!r}; some that are installed: {listed}")


def _read_back(desktop: NativeDesktop, action: Type, *, text: str) -> str:
    """Return the text of the field after typing, "" if it cannot be read.

    Raises:
        ActionHadNoEffect: the field does not contain the text.
    """
    target = action.target
    if not isinstance(target, Element) or target.has(PASSWORD) or not target.has("editable"):
        return ""
    try:
        node = desktop.locate(target).node
    except ElementGone:
        return ""
    found = node.value if node else ""
    if text and text not in found and len(found) < desktop.settings.max_text:
        raise ActionHadNoEffect(f"the field contains {found[:200]!r} after typing, not {text[:200]!r}")
    return found
