"""Windows and elements of the user's session, read through the accessibility API of macOS.

All attributes of an element are read with one call. Sources: Apple, "AXUIElement.h" and "Quartz Window
Services".
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

if sys.platform != "darwin":
    raise ModuleNotFoundError("this module needs macOS", name="ApplicationServices")

import ApplicationServices as Ax
import Quartz
from AppKit import NSWorkspace

from onscreen.device.macos.app_bundles import list_bundles
from onscreen.device.macos.ax_elements import ATTRIBUTES
from onscreen.device.native.native_screen import NativeElement, NativeScreen, NativeWindow
from onscreen.device.screen_capture import ScreenCapture
from onscreen.types import Box, Picture, Point, Tool
from onscreen.types.errors import ActionFailed, DeviceError, ElementGone

PERMISSION = (
    "this program may not use the accessibility API; allow the terminal under System Settings, "
    "Privacy & Security, Accessibility, and under Screen Recording for screenshots"
)
TIMEOUT_SEC = 2.0
"""Time for a program to answer a call."""
OPEN_TIMEOUT_SEC = 30.0
NORMAL_LAYER, MENU_BAR_LAYER = 0, 24
"""Levels of ordinary windows, and of the menu bar; the menus and pop-ups are above."""
MAX_DEPTH = 60
APPLICATION_FOLDERS = ("/Applications", "/System/Applications", "~/Applications")
_PLACE = ("AXPosition", "AXSize", "AXChildren")
_NONE_ON_ERROR = 0


class AxScreen:
    """The screen of the user's session."""

    def __init__(self) -> None:
        """Check the permission and connect to the screen.

        Raises:
            DeviceError: the user has not given permission.
        """
        if not Ax.AXIsProcessTrusted():
            raise DeviceError(PERMISSION)
        self._camera = ScreenCapture()

    def read(self) -> NativeScreen:
        """Read the windows with their elements, and the menu bar of the program in front."""
        front_id = int(NSWorkspace.sharedWorkspace().frontmostApplication().processIdentifier())
        described = list(reversed(list(_listed_windows())))
        roots = {process_id: _Program(process_id) for process_id in {each.process_id for each in described}}
        windows = [_with_root(each, roots[each.process_id]) for each in described]
        menu_bar = _menu_bar(roots.get(front_id, _Program(front_id)))
        own = [each for each in windows if each.process_id == front_id and not each.is_popup]
        area = self._camera.area
        scale = self._camera.capture().size[0] / area.width
        windows = [*windows, menu_bar] if menu_bar else windows
        return NativeScreen(area, tuple(windows), own[-1].number if own else 0, scale)

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
        window = next((each for each in _listed_windows() if each.number == number), None)
        element = _Program(window.process_id).find(window) if window else None
        if window is None or element is None:
            raise ElementGone(f"the window {number} is closed")
        Ax.AXUIElementPerformAction(element, "AXRaise")
        program = Ax.AXUIElementCreateApplication(window.process_id)
        Ax.AXUIElementSetAttributeValue(program, "AXFrontmost", True)

    def tools(self) -> tuple[Tool, ...]:
        """List the installed applications."""
        return list_bundles(Path(folder).expanduser() for folder in APPLICATION_FOLDERS)

    def open_application(self, tool: Tool) -> None:
        """Open an application by its bundle.

        Raises:
            ActionFailed: macOS cannot open it.
        """
        command = ("/usr/bin/open", "-a", tool.address)
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=OPEN_TIMEOUT_SEC)
        except (OSError, subprocess.SubprocessError) as error:
            raise ActionFailed(f"{tool.name!r} cannot be opened: {error}") from error

    def close(self) -> None:
        """Release the screen."""
        self._camera.close()


class _Program:
    """Accessibility elements of a program's windows."""

    def __init__(self, process_id: int) -> None:
        self.process_id = process_id
        self.element = Ax.AXUIElementCreateApplication(process_id)
        Ax.AXUIElementSetMessagingTimeout(self.element, TIMEOUT_SEC)
        self.windows = _elements(_attribute(self.element, "AXWindows"))

    def find(self, window: NativeWindow) -> object | None:
        """Return the element at the same screen position as a window, or None."""
        for element in self.windows:
            if _place(_attribute(element, "AXPosition"), _attribute(element, "AXSize")) == window.box:
                return element
        return None


