"""Typing, with reading back, and pressing keys."""

from __future__ import annotations

import time
from collections.abc import Sequence

from onscreen.device.android import keyboard
from onscreen.device.android.android_keys import chord
from onscreen.device.android.connected_phone import Phone
from onscreen.device.android.hit_target import HitTarget, aim, find, told
from onscreen.device.android.shell_quoting import line
from onscreen.device.android.touch_actions import tap
from onscreen.types import Element, Node, Press, Type
from onscreen.types.errors import ActionHadNoEffect, ElementGone, NotSupported

_SHOWN = 200
_FOCUS_SEC, _PAUSE_SEC = 2.0, 0.05
_INSTEAD = {
    **dict.fromkeys(("button", "link", "listitem", "tab"), "tap it, and type into the field that opens"),
    **dict.fromkeys(("checkbox", "radio", "switch"), "tap it"),
    "combobox": "select an option",
    "slider": "drag it",
}
_OLDEST_CHORD_SDK = 31


def type_text(phone: Phone, action: Type) -> str:
    """Type into the target, read the field back and say what it reads."""
    field = _focused(phone, action)
    held = field.value if field is not None else ""
    if action.clear and (field is None or held):
        keyboard.clear(phone, len(held))
    body = action.text
    ends = body.endswith("\n")
    keyboard.write(phone, body.removesuffix("\n") if ends else body)
    said = _read_back(phone, field, action=action, body=body.removesuffix("\n"), held=held)
    if ends:
        keyboard.write(phone, "\n")
    return said


def press(phone: Phone, action: Press) -> str:
    """Press keys together, on the target when there is one.

    Raises:
        NotSupported: a key is not known, or this Android is too old for keys together.
    """
    keys = chord(action.keys)
    if action.target is not None:
        aimed = aim(phone, action.target)
        if aimed.node is None or not aimed.node.has("focused"):
            tap(phone, aimed.point)
    if keys.command:
        phone.do(keys.command)
    elif keys.text:
        keyboard.write(phone, keys.text)
    elif keys.held:
        if phone.sdk < _OLDEST_CHORD_SDK:
            raise NotSupported(
                f"keys together ({action.keys}) need Android 12; this phone has SDK {phone.sdk}"
            )
        phone.do(line("input", "keycombination", *keys.held, keys.code))
    else:
        phone.do(line("input", "keyevent", keys.code))
    return ""


def _focused(phone: Phone, action: Type) -> Node | None:
    """Bring the focus to the target and return the field that has it; None where no tree tells.

    Raises:
        NotSupported: the target takes no text.
        ActionHadNoEffect: no field has the focus.
    """
    if action.target is None:
        return _focus(phone, None)
    aimed = aim(phone, action.target)
    if aimed.node is not None:
        _refuse(aimed.node)
        if aimed.node.has("focused") and aimed.node.has("editable"):
            return aimed.node
    tap(phone, aimed.point)
    return _focus(phone, aimed if isinstance(action.target, Element) else None)


def _focus(phone: Phone, aimed: HitTarget | None) -> Node | None:
    """Return the field that has the focus, once one has it; the target may have opened it elsewhere."""
    until = time.monotonic() + (_FOCUS_SEC if aimed else 0.0)
    while True:
        tree = phone.tree()
        if tree is None:
            return None
        found = _with_focus(tree.reading.nodes)
        if found is not None and not _is_other(found, aimed):
            return found
        if time.monotonic() >= until:
            break
        time.sleep(_PAUSE_SEC)
    if aimed is None or aimed.node is None:
        raise ActionHadNoEffect("no field has the focus; say which field to type into")
    raise ActionHadNoEffect(f"{told(aimed.node)} does not take the focus; tap what opens it first")


def _with_focus(nodes: Sequence[Node]) -> Node | None:
    return next((node for node in nodes if node.has("focused") and node.has("editable")), None)


def _is_other(found: Node, aimed: HitTarget | None) -> bool:
    """Whether the focus is still where it was, on another field of the same screen."""
    if aimed is None or aimed.node is None:
        return False
    if aimed.node.has("editable"):
        there = any(node.locator == found.locator for node in aimed.nodes)
        return there and found.locator != aimed.node.locator
    before = _with_focus(aimed.nodes)
    return before is not None and before.locator == found.locator


def _refuse(node: Node) -> None:
    if node.role in _INSTEAD:
        raise NotSupported(f"{told(node)} takes no text: {_INSTEAD[node.role]}")
    if node.has("disabled"):
        raise ActionHadNoEffect(f"{told(node)} is disabled and takes no text")


def _read_back(phone: Phone, field: Node | None, *, action: Type, body: str, held: str) -> str:
    """Say what the field reads now.

    Raises:
        ActionHadNoEffect: it does not read what was typed.
    """
    tree = phone.tree() if field is not None else None
    if field is None or tree is None:
        return ""
    try:
        now = find(field, tree.reading.nodes)
    except ElementGone:
        return ""
    shown = now.value if len(now.value) <= _SHOWN else now.value[:_SHOWN] + "…"
    if now.has("password"):
        right = len(now.value) in (0, len(body) + (0 if action.clear else len(held)))
    else:
        shown_text = body if len(now.value) < phone.settings.max_text else body[: phone.settings.max_text]
        right = reads(now.value, shown_text, before="" if action.clear else held)
    if not right:
        raise ActionHadNoEffect(f"typed {body[:_SHOWN]!r}, but {told(field)} now reads {shown!r}")
    return f"the field reads {shown!r}"


def reads(value: str, text: str, *, before: str) -> bool:
    """Whether a field reads what was typed, after what was there; fields may add signs of their own."""
    if not text:
        return value == before or not value or not before
    if text in value and (before or value == text):
        return True
    letters = _letters(text)
    return bool(letters) and (_letters(value) == letters if not before else letters in _letters(value))


def _letters(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())
