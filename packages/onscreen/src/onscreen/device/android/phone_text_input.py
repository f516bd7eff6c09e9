"""Keyboard actions on Android: type text, verify the result, and press keys."""

from __future__ import annotations

import time
from collections.abc import Sequence

from onscreen.deadline import sleep
from onscreen.device.android import adb_text_input
from onscreen.device.android.android_keys import parse_keys
from onscreen.device.android.connected_phone import ConnectedPhone
from onscreen.device.android.shell_quoting import shell_command
from onscreen.device.android.slider_actions import set_slider
from onscreen.device.android.target_lookup import HitTarget, describe_element, find_node, locate_target
from onscreen.device.android.touch_actions import tap
from onscreen.types import Element, Node, Press, Type
from onscreen.types.errors import ActionHadNoEffect, ElementGone, NotSupported

_MAX_SHOWN_CHARS = 200
_FOCUS_TIMEOUT_SEC, _POLL_SEC = 2.0, 0.05
_ALTERNATIVES = {
    **dict.fromkeys(("button", "link", "listitem", "tab"), "tap it, and type into the field that opens"),
    **dict.fromkeys(("checkbox", "radio", "switch"), "tap it"),
    "combobox": "select an option",
}
"""Action to suggest for each role that accepts no text."""

_MIN_CHORD_SDK = 31


def type_text(phone: ConnectedPhone, action: Type) -> str:
    """Type text into a field and return the field's content afterwards.

    A line break at the end is pressed as Enter after the field was read. A number typed into a slider sets
    the slider to it.
    """
    if isinstance(action.target, Element) and action.target.role == "slider":
        return set_slider(phone, action.target, text=action.text)
    field = _focus_field(phone, action)
    previous = field.value if field is not None else ""
    if action.clear and (field is None or previous):
        adb_text_input.clear_field(phone, len(previous))
    text = action.text
    submits = text.endswith("\n")
    adb_text_input.enter_text(phone, text.removesuffix("\n") if submits else text)
    outcome = _read_back(phone, field, action=action, text=text.removesuffix("\n"), previous=previous)
    if submits:
        adb_text_input.enter_text(phone, "\n")
    return outcome


def press(phone: ConnectedPhone, action: Press) -> str:
    """Press a key combination, after focusing the target if the action has one.

    Raises:
        NotSupported: a key is unknown, or this Android version cannot press keys together.
    """
    chord = parse_keys(action.keys)
    if action.target is not None:
        target = locate_target(phone, action.target)
        if target.node is None or not target.node.has("focused"):
            tap(phone, target.point)
    if chord.command:
        phone.run_all(chord.command)
    elif chord.text:
        adb_text_input.enter_text(phone, chord.text)
    elif chord.modifiers:
        if phone.sdk < _MIN_CHORD_SDK:
            raise NotSupported(
                f"key combinations ({action.keys}) need Android 12 (SDK {_MIN_CHORD_SDK}); "
                f"this phone has SDK {phone.sdk}"
            )
        phone.run_all(shell_command("input", "keycombination", *chord.modifiers, chord.code))
    else:
        phone.run_all(shell_command("input", "keyevent", chord.code))
    return ""


def _focus_field(phone: ConnectedPhone, action: Type) -> Node | None:
    """Focus the target and return the focused field.

    Returns None if the phone provides no view hierarchy.

    Raises:
        NotSupported: the target takes no text.
        ActionHadNoEffect: no field has the focus.
    """
    if action.target is None:
        return _wait_for_focus(phone, None)
    target = locate_target(phone, action.target)
    if target.node is not None:
        _check_accepts_text(target.node)
        if target.node.has("focused") and target.node.has("editable"):
            return target.node
    tap(phone, target.point)
    return _wait_for_focus(phone, target if isinstance(action.target, Element) else None)


def _wait_for_focus(phone: ConnectedPhone, target: HitTarget | None) -> Node | None:
    """Wait until a text field has the focus and return the field.

    The field may differ from the tapped target, which may have opened it. Returns None if the phone
    provides no view hierarchy.
    """
    deadline = time.monotonic() + (_FOCUS_TIMEOUT_SEC if target else 0.0)
    while True:
        tree = phone.dump_tree()
        if tree is None:
            return None
        focused = _find_focused_field(tree.content.nodes)
        if focused is not None and not _is_stale_focus(focused, target):
            return focused
        if time.monotonic() >= deadline:
            break
        sleep(_POLL_SEC)
    if target is None or target.node is None:
        raise ActionHadNoEffect("no field has the focus; say which field to type into")
    raise ActionHadNoEffect(
        f"{describe_element(target.node)} does not take the focus; tap what opens it first"
    )


def _find_focused_field(nodes: Sequence[Node]) -> Node | None:
    return next((node for node in nodes if node.has("focused") and node.has("editable")), None)


def _is_stale_focus(focused: Node, target: HitTarget | None) -> bool:
    """Return whether the tap has not yet moved the focus from the previous field."""
    if target is None or target.node is None:
        return False
    if target.node.has("editable"):
        was_on_screen = any(node.locator == focused.locator for node in target.nodes)
        return was_on_screen and focused.locator != target.node.locator
    before = _find_focused_field(target.nodes)
    return before is not None and before.locator == focused.locator


def _check_accepts_text(node: Node) -> None:
    if node.role in _ALTERNATIVES:
        raise NotSupported(f"{describe_element(node)} takes no text: {_ALTERNATIVES[node.role]}")
    if node.has("disabled"):
        raise ActionHadNoEffect(f"{describe_element(node)} is disabled and takes no text")


def _read_back(phone: ConnectedPhone, field: Node | None, *, action: Type, text: str, previous: str) -> str:
    """Return the content of the field after typing, "" if the field cannot be read.

    Raises:
        ActionHadNoEffect: the field does not contain the typed text.
    """
    tree = phone.dump_tree() if field is not None else None
    if field is None or tree is None:
        return ""
    try:
        now = find_node(field, tree.content.nodes)
    except ElementGone:
        return ""
    value, max_text = now.value, phone.settings.max_text
    shown = value if len(value) <= _MAX_SHOWN_CHARS else value[:_MAX_SHOWN_CHARS] + "…"
    if now.has("password"):
        is_typed = len(value) in (0, len(text) + (0 if action.clear else len(previous)))
    else:
        expected = text if len(value) < max_text else text[:max_text]
        is_typed = matches_typed_text(value, expected, before="" if action.clear else previous)
    if not is_typed:
        raise ActionHadNoEffect(
            f"typed {text[:_MAX_SHOWN_CHARS]!r}, but {describe_element(field)} now reads {shown!r}"
        )
    return f"the field reads {shown!r}"


def matches_typed_text(value: str, text: str, *, before: str) -> bool:
    """Check whether a field's value is consistent with the text that was typed.

    `before` is the field's value before typing. Case, white space and punctuation may differ, because fields
    format their content.
    """
    if not text:
        return value == before or not value or not before
    if text in value and (before or value == text):
        return True
    typed, shown = _alphanumerics(text), _alphanumerics(value)
    return bool(typed) and (shown == typed if not before else typed in shown)


def _alphanumerics(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
