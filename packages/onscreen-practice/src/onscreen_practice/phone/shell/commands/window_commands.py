"""Shell commands for the window manager and other system services: wm and cmd."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.shell.command_interface import Call, Command, Result, error_output, output
from onscreen_practice.phone.shell.phone_interface import get_focus

_EXIT_NO_SERVICE = 20
_OPTION_WITH_VALUE = 2


def _size(call: Call) -> Result:
    phone = call.machine.phone
    argument = call.argument(0)
    if not argument:
        message = f"Physical size: {phone.size[0]}x{phone.size[1]}"
        width, height = phone.shown_size
        return output(
            message + (f"\nOverride size: {width}x{height}" if phone.shown_size != phone.size else "")
        )
    new_size = None
    if argument != "reset":
        if not re.fullmatch(r"\d{1,5}x\d{1,5}", argument):
            return error_output(f"Error: bad size {argument}", 255)
        width, height = (int(part) for part in argument.split("x"))
        new_size = (width, height)
    return _resize(call, new_size, density=phone.shown_density)


def _density(call: Call) -> Result:
    phone = call.machine.phone
    argument = call.argument(0)
    if not argument:
        message = f"Physical density: {phone.density}"
        changed = phone.shown_density != phone.density
        return output(message + (f"\nOverride density: {phone.shown_density}" if changed else ""))
    if argument != "reset" and not re.fullmatch(r"\d{1,4}", argument):
        return error_output(
            f'Error: bad number java.lang.NumberFormatException: For input string: "{argument}"', 255
        )
    return _resize(call, phone.shown_size, density=None if argument == "reset" else int(argument))


def _resize(call: Call, size: tuple[int, int] | None, *, density: int | None) -> Result:
    try:
        call.machine.phone.resize(size, density=density)
    except PhoneError as error:
        return error_output(f"Error: {error}", 255)
    return Result()


def _rotation(call: Call) -> Result:
    words = call.arguments[_OPTION_WITH_VALUE if call.argument(0) == "-d" else 0 :]
    phone = call.machine.phone
    locked = phone.call("setting", "system", "accelerometer_rotation") == "0"
    if not words:
        return output(f"lock {get_focus(phone).rotation}" if locked else "free")
    if words[0] not in {"lock", "free"}:
        return error_output("Error: argument needs to be either -d, free or lock.", 255)
    phone.call("putSetting", "system", "accelerometer_rotation", "0" if words[0] == "lock" else "1")
    rotation = words[1] if len(words) >= _OPTION_WITH_VALUE else ""
    if words[0] == "lock" and rotation in {"0", "1", "2", "3"}:
        phone.call("orientation", int(rotation))
    return Result()


def _do_nothing(_call: Call) -> Result:
    return Result()


_WINDOW_COMMANDS: Mapping[str, Command] = {
    "size": _size,
    "density": _density,
    "user-rotation": _rotation,
    "set-user-rotation": _rotation,
    "dismiss-keyguard": _do_nothing,
    "scaling": _do_nothing,
    "fixed-to-user-rotation": _do_nothing,
    "set-ignore-orientation-request": _do_nothing,
}


def run_wm(call: Call) -> Result:
    """Run a window manager command such as `wm size`."""
    name = call.argument(0)
    command = _WINDOW_COMMANDS.get(name)
    if command is None:
        return error_output(f"Unknown command: {name}" if name else "Window manager (window) commands:", 255)
    words = call.rest()
    if words.argument(0) == "-d" and name != "user-rotation":
        words = words.rest(_OPTION_WITH_VALUE)
    return command(words)


def _status_bar(call: Call) -> Result:
    name = call.argument(0)
    is_open = {"expand-notifications": True, "expand-settings": True, "collapse": False}
    if name not in is_open:
        return Result() if name else error_output("Status bar commands:", 255)
    call.machine.phone.call("panel", is_open[name])
    return Result()


def _night_mode(call: Call) -> Result:
    phone = call.machine.phone
    modes = {"no": "1", "yes": "2", "auto": "0"}
    if call.argument(0) != "night":
        return error_output("UiMode service (uimode) commands:", 255)
    mode = call.argument(1)
    if mode and mode not in modes:
        return error_output("Error: mode must be one of: yes, no, auto", 255)
    if mode:
        phone.call("putSetting", "secure", "ui_night_mode", modes[mode])
    current = str(phone.call("setting", "secure", "ui_night_mode") or "1")
    return output(f"Night mode: {next((name for name, number in modes.items() if number == current), 'no')}")


def switch_setting(call: Call, name: str, *, on: bool) -> Result:
    """Turn a global Android setting on or off."""
    call.machine.phone.call("putSetting", "global", name, "1" if on else "0")
    return Result()


def _connectivity(call: Call) -> Result:
    words = call.arguments
    if words[:1] != ("airplane-mode",):
        return error_output("Connectivity (connectivity) commands:", 255)
    if len(words) == 1:
        on = call.machine.phone.call("setting", "global", "airplane_mode_on") == "1"
        return output("enabled" if on else "disabled")
    return switch_setting(call, "airplane_mode_on", on=words[1] == "enable")


def _wifi(call: Call) -> Result:
    if call.argument(0) == "set-wifi-enabled":
        return switch_setting(call, "wifi_on", on=call.argument(1) == "enabled")
    if call.argument(0) == "status":
        on = call.machine.phone.call("setting", "global", "wifi_on") == "1"
        return output(f"Wifi is {'enabled' if on else 'disabled'}")
    return error_output("Wi-Fi (wifi) commands:", 255)


def _bluetooth(call: Call) -> Result:
    if call.argument(0) not in {"enable", "disable"}:
        return error_output("Bluetooth Manager (bluetooth_manager) commands:", 255)
    return switch_setting(call, "bluetooth_on", on=call.argument(0) == "enable")


_SERVICE_COMMANDS: Mapping[str, Command] = {
    "statusbar": _status_bar,
    "uimode": _night_mode,
    "connectivity": _connectivity,
    "wifi": _wifi,
    "bluetooth_manager": _bluetooth,
}
_SERVICE_ALIASES = {
    "activity": "am",
    "package": "pm",
    "window": "wm",
    "settings": "settings",
    "input": "input",
    "input_method": "ime",
    "overlay": "true",
    "deviceidle": "true",
    "notification": "true",
}
SERVICE_NAMES = tuple(
    sorted({*_SERVICE_COMMANDS, *_SERVICE_ALIASES, "alarm", "battery", "clipboard", "display", "power"})
)


def run_cmd(call: Call) -> Result:
    """Run a command of a system service (`cmd SERVICE ...`)."""
    words = call.arguments[1:] if call.argument(0) == "-w" else call.arguments
    if not words:
        return error_output(
            "cmd: No service specified; use -l to list all running services", _EXIT_NO_SERVICE
        )
    if words[0] == "-l":
        return output("\n".join(["Currently running services:", *(f"  {name}" for name in SERVICE_NAMES)]))
    command = _SERVICE_COMMANDS.get(words[0])
    if command:
        return command(call.rest(len(call.arguments) - len(words) + 1))
    if words[0] in _SERVICE_ALIASES:
        return call.invoke((_SERVICE_ALIASES[words[0]], *words[1:]), call.stdin)
    return error_output(f"cmd: Can't find service: {words[0]}", _EXIT_NO_SERVICE)


TABLE: Mapping[str, Command] = {"wm": run_wm, "cmd": run_cmd}
