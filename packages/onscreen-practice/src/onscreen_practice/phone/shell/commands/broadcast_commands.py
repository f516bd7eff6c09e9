"""Broadcasts: what ADBKeyboard and Clipper listen to, and nobody to the others."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping

from onscreen_practice.phone.shell.command_call import Call, Result, said
from onscreen_practice.phone.shell.commands.intent import Intent, intent_of
from onscreen_practice.phone.shell.phone_facts import Phone, keyboards
from onscreen_practice.phone.shell.storage import sendable

ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
_CTRL_LEFT, _KEY_A, _KEY_DELETE, _KEY_ENTER = 113, 29, 67, 66
_META = {0x1000: 113, 0x1: 59, 0x2: 57}
_LARGEST = 0x10FFFF


def broadcast(call: Call) -> Result:
    """Send a broadcast: am broadcast -a ACTION --es msg TEXT."""
    intent = intent_of(call.arguments)
    phone = call.machine.phone
    answer = ""
    if intent.action.startswith("ADB_"):
        _typed(phone, intent)
    elif intent.action == "clipper.set":
        phone.ask("setClipboard", sendable(intent.extras.get("text", "")))
        answer = ', data="Text is copied into clipboard."'
    elif intent.action == "clipper.get":
        answer = f', data="{phone.ask("clipboard") or ""}"'
    result = -1 if answer else 0
    return said(f"Broadcasting: {intent}\nBroadcast completed: result={result}{answer}")


def _typed(phone: Phone, intent: Intent) -> None:
    """Type what ADBKeyboard is told to, where it is the keyboard in use."""
    if keyboards(phone).current != ADB_KEYBOARD:
        return
    extras = intent.extras
    match intent.action:
        case "ADB_INPUT_TEXT" | "ADB_INPUT_B64":
            text = extras.get("msg", "")
            if intent.action == "ADB_INPUT_B64":
                text = _plain(text)
            if text:
                phone.ask("type", sendable(text))
            for meta, code in _chords(extras.get("mcode", "")):
                phone.ask("key", code, [key for bit, key in _META.items() if meta & bit])
        case "ADB_INPUT_CHARS":
            numbers = [int(found) for found in re.findall(r"\d{1,7}", extras.get("chars", ""))]
            phone.ask("type", sendable("".join(chr(each) for each in numbers if each <= _LARGEST)))
        case "ADB_INPUT_CODE":
            phone.ask("key", _number(extras, "code"), [])
        case "ADB_EDITOR_CODE":
            phone.ask("key", _KEY_ENTER, [])
        case "ADB_CLEAR_TEXT":
            phone.ask("key", _KEY_A, [_CTRL_LEFT])
            phone.ask("key", _KEY_DELETE, [])


def _plain(text: str) -> str:
    try:
        return base64.b64decode(text).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return ""


def _chords(text: str) -> list[tuple[int, int]]:
    numbers = [int(found) for found in re.findall(r"\d{1,9}", text)]
    return list(zip(numbers[::2], numbers[1::2], strict=False))


def _number(extras: Mapping[str, str], name: str) -> int:
    text = extras.get(name, "0")
    return int(text) if re.fullmatch(r"\d{1,9}", text) else 0
