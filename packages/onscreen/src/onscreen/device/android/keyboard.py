"""Text into the field that has the focus: by keys where it is ASCII, else by a keyboard made for it."""

from __future__ import annotations

import base64
import re
import time

from onscreen.device.android.connected_phone import Phone
from onscreen.device.android.shell_quoting import line
from onscreen.types.errors import NotSupported

ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
_INSTALL = (
    "install ADBKeyboard on the phone (github.com/senzhk/ADBKeyBoard): adb install ADBKeyboard.apk; nothing "
    "else is needed, the person's own keyboard is put back after each use"
)
_KEYS_CHARS = 400
_IME_CHARS = 4000
_ENTER, _BACKSPACE, _END, _SELECT_ALL = 66, 67, 123, (113, 29)
_CHORD_SDK = 31
_MOST_BACKSPACES = 200
_BOUND_SEC, _PAUSE_SEC = 3.0, 0.05


def write(phone: Phone, text: str) -> None:
    """Write text where the focus is; a line end is the Enter key.

    Raises:
        NotSupported: the phone has no way to type such text; the message names what to install.
        ActionHadNoEffect: the phone refused.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    commands: list[str] = []
    for number, part in enumerate(lines):
        if number:
            commands.append(line("input", "keyevent", _ENTER))
        commands += by_keys(part)
    if all(part.isascii() and part.isprintable() for part in lines):
        _in_turns(phone, commands)
    else:
        _by_keyboard(phone, lines)


def by_keys(text: str) -> list[str]:
    """Return the commands that type a line of ASCII.

    Android's `input text` writes a space for `%s`, so that a percent sign and an s go in two commands.
    """
    parts = [part for part in re.split(r"(?<=%)(?=s)", text) if part]
    chunks = [part[at : at + _KEYS_CHARS] for part in parts for at in range(0, len(part), _KEYS_CHARS)]
    return [line("input", "text", chunk.replace(" ", "%s")) for chunk in chunks]


def clear(phone: Phone, length: int) -> None:
    """Empty the field that has the focus, which holds text of this length.

    Raises:
        ActionHadNoEffect: the phone refused.
    """
    if phone.sdk >= _CHORD_SDK:
        phone.do(line("input", "keycombination", *_SELECT_ALL), line("input", "keyevent", _BACKSPACE))
        return
    keys = [_BACKSPACE] * min(length + 1, _MOST_BACKSPACES)
    rounds = max(1, -(-length // _MOST_BACKSPACES))
    for _ in range(rounds):
        phone.do(line("input", "keyevent", _END, *keys))


def _in_turns(phone: Phone, commands: list[str]) -> None:
    """Run commands in calls that are not too long to carry."""
    held: list[str] = []
    size = 0
    for command in commands:
        if held and size + len(command) > 20_000:  # noqa: PLR2004  well below what adb carries
            phone.do(*held)
            held, size = [], 0
        held.append(command)
        size += len(command)
    if held:
        phone.do(*held)


def _by_keyboard(phone: Phone, lines: list[str]) -> None:
    """Take the ADB keyboard for as long as it is needed."""
    ran = phone.link.run("settings get secure default_input_method; ime list -a -s")
    before, *there = ran.text.splitlines() or [""]
    if ADB_KEYBOARD not in (name.strip() for name in there):
        odd = next(sign for part in lines for sign in part if not (sign.isascii() and sign.isprintable()))
        raise NotSupported(f"no key of the phone types {odd!r}; {_INSTALL}")
    swap = before.strip() != ADB_KEYBOARD
    if swap:
        phone.do(line("ime", "enable", ADB_KEYBOARD), line("ime", "set", ADB_KEYBOARD))
        _wait_for_it(phone)
    try:
        for number, part in enumerate(lines):
            if number:
                phone.do(line("input", "keyevent", _ENTER))
            for at in range(0, len(part), _IME_CHARS):
                told = base64.b64encode(part[at : at + _IME_CHARS].encode()).decode()
                phone.do(line("am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", told))
    finally:
        if swap and before.strip() not in ("", "null"):
            phone.run("ime", "set", before.strip())


def _wait_for_it(phone: Phone) -> None:
    """Wait until the keyboard is the one the field listens to; what it is told before that is lost."""
    until = time.monotonic() + _BOUND_SEC
    while time.monotonic() < until:
        said = phone.link.run("dumpsys input_method | grep -E 'mCurId=|mCurMethodId='").text
        listening = re.search(r"mCurId=(\S+)", said) or re.search(r"mCurMethodId=(\S+)", said)
        if listening is None or listening[1] == ADB_KEYBOARD:
            return
        time.sleep(_PAUSE_SEC)
