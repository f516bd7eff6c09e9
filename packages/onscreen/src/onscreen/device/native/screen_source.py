"""Interfaces to the screen and input of an operating system, with an implementation for recordings."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import msgspec
from PIL import Image

from onscreen.device.native.native_screen import NativeScreen
from onscreen.device.web.dom_keys import MODIFIERS
from onscreen.types import Picture, Point, Tool
from onscreen.types.errors import BadText, ElementGone, NotSupported


class ScreenSource(Protocol):
    """Interface to the windows, the picture and the applications of a screen."""

    def read(self) -> NativeScreen:
        """Read the windows with their elements.

        Raises:
            DeviceError: the operating system does not give access to the windows.
        """

    def capture(self) -> Picture:
        """Capture a screenshot.

        Raises:
            DeviceError: the screen cannot be captured.
        """

    def activate(self, number: int) -> None:
        """Bring the window with a number to the front.

        Raises:
            ElementGone: the window is closed.
        """

    def tools(self) -> tuple[Tool, ...]:
        """List the installed applications; never raises."""

    def open_application(self, tool: Tool) -> None:
        """Start an application, or bring it to the front.

        Raises:
            ActionFailed: the application cannot be started.
        """

    def close(self) -> None:
        """Release the resources of the source; never raises."""


class ScreenInput(Protocol):
    """Interface to pointer and keyboard, with points in the units of the operating system."""

    def move_pointer(self, point: Point) -> None:
        """Move the pointer to a point; never raises."""

    def press_button(self, button: str, *, is_down: bool) -> None:
        """Press or release the mouse button "left", "middle" or "right"; never raises."""

    def turn_wheel(self, right: int, down: int) -> None:
        """Turn the mouse wheel by a number of notches; negative numbers turn it left or up.

        It never raises.
        """

    def press_key(self, name: str, *, is_down: bool) -> None:
        """Press or release a key, named as in the DOM or by its character.

        Raises:
            NotSupported: the keyboard has no such key.
        """

    def type_text(self, text: str) -> None:
        """Type a text of any characters.

        Raises:
            NotSupported: a character cannot be typed.
        """


class ScreenRecording:
    """Screen source and input that replay the recorded screens of a session.

    Each input that a program reacts to (releasing a mouse button, turning the wheel, pressing a key or typing
    text) advances to the next screen; after the last screen, nothing changes. The picture is blank.
    """

    def __init__(self, screens: Sequence[NativeScreen]) -> None:
        """Start at the first screen.

        Raises:
            BadText: there are no screens, or one has no area.
        """
        if not screens:
            raise BadText("the recording has no screens; expected at least one")
        for number, screen in enumerate(screens, 1):
            width, height = screen.to_pixels(screen.box).width, screen.to_pixels(screen.box).height
            if min(width, height) < 1:
                raise BadText(f"screen {number} of the recording has {width:g} x {height:g} pixels")
        self._screens, self._position = tuple(screens), 0

    def read(self) -> NativeScreen:
        """Return the current screen."""
        return self._screens[self._position]

    def capture(self) -> Picture:
        """Return a blank picture of the size of the screen."""
        area = self.read().to_pixels(self.read().box)
        stream = io.BytesIO()
        Image.new("RGB", (round(area.width), round(area.height)), "white").save(stream, "PNG")
        return Picture(stream.getvalue())

    def activate(self, number: int) -> None:
        """Lead to the next screen.

        Raises:
            ElementGone: no window has the number.
        """
        if all(window.number != number for window in self.read().windows):
            raise ElementGone(f"the recording has no window {number}")
        self._advance()

    def tools(self) -> tuple[Tool, ...]:
        """Return an empty tuple, because a recording has no applications to open."""
        return ()

    def open_application(self, tool: Tool) -> None:
        """Raise `NotSupported`.

        Raises:
            NotSupported: always.
        """
        raise NotSupported(f"a recording cannot open {tool.name!r}")

    def close(self) -> None:
        """Return to the first screen."""
        self._position = 0

    def move_pointer(self, point: Point) -> None:
        """Do nothing."""

    def press_button(self, button: str, *, is_down: bool) -> None:
        """Advance to the next screen when the button is released."""
        del button
        if not is_down:
            self._advance()

    def turn_wheel(self, right: int, down: int) -> None:
        """Lead to the next screen."""
        del right, down
        self._advance()

    def press_key(self, name: str, *, is_down: bool) -> None:
        """Advance to the next screen when a key other than a modifier is released."""
        if not is_down and name not in MODIFIERS:
            self._advance()

    def type_text(self, text: str) -> None:
        """Lead to the next screen."""
        del text
        self._advance()

    def _advance(self) -> None:
        self._position = min(self._position + 1, len(self._screens) - 1)


def load_recording(path: Path) -> ScreenRecording:
    """Load a recording: a JSON file with a list of screens, in the format of the expression "screen".

    Raises:
        BadText: the file cannot be read, or is not a list of screens; the message states the position.
    """
    try:
        return ScreenRecording(msgspec.json.decode(path.read_bytes(), type=list[NativeScreen]))
    except OSError as error:
        raise BadText(f"the recording {str(path)!r} cannot be read: {error.strerror}") from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadText(f"{str(path)!r} is not a recording of screens: {error}") from error
