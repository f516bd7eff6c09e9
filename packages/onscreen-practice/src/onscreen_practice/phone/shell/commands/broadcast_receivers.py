"""Simulated broadcast receivers of ADBKeyboard, of uiautomator2's keyboard and of Clipper.

Other broadcasts have no receiver.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping

from onscreen_practice.phone.shell.command_interface import Call, Result, output
from onscreen_practice.phone.shell.commands.intent import Intent, parse_intent
from onscreen_practice.phone.shell.commands.key_codes import keys_of_meta_state
from onscreen_practice.phone.shell.file_system import replace_invalid_unicode
from onscreen_practice.phone.shell.phone_interface import AUTOMATOR_APP, PhoneAccess, get_input_methods

ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
AUTOMATOR_KEYBOARD = f"{AUTOMATOR_APP.package}/.AdbKeyboard"
_CTRL_LEFT, _KEY_A, _KEY_DELETE, _KEY_ENTER = 113, 29, 67, 66
_MAX_CODE_POINT = 0x10FFFF


def send_broadcast(call: Call) -> Result:
    """Send a broadcast with an action and extras (`am broadcast -a ACTION --es msg TEXT`)."""
    intent = parse_intent(call.arguments)
    phone = call.machine.phone
    result_data = ""
    if intent.action.startswith("ADB_KEYBOARD_"):
        answer = _handle_automator_broadcast(phone, intent)
        result_data = f', data="{answer}"' if answer else ""
    elif intent.action.startswith("ADB_"):
        _handle_keyboard_broadcast(phone, intent)
    elif intent.action == "clipper.set":
        phone.call("setClipboard", replace_invalid_unicode(intent.extras.get("text", "")))
        result_data = ', data="Text is copied into clipboard."'
    elif intent.action == "clipper.get":
        result_data = f', data="{phone.call("clipboard") or ""}"'
    result_code = -1 if result_data else 0
    return output(f"Broadcasting: {intent}\nBroadcast completed: result={result_code}{result_data}")


def _handle_keyboard_broadcast(phone: PhoneAccess, intent: Intent) -> None:
    """Perform an ADBKeyboard action if ADBKeyboard is the current input method."""
    if get_input_methods(phone).current != ADB_KEYBOARD:
        return
    extras = intent.extras
    match intent.action:
        case "ADB_INPUT_TEXT" | "ADB_INPUT_B64":
            text = extras.get("msg", "")
            if intent.action == "ADB_INPUT_B64":
                text = _decode_base64(text)
            if text:
                phone.call("type", replace_invalid_unicode(text))
            for meta, code in _parse_chords(extras.get("mcode", "")):
                phone.call("key", code, [*keys_of_meta_state(meta)])
        case "ADB_INPUT_CHARS":
            numbers = [int(found) for found in re.findall(r"\d{1,7}", extras.get("chars", ""))]
            phone.call(
                "type",
                replace_invalid_unicode("".join(chr(each) for each in numbers if each <= _MAX_CODE_POINT)),
            )
        case "ADB_INPUT_CODE":
            phone.call("key", _get_number(extras, "code"), [])
        case "ADB_EDITOR_CODE":
            phone.call("key", _KEY_ENTER, [])
        case "ADB_CLEAR_TEXT":
            phone.call("key", _KEY_A, [_CTRL_LEFT])
            phone.call("key", _KEY_DELETE, [])


def _handle_automator_broadcast(phone: PhoneAccess, intent: Intent) -> str:
    """Perform an action of uiautomator2's keyboard and return the data of its answer.

    Returns an empty text if this keyboard is not the current one, or does not support the action.
    """
    if get_input_methods(phone).current != AUTOMATOR_KEYBOARD:
        return ""
    text = replace_invalid_unicode(_decode_base64(intent.extras.get("text", "")))
    match intent.action.removeprefix("ADB_KEYBOARD_"):
        case "INPUT_TEXT":
            phone.call("type", text)
        case "SET_TEXT":
            phone.call("fill", text)
        case "CLEAR_TEXT":
            phone.call("fill", "")
        case "INPUT_KEYCODE":
            phone.call("key", _get_number(intent.extras, "code"), [])
        case "EDITOR_CODE" | "SMART_ENTER":
            phone.call("key", _KEY_ENTER, [])
        case "GET_CLIPBOARD":
            return base64.b64encode(str(phone.call("clipboard") or "").encode()).decode()
        case "SHOW" | "HIDE":  # it has no keys on the screen
            pass
        case _:
            return ""
    return "success"


def _decode_base64(text: str) -> str:
    try:
        return base64.b64decode(text).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return ""


def _parse_chords(text: str) -> list[tuple[int, int]]:
    numbers = [int(found) for found in re.findall(r"\d{1,9}", text)]
    return list(zip(numbers[::2], numbers[1::2], strict=False))


def _get_number(extras: Mapping[str, str], name: str) -> int:
    text = extras.get(name, "0")
    return int(text) if re.fullmatch(r"\d{1,9}", text) else 0
