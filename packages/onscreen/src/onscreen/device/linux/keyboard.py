"""Typing of any text and pressing of key combinations on an X display."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from onscreen.device.linux.clipboard import write_clipboard
from onscreen.device.linux.x_display import XDisplay
from onscreen.device.web.dom_keys import parse_chord
from onscreen.types.errors import NotSupported

KEY_SYMBOLS: Mapping[str, int] = {
    "Backspace": 0xFF08, "Tab": 0xFF09, "Enter": 0xFF0D, "Pause": 0xFF13, "Escape": 0xFF1B, "Home": 0xFF50,
    "ArrowLeft": 0xFF51, "ArrowUp": 0xFF52, "ArrowRight": 0xFF53, "ArrowDown": 0xFF54, "PageUp": 0xFF55,
    "PageDown": 0xFF56, "End": 0xFF57, "Insert": 0xFF63, "ContextMenu": 0xFF67, "Shift": 0xFFE1,
    "Control": 0xFFE3, "CapsLock": 0xFFE5, "Alt": 0xFFE9, "Meta": 0xFFEB, "Delete": 0xFFFF,
    **{f"F{number}": 0xFFBD + number for number in range(1, 13)},
}  # fmt: skip
"""Name of a key as in the DOM -> X key symbol."""

LATIN_1_END, UNICODE_SYMBOLS = 0x100, 0x1000000
"""Characters below the first have their own number as the symbol, others a number from the second on."""
LEVELS = 2
"""Symbols per key that are used: without and with Shift."""


class KeyPosition(msgspec.Struct, frozen=True):
    """Key code that produces a symbol, and whether Shift must be held."""

    code: int
    with_shift: bool = False


def press_chord(display: XDisplay, keys: str) -> None:
    """Press a key combination such as "Control+a", named as in the DOM.

    Raises:
        NotSupported: no key has this name, or the keyboard layout lacks it.
    """
    modifiers, key = parse_chord(keys)
    positions = _positions(display)
    codes = [_find(positions, _symbol(modifier.name), name=modifier.name).code for modifier in modifiers]
    last = _find(positions, _symbol(key.name), name=key.name)
    if last.with_shift and not any(modifier.name == "Shift" for modifier in modifiers):
        codes.append(_find(positions, KEY_SYMBOLS["Shift"], name="Shift").code)
    hold(display, codes)
    display.press_key(last.code, is_down=True)
    display.press_key(last.code, is_down=False)
    release(display, codes)
    display.flush()


def modifier_codes(display: XDisplay, modifiers: Sequence[str]) -> tuple[int, ...]:
    """Return the key codes of modifiers such as "Control".

    Raises:
        NotSupported: the keyboard layout lacks a modifier.
    """
    positions = _positions(display)
    return tuple(_find(positions, KEY_SYMBOLS[name], name=name).code for name in modifiers)


def hold(display: XDisplay, codes: Sequence[int]) -> None:
    """Press keys without releasing them."""
    for code in codes:
        display.press_key(code, is_down=True)


def release(display: XDisplay, codes: Sequence[int]) -> None:
    """Release keys in reverse order."""
    for code in reversed(codes):
        display.press_key(code, is_down=False)


def type_keys(display: XDisplay, text: str) -> bool:
    """Type a text with keys; missing characters are temporarily assigned to unused keys.

    Returns False, and types nothing, if there are too few unused keys; the text must then be pasted.
    """
    symbols = [_symbol(character) for character in text]
    first, rows = display.key_table()
    positions = _read_positions(first, rows)
    missing = list(dict.fromkeys(symbol for symbol in symbols if symbol not in positions))
    spare = [first + index for index, row in enumerate(rows) if not any(row)]
    if len(missing) > LEVELS * len(spare):
        return False
    codes = spare[: -(-len(missing) // LEVELS)]
    for index, code in enumerate(codes):
        pair = missing[LEVELS * index : LEVELS * index + LEVELS]
        row = [pair[0], pair[-1]] * (len(rows[0]) // LEVELS or 1)
        rows[code - first] = row[: len(rows[0])]
        positions |= {symbol: KeyPosition(code, level == 1) for level, symbol in enumerate(pair)}
    if codes:
        display.change_keys(codes[0], rows[codes[0] - first : codes[-1] - first + 1])
    shift = positions[KEY_SYMBOLS["Shift"]].code
    for symbol in symbols:
        position = positions[symbol]
        hold(display, (shift,) if position.with_shift else ())
        display.press_key(position.code, is_down=True)
        display.press_key(position.code, is_down=False)
        release(display, (shift,) if position.with_shift else ())
    display.flush()
    return True


def paste_text(display: XDisplay, text: str, *, environment: Mapping[str, str]) -> None:
    """Put a text on the clipboard and press Control+v.

    Raises:
        MissingExtra: xclip is not installed.
        ActionFailed: the clipboard cannot be set.
    """
    write_clipboard(text, environment=environment)
    press_chord(display, "Control+v")


def _symbol(name: str) -> int:
    """Return the X symbol of a key or character."""
    if len(name) > 1:
        return KEY_SYMBOLS[name]
    if name in "\r\n":
        return KEY_SYMBOLS["Enter"]
    if name == "\t":
        return KEY_SYMBOLS["Tab"]
    number = ord(name)
    return number if number < LATIN_1_END else UNICODE_SYMBOLS | number


def _positions(display: XDisplay) -> dict[int, KeyPosition]:
    return _read_positions(*display.key_table())


def _read_positions(first: int, rows: Sequence[Sequence[int]]) -> dict[int, KeyPosition]:
    """Map symbols to the keys of the first keyboard group that produce them."""
    positions: dict[int, KeyPosition] = {}
    for index, row in enumerate(rows):
        for level, symbol in enumerate(row[:LEVELS]):
            if symbol:
                positions.setdefault(symbol, KeyPosition(first + index, level == 1))
    return positions


def _find(positions: Mapping[int, KeyPosition], symbol: int, *, name: str) -> KeyPosition:
    if symbol not in positions:
        raise NotSupported(f"the keyboard layout of the display has no key {name!r}")
    return positions[symbol]
