"""Windows and elements of the user's session, read through UI Automation.

Each window is read with one call, using a cache request for its whole subtree. Sources: Microsoft, "Caching
UI Automation Properties and Control Patterns", and the functions EnumWindows and DwmGetWindowAttribute.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from ctypes import wintypes
from pathlib import Path

if sys.platform != "win32":
    raise ModuleNotFoundError("this module needs Windows", name="uiautomation")

import uiautomation
from comtypes import COMError, client

from onscreen.device.native.native_screen import NativeElement, NativeScreen, NativeWindow
from onscreen.device.screen_capture import ScreenCapture
from onscreen.device.windows.start_menu import list_shortcuts
from onscreen.device.windows.uia_elements import PROPERTY_NUMBERS
from onscreen.types import Box, Picture, Tool
from onscreen.types.errors import ActionFailed, DeviceError, ElementGone

CLIENT = "{ff48dba4-60ef-4201-aa87-54103eef594e}"
"""Class of the UI Automation client."""
BOUNDING_RECTANGLE = 30001
SUBTREE = 7
"""Scope of a cache request: the element, its children and all below them."""
NO_REFERENCES = 0
"""Mode of a cache request whose elements are only read."""
CLOAKED = 14
"""Attribute of a window that is open, but not shown, such as one on another virtual desktop."""
POPUP_CLASSES = frozenset({"#32768", "tooltips_class32", "Xaml_WindowedPopupClass"})
"""Window classes of menus and tooltips."""
DESKTOP_CLASSES = frozenset({"Progman", "WorkerW"})
"""Window classes of the desktop's background."""
_RECTANGLE_NUMBERS = 4


class UiaScreen:
    """The screen of the user's session."""

    def __init__(self) -> None:
        """Connect to UI Automation.

        Raises:
            DeviceError: UI Automation is not available.
        """
        self._camera = ScreenCapture()
        try:
            core = client.GetModule("UIAutomationCore.dll")
            self._automation = client.CreateObject(CLIENT, interface=core.IUIAutomation)
            self._request = self._automation.CreateCacheRequest()
        except (OSError, COMError) as error:
            raise DeviceError(f"UI Automation is not available: {error}") from error
        for number in (*PROPERTY_NUMBERS.values(), BOUNDING_RECTANGLE):
            self._request.AddProperty(number)
        self._request.TreeScope = SUBTREE
        self._request.AutomationElementMode = NO_REFERENCES
        self._opened: dict[int, int] = {}
        self._handles: dict[int, int] = {}

    def read(self) -> NativeScreen:
        """Read the windows with their elements.

        Raises:
            DeviceError: the screen cannot be captured.
        """
        windows = [window for handle in reversed(_visible_handles()) if (window := self._window(handle))]
        front = self._opened.get(uiautomation.GetForegroundWindow(), 0)
        return NativeScreen(self._camera.area, tuple(windows), front)

    def capture(self) -> Picture:
        """Capture a screenshot of all monitors.

        Raises:
            DeviceError: the screen cannot be captured.
        """
        return self._camera.capture()

    def activate(self, number: int) -> None:
        """Bring the window with a number to the front.

        Raises:
            ElementGone: the window is closed.
        """
        handle = self._handles.get(number, 0)
        if not handle or not uiautomation.IsWindowVisible(handle):
            raise ElementGone(f"the window {number} is closed")
        uiautomation.SwitchToThisWindow(handle)

    def tools(self) -> tuple[Tool, ...]:
        """List the applications in the Start menu."""
        folders = (os.environ.get("PROGRAMDATA", ""), os.environ.get("APPDATA", ""))
        return list_shortcuts(Path(folder) for folder in folders if folder)

    def open_application(self, tool: Tool) -> None:
        """Open the shortcut of an application.

        Raises:
            ActionFailed: Windows cannot open it.
        """
        try:
            os.startfile(tool.address)  # noqa: S606  a shortcut of the Start menu
        except OSError as error:
            raise ActionFailed(f"{tool.name!r} cannot be opened: {error.strerror}") from error

    def close(self) -> None:
        """Release the screen."""
        self._camera.close()

    def _window(self, handle: int) -> NativeWindow | None:
        """Read a window; None if it has no place on the screen."""
        frame = uiautomation.DwmGetWindowExtendFrameBounds(handle)
        class_name = _class_name(handle)
        if frame is None or class_name in DESKTOP_CLASSES:
            return None
        number = self._opened.setdefault(handle, len(self._opened) + 1)
        self._handles[number] = handle
        process_id = wintypes.DWORD()
        ctypes.windll.user32.GetWindowThreadProcessId(handle, ctypes.byref(process_id))
        return NativeWindow(
            number,
            uiautomation.GetWindowText(handle),
            _program_name(process_id.value),
            process_id.value,
            Box(frame.left, frame.top, frame.right, frame.bottom),
            self._root(handle),
            class_name in POPUP_CLASSES,
        )

    def _root(self, handle: int) -> NativeElement | None:
        """Read the elements of a window; None if its program does not answer."""
        try:
            return _convert(self._automation.ElementFromHandleBuildCache(handle, self._request))
        except COMError:
            return None


def _convert(element: uiautomation.Control) -> NativeElement:
    """Convert a cached element and its descendants."""
    properties: dict[str, str | float | bool] = {}
    for name, number in PROPERTY_NUMBERS.items():
        value = element.GetCachedPropertyValueEx(number, True)  # without default values
        if isinstance(value, (str, int, float, bool)):
            properties[name] = value
    children = element.GetCachedChildren()
    count = children.Length if children else 0
    return NativeElement(
        properties,
        _box(element.GetCachedPropertyValue(BOUNDING_RECTANGLE)),
        tuple(_convert(children.GetElement(index)) for index in range(count)),
    )


def _box(rectangle: tuple[float, ...] | None) -> Box | None:
    """Convert left, top, width and height to a box; None for an element without a place."""
    if not rectangle or len(rectangle) != _RECTANGLE_NUMBERS or min(rectangle[2:]) <= 0:
        return None
    left, top, width, height = rectangle
    return Box(left, top, left + width, top + height)


def _visible_handles() -> list[int]:
    """Return the handles of the visible top-level windows, topmost first."""
    found: list[int] = []

    def add(handle: int, _parameter: int) -> bool:
        if (
            uiautomation.IsWindowVisible(handle)
            and not uiautomation.IsIconic(handle)
            and not _is_cloaked(handle)
        ):
            found.append(handle)
        return True

    callback = ctypes.WINFUNCTYPE(wintypes.BOOL, wintypes.HWND, wintypes.LPARAM)
    ctypes.windll.user32.EnumWindows(callback(add), 0)
    return found


def _is_cloaked(handle: int) -> bool:
    value = wintypes.DWORD()
    size = ctypes.sizeof(value)
    ctypes.windll.dwmapi.DwmGetWindowAttribute(handle, CLOAKED, ctypes.byref(value), size)
    return bool(value.value)


def _class_name(handle: int) -> str:
    text = ctypes.create_unicode_buffer(256)
    ctypes.windll.user32.GetClassNameW(handle, text, len(text))
    return text.value


def _program_name(process_id: int) -> str:
    """Return the name of a process without its extension, such as "notepad"."""
    names: Iterator[str] = (
        each.exeName for each in uiautomation.GetProcesses(detailedInfo=False) if each.pid == process_id
    )
    return Path(next(names, "")).stem
