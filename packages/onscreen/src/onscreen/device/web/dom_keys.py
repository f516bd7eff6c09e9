"""Keys by their DOM names, as a US keyboard sends them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from onscreen.plugins import unknown_name
from onscreen.types.errors import NotSupported, UnknownName

MODIFIERS: Mapping[str, int] = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}
_OTHER_NAMES: Mapping[str, str] = {
    "ctrl": "Control", "cmd": "Meta", "command": "Meta", "option": "Alt", "esc": "Escape", "return": "Enter",
    "del": "Delete", "space": " ", "spacebar": " ", "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft",
    "right": "ArrowRight", "pgup": "PageUp", "pgdn": "PageDown", "plus": "+",
}  # fmt: skip
_NAMED: Mapping[str, int] = {
    "Backspace": 8, "Tab": 9, "Enter": 13, "Shift": 16, "Control": 17, "Alt": 18, "Pause": 19, "CapsLock": 20,
    "Escape": 27, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38,
    "ArrowRight": 39, "ArrowDown": 40, "Insert": 45, "Delete": 46, "Meta": 91, "ContextMenu": 93,
    **{f"F{n}": 111 + n for n in range(1, 13)},
}  # fmt: skip
_PAIRS = (
    ("Space", 32, " "), ("Semicolon", 186, ";:"), ("Equal", 187, "=+"), ("Comma", 188, ",<"),
    ("Minus", 189, "-_"), ("Period", 190, ".>"), ("Slash", 191, "/?"), ("Backquote", 192, "`~"),
    ("BracketLeft", 219, "[{"), ("Backslash", 220, "\\|"), ("BracketRight", 221, "]}"), ("Quote", 222, "'\""),
)  # fmt: skip
_SIGNS: Mapping[str, tuple[str, int]] = {
    **{sign: (code, number) for code, number, signs in _PAIRS for sign in signs},
    **{sign: (f"Digit{n}", 48 + n) for n, sign in enumerate(")!@#$%^&*(")},
}


class Key(msgspec.Struct, frozen=True):
    """One key: its DOM name, physical code, number, and the text it writes ("" when none)."""

    name: str
    code: str
    number: int
    text: str = ""


def key_named(name: str) -> Key:
    """Return the key of this DOM name or character.

    Raises:
        NotSupported: there is no such key; the nearest name is offered.
    """
    if len(name) == 1:
        return _character(name)
    plain = _OTHER_NAMES.get(name.lower(), name)
    if len(plain) == 1:
        return _character(plain)
    found = next((known for known in _NAMED if known.lower() == plain.lower()), None)
    if found is None:
        raise NotSupported(str(_unknown(name)))
    code = f"{found}Left" if found in MODIFIERS else found
    return Key(found, code, _NAMED[found], "\r" if found == "Enter" else "")


def chord(keys: str) -> tuple[tuple[Key, ...], Key]:
    """Return the modifiers and the key of "Control+Shift+a" ("+" itself is a key).

    Raises:
        NotSupported: a name is not known.
    """
    parts = keys.split("+")
    if keys.endswith("+"):
        parts = [*keys[:-1].rstrip("+").split("+"), "+"] if len(keys) > 1 else ["+"]
    named = [key_named(part.strip() or part) for part in parts if part]
    if not named:
        raise NotSupported(f"no key is named {keys!r}; keys are named as in the DOM (Enter, Control+a)")
    wrong = [key.name for key in named[:-1] if key.name not in MODIFIERS]
    if wrong:
        raise NotSupported(f"{wrong[0]!r} cannot be held with other keys; only {', '.join(MODIFIERS)} can")
    return tuple(named[:-1]), named[-1]


def _character(sign: str) -> Key:
    if sign in "\r\n":
        return Key("Enter", "Enter", _NAMED["Enter"], "\r")
    if sign == "\t":
        return Key("Tab", "Tab", _NAMED["Tab"])
    if sign.isascii() and sign.isalpha():
        return Key(sign, f"Key{sign.upper()}", ord(sign.upper()), sign)
    if sign.isascii() and sign.isdigit():
        return Key(sign, f"Digit{sign}", ord(sign), sign)
    code, number = _SIGNS.get(sign, ("", 0))
    return Key(sign, code, number, sign)


def _unknown(name: str) -> UnknownName:
    return unknown_name("key", name, known=(*_NAMED, *_OTHER_NAMES))
