"""Pointer and keyboard of the operating system, through pynput."""

from __future__ import annotations

from collections.abc import Mapping

from pynput import keyboard, mouse

from onscreen.types import Point
from onscreen.types.errors import NotSupported

_KEYS: Mapping[str, str] = {
    "Alt": "alt", "ArrowDown": "down", "ArrowLeft": "left", "ArrowRight": "right", "ArrowUp": "up",
    "Backspace": "backspace", "CapsLock": "caps_lock", "ContextMenu": "menu", "Control": "ctrl",
    "Delete": "delete", "End": "end", "Enter": "enter", "Escape": "esc", "Home": "home", "Insert": "insert",
    "Meta": "cmd", "PageDown": "page_down", "PageUp": "page_up", "Pause": "pause", "Shift": "shift",
    "Tab": "tab", " ": "space", **{f"F{number}": f"f{number}" for number in range(1, 13)},
}  # fmt: skip
"""DOM name of a key -> pynput name; pynput only has the keys of the operating system."""


class PointerAndKeys:
    """Input to the program in front or under the pointer."""

    def __init__(self) -> None:
        """Connect to the input of the operating system."""
        self._mouse = mouse.Controller()
        self._keyboard = keyboard.Controller()

    def move_pointer(self, point: Point) -> None:
        """Move the pointer to a point in the units of the operating system."""
        self._mouse.position = (round(point.x), round(point.y))

    def press_button(self, button: str, *, is_down: bool) -> None:
        """Press or release the mouse button "left", "middle" or "right"."""
        name = mouse.Button[button]
        if is_down:
            self._mouse.press(name)
        else:
            self._mouse.release(name)

    def turn_wheel(self, right: int, down: int) -> None:
        """Turn the mouse wheel by a number of notches; negative numbers turn it left or up."""
        self._mouse.scroll(right, -down)

    def press_key(self, name: str, *, is_down: bool) -> None:
        """Press or release a key, named as in the DOM or by its character.

        Raises:
            NotSupported: the keyboard has no such key.
        """
        key = getattr(keyboard.Key, _KEYS[name], None) if name in _KEYS else name
        if key is None or (name not in _KEYS and len(name) > 1):
            raise NotSupported(f"the keyboard of this operating system has no key {name!r}")
        try:
            if is_down:
                self._keyboard.press(key)
            else:
                self._keyboard.release(key)
        except (keyboard.Controller.InvalidKeyException, keyboard.Controller.InvalidCharacterException):
            raise NotSupported(f"the key {name!r} cannot be pressed") from None

    def type_text(self, text: str) -> None:
        """Type a text of any characters.

        Raises:
            NotSupported: a character cannot be typed.
        """
        try:
            self._keyboard.type(text)
        except keyboard.Controller.InvalidCharacterException as error:
            raise NotSupported(f"the text cannot be typed: {error}") from None
