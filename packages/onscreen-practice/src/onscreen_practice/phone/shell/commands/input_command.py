"""What fingers and keyboards do: the command `input`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from onscreen_practice.phone.shell.command_call import Call, Command, Refused, Result, exception, said
from onscreen_practice.phone.shell.commands.key_codes import key_code

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
LONG_MS = 500
_KINDS = frozenset(("DOWN", "UP", "MOVE", "CANCEL"))
_ARGUMENT = "java.lang.IllegalArgumentException: "
_NO_EVENTS = (
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


def touched(call: Call) -> Result:
    """Tap, swipe, type or press as the arguments say."""
    words = list(call.arguments)
    if words and words[0] in _SOURCES:
        words.pop(0)
    if words[:1] == ["-d"]:
        del words[:2]
    if not words:
        return Result(said(_USAGE).stdout, status=255)
    name, rest = words[0], tuple(words[1:])
    inner = _COMMANDS.get(name)
    if inner is None:
        return Result(b"", f"Unknown command: {name}\n".encode("utf-8", "replace"), 255)
    try:
        return inner(msgspec.structs.replace(call, name=name, arguments=rest))
    except Refused as problem:
        return exception(name, str(problem))


def _numbers(call: Call, count: int) -> list[float]:
    """Read so many numbers from the front of the arguments."""
    if len(call.arguments) < count:
        before = call.arguments[-1] if call.arguments else call.name
        raise Refused(f'{_ARGUMENT}Argument expected after "{before}"')
    return [_number(call, word) for word in call.arguments[:count]]


def _number(call: Call, word: str) -> float:
    if not _NUMBER.fullmatch(word):
        raise Refused(f"{_ARGUMENT}Error: Invalid arguments for command: {call.name}")
    return float(word)


def _tap(call: Call) -> Result:
    call.machine.phone.ask("tap", *_numbers(call, 2))
    return Result()


def _between(call: Call) -> Result:
    numbers = _numbers(call, 4)
    duration = _number(call, call.arguments[4]) if len(call.arguments) > len(numbers) else SWIPE_MS
    call.machine.phone.ask("swipe" if call.name == "swipe" else "drag", *numbers, duration)
    return Result()


def _text(call: Call) -> Result:
    if not call.arguments:
        raise Refused(f'{_ARGUMENT}Argument expected after "text"')
    text = call.arguments[0].replace("%s", " ")
    if not all(" " <= each <= "~" or each in "\n\t" for each in text):
        raise Refused(_NO_EVENTS)
    call.machine.phone.ask("type", text)
    return Result()


def _keys(call: Call) -> Result:
    words = list(call.arguments)
    long = False
    while words and words[0].startswith("--"):
        flag = words.pop(0)
        long = long or flag == "--longpress"
        if flag == "--duration" and words:
            words.pop(0)
    words = [word for word in words if word != "--longpress"]
    if not words:
        raise Refused(f'{_ARGUMENT}Argument expected after "keyevent"')
    for code in map(key_code, words):
        call.machine.phone.ask("key", code, [])
    return Result()


def _combination(call: Call) -> Result:
    words: Sequence[str] = call.arguments[2:] if call.argument(0) == "-t" else call.arguments
    codes = [key_code(word) for word in words]
    if len(codes) < 2:  # noqa: PLR2004  one key alone is no combination
        raise Refused(f"{_ARGUMENT}keycombination requires at least 2 keycodes")
    if not all(codes):
        unknown = next(word for word in words if not key_code(word))
        raise Refused(f"{_ARGUMENT}Unknown keycode: {unknown}")
    call.machine.phone.ask("key", codes[-1], [*codes[:-1]])
    return Result()


def _motion(call: Call) -> Result:
    kind = call.argument(0).upper()
    if kind not in _KINDS:
        raise Refused(f"{_ARGUMENT}Unknown motionevent {call.argument(0)}")
    x, y = _numbers(call.rest(), 2) if kind != "CANCEL" or len(call.arguments) > 2 else (0.0, 0.0)  # noqa: PLR2004
    call.machine.phone.ask("motion", kind, x, y)
    return Result()


def _trackball(_call: Call) -> Result:
    """Do nothing: the phone has no trackball."""
    return Result()


_COMMANDS: Mapping[str, Command] = {
    "tap": _tap,
    "swipe": _between,
    "draganddrop": _between,
    "text": _text,
    "keyevent": _keys,
    "keycombination": _combination,
    "motionevent": _motion,
    "press": _trackball,
    "roll": _trackball,
    "scroll": _trackball,
}

TABLE: Mapping[str, Command] = {"input": touched}
