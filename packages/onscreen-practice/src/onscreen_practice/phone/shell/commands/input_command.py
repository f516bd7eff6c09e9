"""The shell command `input`, which injects touches and key presses."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from onscreen_practice.phone.shell.command_interface import (
    Call,
    Command,
    CommandError,
    Result,
    exception_output,
    output,
)
from onscreen_practice.phone.shell.commands.key_codes import parse_key_code

_SOURCES = frozenset(
    [
        "keyboard",
        "dpad",
        "gamepad",
        "touchscreen",
        "mouse",
        "touchpad",
        "trackball",
        "touchnavigation",
        "joystick",
        "stylus",
        "rotaryencoder",
    ]
)
_NUMBER = re.compile(r"[-+]?(\d{1,6}(\.\d{0,9})?|\.\d{1,9})")
SWIPE_MS = 300
_MOTION_ACTIONS = frozenset(("DOWN", "UP", "MOVE", "CANCEL"))
_ILLEGAL_ARGUMENT = "java.lang.IllegalArgumentException: "
_NO_KEY_EVENTS = (
    "java.lang.NullPointerException: Attempt to get length of null array\n"
    "\tat com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:313)\n"
    "\tat com.android.server.input.InputShellCommand.runText(InputShellCommand.java:284)"
)
_USAGE = (
    "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n\nThe commands and default sources are:\n"
    "      text <string> (Default: keyboard)\n"
    "      keyevent [--longpress|--doubletap|--async] <key code number or name> ... (Default: keyboard)\n"
    "      tap <x> <y> (Default: touchscreen)\n"
    "      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)\n"
    "      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)\n"
    "      press (Default: trackball)\n"
    "      roll <dx> <dy> (Default: trackball)\n"
    "      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)\n"
    "      keycombination [-t duration(ms)] <key code 1> <key code 2> ..."
)


def run_input(call: Call) -> Result:
    """Inject input such as a tap, swipe, text or key press (`input COMMAND [ARGUMENT...]`)."""
    words = list(call.arguments)
    if words and words[0] in _SOURCES:
        words.pop(0)
    if words[:1] == ["-d"]:
        del words[:2]
    if not words:
        return Result(output(_USAGE).stdout, status=255)
    name, rest = words[0], tuple(words[1:])
    inner = _COMMANDS.get(name)
    if inner is None:
        return Result(b"", f"Unknown command: {name}\n".encode("utf-8", "replace"), 255)
    try:
        return inner(msgspec.structs.replace(call, name=name, arguments=rest))
    except CommandError as problem:
        return exception_output(name, str(problem))


def _parse_numbers(call: Call, count: int) -> list[float]:
    """Parse the first `count` arguments as numbers."""
    if len(call.arguments) < count:
        previous = call.arguments[-1] if call.arguments else call.name
        raise CommandError(f'{_ILLEGAL_ARGUMENT}Argument expected after "{previous}"')
    return [_parse_number(call, word) for word in call.arguments[:count]]


def _parse_number(call: Call, word: str) -> float:
    if not _NUMBER.fullmatch(word):
        raise CommandError(f"{_ILLEGAL_ARGUMENT}Error: Invalid arguments for command: {call.name}")
    return float(word)


def _tap(call: Call) -> Result:
    call.machine.phone.call("tap", *_parse_numbers(call, 2))
    return Result()


def _swipe(call: Call) -> Result:
    numbers = _parse_numbers(call, 4)
    duration = _parse_number(call, call.arguments[4]) if len(call.arguments) > len(numbers) else SWIPE_MS
    call.machine.phone.call("swipe" if call.name == "swipe" else "drag", *numbers, duration)
    return Result()


def _text(call: Call) -> Result:
    if not call.arguments:
        raise CommandError(f'{_ILLEGAL_ARGUMENT}Argument expected after "text"')
    text = call.arguments[0].replace("%s", " ")
    if not all(" " <= each <= "~" or each in "\n\t" for each in text):
        raise CommandError(_NO_KEY_EVENTS)
    call.machine.phone.call("type", text)
    return Result()


def _press_keys(call: Call) -> Result:
    words = list(call.arguments)
    is_long_press = False
    while words and words[0].startswith("--"):
        flag = words.pop(0)
        is_long_press = is_long_press or flag == "--longpress"
        if flag == "--duration" and words:
            words.pop(0)
    words = [word for word in words if word != "--longpress"]
    if not words:
        raise CommandError(f'{_ILLEGAL_ARGUMENT}Argument expected after "keyevent"')
    for code in map(parse_key_code, words):
        call.machine.phone.call("key", code, [])
    return Result()


def _press_combination(call: Call) -> Result:
    words: Sequence[str] = call.arguments[2:] if call.argument(0) == "-t" else call.arguments
    codes = [parse_key_code(word) for word in words]
    if len(codes) < 2:  # noqa: PLR2004  a combination has at least two keys
        raise CommandError(f"{_ILLEGAL_ARGUMENT}keycombination requires at least 2 keycodes")
    if not all(codes):
        unknown = next(word for word in words if not parse_key_code(word))
        raise CommandError(f"{_ILLEGAL_ARGUMENT}Unknown keycode: {unknown}")
    call.machine.phone.call("key", codes[-1], [*codes[:-1]])
    return Result()


def _send_motion(call: Call) -> Result:
    action = call.argument(0).upper()
    if action not in _MOTION_ACTIONS:
        raise CommandError(f"{_ILLEGAL_ARGUMENT}Unknown motionevent {call.argument(0)}")
    x, y = _parse_numbers(call.rest(), 2) if action != "CANCEL" or len(call.arguments) > 2 else (0.0, 0.0)  # noqa: PLR2004
    call.machine.phone.call("motion", action, x, y)
    return Result()


def _trackball(_call: Call) -> Result:
    """Do nothing, because the phone has no trackball."""
    return Result()


_COMMANDS: Mapping[str, Command] = {
    "tap": _tap,
    "swipe": _swipe,
    "draganddrop": _swipe,
    "text": _text,
    "keyevent": _press_keys,
    "keycombination": _press_combination,
    "motionevent": _send_motion,
    "press": _trackball,
    "roll": _trackball,
    "scroll": _trackball,
}

TABLE: Mapping[str, Command] = {"input": run_input}
