"""Key events for `Input.dispatchKeyEvent`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from onscreen.device.web.dom_keys import MODIFIERS, Key

Call: TypeAlias = tuple[str, Mapping[str, object]]
_KEY_EVENT = "Input.dispatchKeyEvent"


def key_down(key: Key, bits: int = 0) -> Call:
    """Return the call that presses a key while the modifiers in `bits` are held."""
    text = key.text if not bits & ~MODIFIERS["Shift"] else ""
    kind = "keyDown" if text else "rawKeyDown"
    return _KEY_EVENT, {**_key_params(key, bits), "type": kind, "text": text, "unmodifiedText": text}


def key_up(key: Key, bits: int = 0) -> Call:
    """Return the call that releases a key while the modifiers in `bits` are held."""
    return _KEY_EVENT, {**_key_params(key, bits), "type": "keyUp"}


def _key_params(key: Key, bits: int) -> Mapping[str, object]:
    return {"key": key.name, "code": key.code, "windowsVirtualKeyCode": key.number, "modifiers": bits}