def _with_root(window: NativeWindow, program: _Program) -> NativeWindow:
    """Return a window with its elements, or without them if its program does not report the window."""
    element = program.find(window)
    root = _convert(element) if element is not None else None
    return NativeWindow(
        window.number, window.title, window.program, window.process_id, window.box, root, window.is_popup
    )


def _menu_bar(program: _Program) -> NativeWindow | None:
    """Return the menu bar of a program as a separate window."""
    element = _attribute(program.element, "AXMenuBar")
    root = _convert(element) if element is not None else None
    if root is None or root.box is None:
        return None
    title = str(_attribute(program.element, "AXTitle") or "")
    return NativeWindow(0, title, f"{title} menu bar", program.process_id, root.box, root, is_popup=True)


def _listed_windows() -> Iterator[NativeWindow]:
    """Yield the windows on the screen without their elements, topmost first."""
    options = Quartz.kCGWindowListOptionOnScreenOnly | Quartz.kCGWindowListExcludeDesktopElements
    for each in Quartz.CGWindowListCopyWindowInfo(options, Quartz.kCGNullWindowID) or ():
        layer = int(each.get("kCGWindowLayer", 0))
        bounds = each["kCGWindowBounds"]
        left, top = float(bounds["X"]), float(bounds["Y"])
        if layer < NORMAL_LAYER or layer == MENU_BAR_LAYER:
            continue
        yield NativeWindow(
            int(each["kCGWindowNumber"]),
            str(each.get("kCGWindowName") or ""),
            str(each.get("kCGWindowOwnerName") or ""),
            int(each["kCGWindowOwnerPID"]),
            Box(left, top, left + float(bounds["Width"]), top + float(bounds["Height"])),
            is_popup=layer > NORMAL_LAYER,
        )


def _convert(element: object, depth: int = 0) -> NativeElement | None:
    """Convert an element and its descendants; None if the program does not answer."""
    attributes = _attributes(element, (*ATTRIBUTES, *_PLACE))
    if attributes is None:
        return None
    children = _elements(attributes.get("AXChildren"))
    below = [_convert(child, depth + 1) for child in children] if depth < MAX_DEPTH else []
    plain = {
        name: value for name in ATTRIBUTES if isinstance(value := attributes.get(name), (str, int, float))
    }
    return NativeElement(
        {name: str(value) if isinstance(value, str) else value for name, value in plain.items()},
        _place(attributes.get("AXPosition"), attributes.get("AXSize")),
        tuple(each for each in below if each is not None),
    )


def _attributes(element: object, names: Sequence[str]) -> Mapping[str, object] | None:
    """Read several attributes with one call; missing attributes (error values) are left out."""
    error, values = Ax.AXUIElementCopyMultipleAttributeValues(element, names, _NONE_ON_ERROR, None)
    return dict(zip(names, values, strict=True)) if not error and values is not None else None


def _attribute(element: object, name: str) -> object | None:
    error, value = Ax.AXUIElementCopyAttributeValue(element, name, None)
    return None if error else cast("object", value)


def _elements(value: object | None) -> tuple[object, ...]:
    """Return the elements of an attribute; () if it is missing or an error value."""
    return tuple(value) if isinstance(value, Sequence) else ()


def _place(position: object | None, size: object | None) -> Box | None:
    """Convert a position and a size to a box; None for an element without a place."""
    if position is None or size is None:
        return None
    has_point, point = Ax.AXValueGetValue(position, Ax.kAXValueCGPointType, None)
    has_size, extent = Ax.AXValueGetValue(size, Ax.kAXValueCGSizeType, None)
    if not (has_point and has_size) or min(extent.width, extent.height) <= 0:
        return None
    corner = Point(float(point.x), float(point.y))
    return Box(corner.x, corner.y, corner.x + float(extent.width), corner.y + float(extent.height))
