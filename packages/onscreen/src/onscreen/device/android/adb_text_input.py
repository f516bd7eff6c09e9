"""Text entry on Android, with key events for ASCII text and ADBKeyboard for other text."""

from __future__ import annotations

import base64
import re
import time

from onscreen.deadline import sleep
from onscreen.device.android.connected_phone import ConnectedPhone
from onscreen.device.android.shell_quoting import shell_command
from onscreen.types.errors import NotSupported

ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
_INSTALL_HINT = (
    "install ADBKeyboard on the phone (github.com/senzhk/ADBKeyBoard): adb install ADBKeyboard.apk; nothing "
    "else is needed, the user's own keyboard is restored after each use"
)
_MAX_INPUT_TEXT_CHARS = 400
_MAX_BROADCAST_CHARS = 4000
_MAX_BATCH_CHARS = 20_000
_ENTER, _BACKSPACE, _END, _SELECT_ALL = 66, 67, 123, (113, 29)
_MIN_CHORD_SDK = 31
_MAX_BACKSPACES = 200
_SWITCH_TIMEOUT_SEC, _POLL_SEC = 3.0, 0.05


def enter_text(phone: ConnectedPhone, text: str) -> None:
    """Type text into the focused field, pressing Enter for each line break.

    Raises:
        NotSupported: the phone cannot type this text; the message states what to install.
        ActionHadNoEffect: the phone refused.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    commands: list[str] = []
    for number, part in enumerate(lines):
        if number:
            commands.append(shell_command("input", "keyevent", _ENTER))
        commands += input_text_commands(part)
    if all(part.isascii() and part.isprintable() for part in lines):
        _run_in_batches(phone, commands)
    else:
        _enter_with_adb_keyboard(phone, lines)


def input_text_commands(text: str) -> list[str]:
    """Build the shell commands that type one line of ASCII text.

    Android's `input text` converts `%s` to a space, so a literal "%s" is split into two commands.
    """
    parts = [part for part in re.split(r"(?<=%)(?=s)", text) if part]
    size = _MAX_INPUT_TEXT_CHARS
    chunks = [part[start : start + size] for part in parts for start in range(0, len(part), size)]
    return [shell_command("input", "text", chunk.replace(" ", "%s")) for chunk in chunks]


def clear_field(phone: ConnectedPhone, length: int) -> None:
    """Delete all text in the focused field.

    `length` is the length of the text in characters.

    Raises:
        ActionHadNoEffect: the phone refused.
    """
    if phone.sdk >= _MIN_CHORD_SDK:
        select_all = shell_command("input", "keycombination", *_SELECT_ALL)
        phone.run_all(select_all, shell_command("input", "keyevent", _BACKSPACE))
        return
    keys = [_BACKSPACE] * min(length + 1, _MAX_BACKSPACES)
    rounds = max(1, -(-length // _MAX_BACKSPACES))
    for _ in range(rounds):
        phone.run_all(shell_command("input", "keyevent", _END, *keys))


def _run_in_batches(phone: ConnectedPhone, commands: list[str]) -> None:
    """Run commands in as few shell calls as the length limit of adb allows."""
    batch: list[str] = []
    size = 0
    for command in commands:
        if batch and size + len(command) > _MAX_BATCH_CHARS:
            phone.run_all(*batch)
            batch, size = [], 0
        batch.append(command)
        size += len(command)
    if batch:
        phone.run_all(*batch)


def _enter_with_adb_keyboard(phone: ConnectedPhone, lines: list[str]) -> None:
    """Switch to ADBKeyboard, broadcast the text to it, and restore the previous keyboard."""
    result = phone.shell.run("settings get secure default_input_method; ime list -a -s")
    previous, *installed = result.text.splitlines() or [""]
    previous = previous.strip()
    if ADB_KEYBOARD not in (name.strip() for name in installed):
        untypable = next(
            char for part in lines for char in part if not (char.isascii() and char.isprintable())
        )
        raise NotSupported(f"no key of the phone types {untypable!r}; {_INSTALL_HINT}")
    needs_switch = previous != ADB_KEYBOARD
    if needs_switch:
        phone.run_all(shell_command("ime", "enable", ADB_KEYBOARD), shell_command("ime", "set", ADB_KEYBOARD))
        _wait_for_adb_keyboard(phone)
    try:
        for number, part in enumerate(lines):
            if number:
                phone.run_all(shell_command("input", "keyevent", _ENTER))
            for start in range(0, len(part), _MAX_BROADCAST_CHARS):
                encoded = base64.b64encode(part[start : start + _MAX_BROADCAST_CHARS].encode()).decode()
                phone.run_all(shell_command("am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", encoded))
    finally:
        if needs_switch and previous not in ("", "null"):
            phone.run("ime", "set", previous)


def _wait_for_adb_keyboard(phone: ConnectedPhone) -> None:
    """Wait until the field is bound to ADBKeyboard; text broadcast before that is lost."""
    deadline = time.monotonic() + _SWITCH_TIMEOUT_SEC
    while time.monotonic() < deadline:
        output = phone.shell.run("dumpsys input_method | grep -E 'mCurId=|mCurMethodId='").text
        bound = re.search(r"mCurId=(\S+)", output) or re.search(r"mCurMethodId=(\S+)", output)
        if bound is None or bound[1] == ADB_KEYBOARD:
            return
        sleep(_POLL_SEC)
