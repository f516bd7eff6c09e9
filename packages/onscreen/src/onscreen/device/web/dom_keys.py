"""Keys of a US keyboard by DOM name, for use with `Input.dispatchKeyEvent`."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from onscreen.plugins import unknown_name
from onscreen.types.errors import NotSupported, UnknownName

MODIFIERS: Mapping[str, int] = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}
_ALIASES: Mapping[str, str] = {
    "ctrl": "Control", "cmd": "Meta", "command": "Meta", "option": "Alt", "esc": "Escape", "return": "Enter",
    "del": "Delete", "space": " ", "spacebar": " ", "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft",
    "right": "ArrowRight", "pgup": "PageUp", "pgdn": "PageDown", "plus": "+",
}  # fmt: skip
_KEY_CODES: Mapping[str, int] = {
    "Backspace": 8, "Tab": 9, "Enter": 13, "Shift": 16, "Control": 17, "Alt": 18, "Pause": 19, "CapsLock": 20,
    "Escape": 27, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38,
    "ArrowRight": 39, "ArrowDown": 40, "Insert": 45, "Delete": 46, "Meta": 91, "ContextMenu": 93,
    **{f"F{n}": 111 + n for n in range(1, 13)},
}  # fmt: skip
_PUNCTUATION_KEYS = (
    ("Space", 32, " "), ("Semicolon", 186, ";:"), ("Equal", 187, "=+"), ("Comma", 188, ",<"),
    ("Minus", 189, "-_"), ("Period", 190, ".>"), ("Slash", 191, "/?"), ("Backquote", 192, "`~"),
    ("BracketLeft", 219, "[{"), ("Backslash", 220, "\\|"), ("BracketRight", 221, "]}"), ("Quote", 222, "'\""),
)  # fmt: skip
_PUNCTUATION: Mapping[str, tuple[str, int]] = {
    **{text: (code, number) for code, number, texts in _PUNCTUATION_KEYS for text in texts},
    **{character: (f"Digit{n}", 48 + n) for n, character in enumerate(")!@#$%^&*(")},
}


class Key(msgspec.Struct, frozen=True):
    """Keyboard key with its DOM name and code, Windows virtual key code, and typed text.

    `code` is "" for a character that is not on a US keyboard; `text` is "" for a key that types nothing.
    """

    name: str
    code: str
    number: int
    text: str = ""


def find_key(name: str) -> Key:
    """Find a key by its DOM name, an alias such as "esc", or its character.

    DOM names and aliases may be written in any case.

    Raises:
        NotSupported: no key has this name; the message suggests the nearest name.
    """
    if len(name) == 1:
        return _character_key(name)
    dom_name = _ALIASES.get(name.lower(), name)
    if len(dom_name) == 1:
        return _character_key(dom_name)
    match = next((key for key in _KEY_CODES if key.lower() == dom_name.lower()), None)
    if match is None:
        raise NotSupported(str(_unknown_key(name)))
    code = f"{match}Left" if match in MODIFIERS else match
    return Key(match, code, _KEY_CODES[match], "\r" if match == "Enter" else "")


def parse_chord(keys: str) -> tuple[tuple[Key, ...], Key]:
    """Parse a key combination such as "Control+Shift+a" into modifiers and a final key.

    A "+" at the end is the plus key.

    Raises:
        NotSupported: a name is unknown, or a key other than a modifier comes before the last one.
    """
    parts = keys.split("+")
    if keys.endswith("+"):
        parts = [*keys[:-1].rstrip("+").split("+"), "+"] if len(keys) > 1 else ["+"]
    chord = [find_key(part.strip() or part) for part in parts if part]
    if not chord:
        raise NotSupported(f"no key is named {keys!r}; keys are named as in the DOM (Enter, Control+a)")
    *modifiers, key = chord
    wrong = [modifier.name for modifier in modifiers if modifier.name not in MODIFIERS]
    if wrong:
        raise NotSupported(f"{wrong[0]!r} is not a modifier; modifiers are {', '.join(MODIFIERS)}")
    return tuple(modifiers), key


def _character_key(character: str) -> Key:
    if character in "\r\n":
        return Key("Enter", "Enter", _KEY_CODES["Enter"], "\r")
    if character == "\t":
        return Key("Tab", "Tab", _KEY_CODES["Tab"])
    if character.isascii() and character.isalpha():
        return Key(character, f"Key{character.upper()}", ord(character.upper()), character)
    if character.isascii() and character.isdigit():
        return Key(character, f"Digit{character}", ord(character), character)
    code, number = _PUNCTUATION.get(character, ("", 0))
    return Key(character, code, number, character)


def _unknown_key(name: str) -> UnknownName:
    return unknown_name("key", name, known=(*_KEY_CODES, *_ALIASES))
