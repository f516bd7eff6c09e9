"""Keys by their DOM names, as Android numbers them."""

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
"""What a finger pulls down from the top edge, by the command that does the same."""

_OTHER_NAMES: Mapping[str, str] = {
    "ctrl": "Control", "cmd": "Meta", "command": "Meta", "option": "Alt", "esc": "Escape", "return": "Enter",
    "del": "Delete", "space": " ", "spacebar": " ", "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft",
    "right": "ArrowRight", "pgup": "PageUp", "pgdn": "PageDown", "plus": "+", "back": "GoBack",
    "recents": "AppSwitch", "overview": "AppSwitch", "volumeup": "AudioVolumeUp",
    "volumedown": "AudioVolumeDown", "mute": "AudioVolumeMute", "notifications": "Notification",
    "search": "BrowserSearch",
}  # fmt: skip
_NAMED: Mapping[str, int] = {
    "GoHome": 3, "GoBack": 4, "Call": 5, "EndCall": 6, "AudioVolumeUp": 24, "AudioVolumeDown": 25,
    "Power": 26, "Camera": 27, "Clear": 28, "Tab": 61, "Enter": 66, "Backspace": 67, "ContextMenu": 82,
    "BrowserSearch": 84, "MediaPlayPause": 85, "MediaStop": 86, "MediaTrackNext": 87,
    "MediaTrackPrevious": 88, "PageUp": 92, "PageDown": 93, "Escape": 111, "Delete": 112, "CapsLock": 115,
    "Home": 122, "End": 123, "Insert": 124,
    "AudioVolumeMute": 164, "AppSwitch": 187, "Sleep": 223, "WakeUp": 224, "Copy": 278, "Paste": 279,
    "Cut": 277, "ArrowUp": 19, "ArrowDown": 20, "ArrowLeft": 21, "ArrowRight": 22, **MODIFIERS,
    **{f"F{n}": 130 + n for n in range(1, 13)},
}  # fmt: skip
_SIGNS: Mapping[str, int] = {
    " ": 62, ",": 55, ".": 56, "\t": 61, "\n": 66, "\r": 66, "`": 68, "-": 69, "=": 70, "[": 71, "]": 72,
    "\\": 73, ";": 74, "'": 75, "/": 76, "@": 77, "+": 81, "*": 17, "#": 18,
    **{sign: 7 + int(sign) for sign in string.digits},
    **{sign: 29 + at for at, sign in enumerate(string.ascii_lowercase)},
}  # fmt: skip


class Chord(msgspec.Struct, frozen=True):
    """Keys pressed together: the codes of those held and of the last one.

    A character that has no key of its own is `text`; what only a command does is `command`.
    """

    held: tuple[int, ...] = ()
    code: int = 0
    text: str = ""
    command: str = ""


def chord(keys: str) -> Chord:
    """Return the keys of "Control+Shift+a" ("+" itself is a key).

    Raises:
        NotSupported: a name is not known (the nearest is offered), or cannot be held with others.
    """
    parts = keys.split("+")
    if keys.endswith("+"):
        parts = [*keys[:-1].rstrip("+").split("+"), "+"] if len(keys) > 1 else ["+"]
    named = [_whole_name(part.strip() or part) for part in parts if part]
    if not named:
        raise NotSupported(
            f"no key is named {keys!r}; keys are named as in the DOM (Enter, Control+a, GoBack)"
        )
    wrong = [name for name in named[:-1] if name not in MODIFIERS]
    if wrong:
        raise NotSupported(f"{wrong[0]!r} cannot be held with other keys; only {', '.join(MODIFIERS)} can")
    return _pressed(tuple(MODIFIERS[name] for name in named[:-1]), named[-1])


def _pressed(held: tuple[int, ...], name: str) -> Chord:
    if name in SHELL_KEYS:
        return Chord(command=SHELL_KEYS[name])
    if name in _NAMED:
        return Chord(held, _NAMED[name])
    small = name.lower() if name.isascii() else name
    if small in _SIGNS:
        shift = (MODIFIERS["Shift"],) if small != name and MODIFIERS["Shift"] not in held else ()
        return Chord((*shift, *held), _SIGNS[small])
    if held:
        raise NotSupported(f"{name!r} has no key of its own, so it cannot be pressed together with others")
    return Chord(text=name)


def _whole_name(name: str) -> str:
    plain = _OTHER_NAMES.get(name.lower(), name)
    if len(plain) == 1:
        return plain
    there = (*_NAMED, *SHELL_KEYS)
    found = next((known for known in there if known.lower() == plain.lower()), None)
    if found is None:
        raise NotSupported(str(unknown_name("key", name, known=there)))
    return found
