"""Mapping from DOM key names to Android key codes."""

from __future__ import annotations

import string
from collections.abc import Mapping

import msgspec

from onscreen.plugins import unknown_name
from onscreen.types.errors import NotSupported

MODIFIERS: Mapping[str, int] = {"Alt": 57, "Control": 113, "Meta": 117, "Shift": 59}
SHELL_KEYS: Mapping[str, str] = {
    "Notification": "cmd statusbar expand-notifications",
    "QuickSettings": "cmd statusbar expand-settings",
}
"""Keys that open a panel at the top of the screen, with their shell commands."""

_KEY_ALIASES: Mapping[str, str] = {
    "ctrl": "Control", "cmd": "Meta", "command": "Meta", "option": "Alt", "esc": "Escape", "return": "Enter",
    "del": "Delete", "space": " ", "spacebar": " ", "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft",
    "right": "ArrowRight", "pgup": "PageUp", "pgdn": "PageDown", "plus": "+", "back": "GoBack",
    "recents": "AppSwitch", "overview": "AppSwitch", "volumeup": "AudioVolumeUp",
    "volumedown": "AudioVolumeDown", "mute": "AudioVolumeMute", "notifications": "Notification",
    "search": "BrowserSearch",
}  # fmt: skip
_KEY_CODES: Mapping[str, int] = {
    "GoHome": 3, "GoBack": 4, "Call": 5, "EndCall": 6, "AudioVolumeUp": 24, "AudioVolumeDown": 25,
    "Power": 26, "Camera": 27, "Clear": 28, "Tab": 61, "Enter": 66, "Backspace": 67, "ContextMenu": 82,
    "BrowserSearch": 84, "MediaPlayPause": 85, "MediaStop": 86, "MediaTrackNext": 87,
    "MediaTrackPrevious": 88, "PageUp": 92, "PageDown": 93, "Escape": 111, "Delete": 112, "CapsLock": 115,
    "Home": 122, "End": 123, "Insert": 124,
    "AudioVolumeMute": 164, "AppSwitch": 187, "Sleep": 223, "WakeUp": 224, "Copy": 278, "Paste": 279,
    "Cut": 277, "ArrowUp": 19, "ArrowDown": 20, "ArrowLeft": 21, "ArrowRight": 22, **MODIFIERS,
    **{f"F{n}": 130 + n for n in range(1, 13)},
}  # fmt: skip
_CHARACTER_CODES: Mapping[str, int] = {
    " ": 62, ",": 55, ".": 56, "\t": 61, "\n": 66, "\r": 66, "`": 68, "-": 69, "=": 70, "[": 71, "]": 72,
    "\\": 73, ";": 74, "'": 75, "/": 76, "@": 77, "+": 81, "*": 17, "#": 18,
    **{digit: 7 + int(digit) for digit in string.digits},
    **{letter: 29 + index for index, letter in enumerate(string.ascii_lowercase)},
}  # fmt: skip


class Chord(msgspec.Struct, frozen=True):
    """Key combination: the key codes of the modifiers and of the final key.

    `text` is set instead for a character without a key code, `command` for a key that is a shell command.
    """

    modifiers: tuple[int, ...] = ()
    code: int = 0
    text: str = ""
    command: str = ""


def parse_keys(keys: str) -> Chord:
    """Parse a key combination such as "Control+Shift+a".

    A "+" at the end is the plus key.

    Raises:
        NotSupported: a key name is unknown (the nearest is suggested), or a key cannot be combined.
    """
    parts = keys.split("+")
    if keys.endswith("+"):
        parts = [*keys[:-1].rstrip("+").split("+"), "+"] if len(keys) > 1 else ["+"]
    names = [_canonical_name(part.strip() or part) for part in parts if part]
    if not names:
        raise NotSupported(f"no key is named {keys!r}; use DOM key names (Enter, Control+a, GoBack)")
    invalid = [name for name in names[:-1] if name not in MODIFIERS]
    if invalid:
        raise NotSupported(f"{invalid[0]!r} is not a modifier key; expected one of {', '.join(MODIFIERS)}")
    return _build_chord(tuple(MODIFIERS[name] for name in names[:-1]), names[-1])


def _build_chord(modifiers: tuple[int, ...], name: str) -> Chord:
    if name in SHELL_KEYS:
        return Chord(command=SHELL_KEYS[name])
    if name in _KEY_CODES:
        return Chord(modifiers, _KEY_CODES[name])
    lowercase = name.lower() if name.isascii() else name
    if lowercase in _CHARACTER_CODES:
        needs_shift = lowercase != name and MODIFIERS["Shift"] not in modifiers
        shift = (MODIFIERS["Shift"],) if needs_shift else ()
        return Chord((*shift, *modifiers), _CHARACTER_CODES[lowercase])
    if modifiers:
        raise NotSupported(f"{name!r} has no key code, so it cannot be combined with other keys")
    return Chord(text=name)


def _canonical_name(name: str) -> str:
    """Return the DOM name of a key given by any alias and in any case."""
    resolved = _KEY_ALIASES.get(name.lower(), name)
    if len(resolved) == 1:
        return resolved
    known_names = (*_KEY_CODES, *SHELL_KEYS)
    match = next((known for known in known_names if known.lower() == resolved.lower()), None)
    if match is None:
        raise NotSupported(str(unknown_name("key", name, known=known_names)))
    return match
