"""Actions on a Linux desktop: pointer, keyboard, applications and windows."""

from __future__ import annotations

import time
from collections.abc import Mapping

from onscreen.deadline import remaining_sec
from onscreen.device.android.target_lookup import describe_element
from onscreen.device.clipboard_keys import COPY_KEYS, normalize_keys
from onscreen.device.desktop_input import DRAG_STEP_MS, UNTYPED_ROLES, count_notches, drag_path
from onscreen.device.desktop_windows import find_window
from onscreen.device.linux.clipboard import clipboard_time, read_clipboard
from onscreen.device.linux.keyboard import hold, modifier_codes, paste_text, press_chord, release, type_keys
from onscreen.device.linux.linux_desktop import LinuxDesktop, LocatedTarget
from onscreen.device.linux.x_display import TopWindow
from onscreen.types import (
    Click,
    CloseTab,
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
    Type,
    Wait,
)
from onscreen.types.errors import ActionHadNoEffect, NotSupported

BUTTONS: Mapping[str, int] = {"left": 1, "middle": 2, "right": 3}
WHEEL: Mapping[str, int] = {"up": 4, "down": 5, "left": 6, "right": 7}
READ_BACK_SEC, POLL_SEC = 6.0, 0.1
"""Timeout for a field to contain the typed text, and the interval between readings."""
CELL = "cell"
_LAST_CODE_UNIT = 0xFFFF
DOCUMENT_ROLES = frozenset({"document", "heading", "text"})
"""Roles of text in documents. LibreOffice may select all of it only after the keys that follow."""
SELECTION_SEC = 1.0
"""Time for a document to show that all of its text is selected, in seconds."""
_PASSWORD = "password"  # noqa: S105  a state


def click(desktop: LinuxDesktop, action: Click) -> str:
    """Click the target at its current position."""
    located = desktop.locate(action.target)
    codes = modifier_codes(desktop.display, action.modifiers)
    hold(desktop.display, codes)
    for _ in range(max(1, action.count)):
        _click_point(desktop, located.point, button=BUTTONS[action.button])
    release(desktop.display, codes)
    desktop.display.flush()
    return ""


def long_press(desktop: LinuxDesktop, action: LongPress) -> str:
    """Hold the left mouse button on the target."""
    located = desktop.locate(action.target)
    desktop.display.move_pointer(located.point)
    desktop.display.press_button(1, is_down=True)
    desktop.display.press_button(1, is_down=False, delay_ms=round(action.seconds * 1000))
    desktop.display.flush()
    return ""


def hover(desktop: LinuxDesktop, action: Hover) -> str:
    """Move the pointer over the target."""
    desktop.display.move_pointer(desktop.locate(action.target).point)
    desktop.display.flush()
    return ""


def type_text(desktop: LinuxDesktop, action: Type) -> str:
    """Type text and return the text of the field afterwards.

    Without `action.clear`, the text is appended. A line break at the end is pressed as Enter after the field
    was read. The text replaces the content of a table cell, which contains the text only after Enter.

    Raises:
        ActionHadNoEffect: the field does not contain the text afterwards.
        NotSupported: the target is a control that a click would activate.
    """
    located, is_cell = None, isinstance(action.target, Element) and action.target.role == CELL
    if isinstance(action.target, Element) and action.target.role in UNTYPED_ROLES:
        raise NotSupported(f"{describe_element(action.target)} takes no text; click it instead")
    if action.target is not None:
        located = desktop.locate(action.target)
        _click_point(desktop, located.point)
        desktop.settle()
    if action.clear and located is not None:
        if not is_cell:
            press_chord(desktop.display, "Control+a")
        if isinstance(action.target, Element) and action.target.role in DOCUMENT_ROLES:
            desktop.display.wait_for_change(timeout_sec=min(SELECTION_SEC, remaining_sec()))
            desktop.settle()
        if not action.text.rstrip("\n"):
            press_chord(desktop.display, "Delete")
    elif located is not None and not is_cell:
        press_chord(desktop.display, "Control+End")
    submits = action.text.endswith("\n")
    text = action.text.removesuffix("\n") if submits else action.text
    if text and (_drops_characters(desktop, text) or not type_keys(desktop.display, text)):
        paste_text(desktop.display, text, environment=desktop.session.environment)
    desktop.settle()
    outcome = _read_back(desktop, located, action=action, text=text)
    if submits:
        press_chord(desktop.display, "Enter")
    return outcome


def _drops_characters(desktop: LinuxDesktop, text: str) -> bool:
    """Check whether the program in front ignores the keys of some characters in a text.

    Qt ignores keys whose characters take two code units in UTF-16, such as emojis.
    """
    front = desktop.front_window()
    toolkit = desktop.reader.toolkit_of(front.process_id) if front else ""
    return toolkit.startswith("Qt") and max(map(ord, text)) > _LAST_CODE_UNIT


def press(desktop: LinuxDesktop, action: Press) -> str:
    """Press a key combination, after a click on the target if the action has one.

    Returns the text on the clipboard, as "copied: TEXT", if the keys copied something to it.
    """
    if action.target is not None:
        _click_point(desktop, desktop.locate(action.target).point)
        desktop.settle()
    if normalize_keys(action.keys) not in COPY_KEYS:
        press_chord(desktop.display, action.keys)
        return ""
    environment = desktop.session.environment
    before = clipboard_time(environment=environment)
    press_chord(desktop.display, action.keys)
    desktop.settle()
    if clipboard_time(environment=environment) in (before, b""):
        return ""
    text = read_clipboard(environment=environment)[: desktop.settings.max_text]
    return f"copied: {text}" if text else ""


def scroll(desktop: LinuxDesktop, action: Scroll) -> str:
    """Turn the wheel over the target, or over the window in front.

    Raises:
        ActionHadNoEffect: no window is open.
    """
    if action.target is not None:
        located = desktop.locate(action.target)
        point, box = located.point, located.box
    else:
        front = desktop.front_window()
        if front is None:
            raise ActionHadNoEffect("there is no window to scroll")
        point, box = front.box.center, front.box
    desktop.display.move_pointer(point)
    for _ in range(count_notches(action, box)):
        _press_button(desktop, WHEEL[action.direction])
    desktop.display.flush()
    return ""


def drag(desktop: LinuxDesktop, action: Drag) -> str:
    """Drag the source onto the destination."""
    start = desktop.locate(action.source).point
    end = start if action.to is None else desktop.locate(action.to).point
    _drag_points(desktop, start, end=Point(end.x + action.offset.x, end.y + action.offset.y))
    return ""


def swipe(desktop: LinuxDesktop, action: Swipe) -> str:
    """Drag from one point to another with the left mouse button."""
    desktop.locate(action.start)
    _drag_points(desktop, action.start, end=action.end)
    return ""


def open_application(desktop: LinuxDesktop, action: Open) -> str:
    """Open an application by its name, or bring its window to the front if it allows only one instance."""
    desktop.open_application(action.what)
    return ""


def switch_window(desktop: LinuxDesktop, action: SwitchTab) -> str:
    """Bring the window with a number to the front.

    Raises:
        ElementGone: no window has the number.
    """
    desktop.display.activate(find_window(list_windows(desktop), action.number))
    return ""


def close_window(desktop: LinuxDesktop, _action: CloseTab) -> str:
    """Close the window in front.

    Raises:
        ActionHadNoEffect: no window is open.
    """
    front = desktop.front_window()
    if front is None:
        raise ActionHadNoEffect("there is no window to close")
    desktop.display.close_window(front)
    return ""


def wait(desktop: LinuxDesktop, action: Wait) -> str:
    """Wait until the picture changes, for at most `action.seconds`."""
    desktop.display.wait_for_change(timeout_sec=min(action.seconds, remaining_sec()))
    return ""


def list_windows(desktop: LinuxDesktop) -> tuple[TopWindow, ...]:
    """Return the windows in the order in which they were opened."""
    windows = (window for window in desktop.windows() if not window.is_popup)
    return tuple(sorted(windows, key=lambda window: window.client))


def _click_point(desktop: LinuxDesktop, point: Point, *, button: int = 1) -> None:
    desktop.display.move_pointer(point)
    _press_button(desktop, button)
    desktop.display.flush()


def _press_button(desktop: LinuxDesktop, button: int) -> None:
    desktop.display.press_button(button, is_down=True)
    desktop.display.press_button(button, is_down=False)


def _drag_points(desktop: LinuxDesktop, start: Point, *, end: Point) -> None:
    desktop.display.move_pointer(start)
    desktop.display.press_button(1, is_down=True)
    for point in drag_path(start, end):
        desktop.display.move_pointer(point, delay_ms=DRAG_STEP_MS)
    desktop.display.press_button(1, is_down=False, delay_ms=DRAG_STEP_MS)
    desktop.display.flush()


def _read_back(desktop: LinuxDesktop, located: LocatedTarget | None, *, action: Type, text: str) -> str:
    """Return the text of the field after typing, "" if it cannot be read.

    Raises:
        ActionHadNoEffect: the field does not contain the text.
    """
    target = action.target
    if located is None or not isinstance(target, Element) or target.has(_PASSWORD) or target.role == CELL:
        return ""
    deadline = time.monotonic() + READ_BACK_SEC
    found = desktop.text_of(located)
    while found is not None and text and text not in found and len(found) < desktop.settings.max_text:
        left_sec = deadline - time.monotonic()
        if left_sec <= 0:
            raise ActionHadNoEffect(f"the field contains {found[:200]!r} after typing, not {text[:200]!r}")
        desktop.display.wait_for_change(timeout_sec=min(left_sec, POLL_SEC))
        found = desktop.text_of(located)
    return found or ""
