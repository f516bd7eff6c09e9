"""Windows and what lies over them: wm, cmd."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.shell.command_call import Call, Command, Result, failed, said
from onscreen_practice.phone.shell.phone_facts import focus

_NO_SERVICE = 20
_SIDES = 2


def _size(call: Call) -> Result:
    phone = call.machine.phone
    given = call.argument(0)
    if not given:
        told = f"Physical size: {phone.size[0]}x{phone.size[1]}"
        width, height = phone.shown_size
        return said(told + (f"\nOverride size: {width}x{height}" if phone.shown_size != phone.size else ""))
    wanted = None
    if given != "reset":
        if not re.fullmatch(r"\d{1,5}x\d{1,5}", given):
            return failed(f"Error: bad size {given}", 255)
        width, height = (int(part) for part in given.split("x"))
        wanted = (width, height)
    return _resized(call, wanted, density=phone.shown_density)


def _density(call: Call) -> Result:
    phone = call.machine.phone
    given = call.argument(0)
    if not given:
        told = f"Physical density: {phone.density}"
        changed = phone.shown_density != phone.density
        return said(told + (f"\nOverride density: {phone.shown_density}" if changed else ""))
    if given != "reset" and not re.fullmatch(r"\d{1,4}", given):
        return failed(f'Error: bad number java.lang.NumberFormatException: For input string: "{given}"', 255)
    return _resized(call, phone.shown_size, density=None if given == "reset" else int(given))


def _resized(call: Call, size: tuple[int, int] | None, *, density: int | None) -> Result:
    try:
        call.machine.phone.resize(size, density=density)
    except PhoneError as error:
        return failed(f"Error: {error}", 255)
    return Result()


def _rotation(call: Call) -> Result:
    words = call.arguments[_SIDES if call.argument(0) == "-d" else 0 :]
    phone = call.machine.phone
    locked = phone.ask("setting", "system", "accelerometer_rotation") == "0"
    if not words:
        return said(f"lock {focus(phone).rotation}" if locked else "free")
    if words[0] not in {"lock", "free"}:
        return failed("Error: argument needs to be either -d, free or lock.", 255)
    phone.ask("putSetting", "system", "accelerometer_rotation", "0" if words[0] == "lock" else "1")
    wanted = words[1] if len(words) >= _SIDES else ""
    if words[0] == "lock" and wanted in {"0", "1", "2", "3"}:
        phone.ask("orientation", int(wanted))
    return Result()


def _quiet(_call: Call) -> Result:
    return Result()


_WINDOW: Mapping[str, Command] = {
    "size": _size,
    "density": _density,
    "user-rotation": _rotation,
    "set-user-rotation": _rotation,
    "dismiss-keyguard": _quiet,
    "scaling": _quiet,
    "fixed-to-user-rotation": _quiet,
    "set-ignore-orientation-request": _quiet,
}


def windows(call: Call) -> Result:
    """Do what the window manager is asked for."""
    name = call.argument(0)
    command = _WINDOW.get(name)
    if command is None:
        return failed(f"Unknown command: {name}" if name else "Window manager (window) commands:", 255)
    words = call.rest()
    if words.argument(0) == "-d" and name != "user-rotation":
        words = words.rest(_SIDES)
    return command(words)


def _status_bar(call: Call) -> Result:
    name = call.argument(0)
    opens = {"expand-notifications": True, "expand-settings": True, "collapse": False}
    if name not in opens:
        return Result() if name else failed("Status bar commands:", 255)
    call.machine.phone.ask("panel", opens[name])
    return Result()


def _night(call: Call) -> Result:
    phone = call.machine.phone
    modes = {"no": "1", "yes": "2", "auto": "0"}
    if call.argument(0) != "night":
        return failed("UiMode service (uimode) commands:", 255)
    wanted = call.argument(1)
    if wanted and wanted not in modes:
        return failed("Error: mode must be one of: yes, no, auto", 255)
    if wanted:
        phone.ask("putSetting", "secure", "ui_night_mode", modes[wanted])
    now = str(phone.ask("setting", "secure", "ui_night_mode") or "1")
    return said(f"Night mode: {next((name for name, number in modes.items() if number == now), 'no')}")


def switched(call: Call, name: str, *, on: bool) -> Result:
    """Switch a global setting on or off."""
    call.machine.phone.ask("putSetting", "global", name, "1" if on else "0")
    return Result()


def _connectivity(call: Call) -> Result:
    words = call.arguments
    if words[:1] != ("airplane-mode",):
        return failed("Connectivity (connectivity) commands:", 255)
    if len(words) == 1:
        on = call.machine.phone.ask("setting", "global", "airplane_mode_on") == "1"
        return said("enabled" if on else "disabled")
    return switched(call, "airplane_mode_on", on=words[1] == "enable")


def _wifi(call: Call) -> Result:
    if call.argument(0) == "set-wifi-enabled":
        return switched(call, "wifi_on", on=call.argument(1) == "enabled")
    if call.argument(0) == "status":
        on = call.machine.phone.ask("setting", "global", "wifi_on") == "1"
        return said(f"Wifi is {'enabled' if on else 'disabled'}")
    return failed("Wi-Fi (wifi) commands:", 255)


def _bluetooth(call: Call) -> Result:
    if call.argument(0) not in {"enable", "disable"}:
        return failed("Bluetooth Manager (bluetooth_manager) commands:", 255)
    return switched(call, "bluetooth_on", on=call.argument(0) == "enable")


_SERVICES: Mapping[str, Command] = {
    "statusbar": _status_bar,
    "uimode": _night,
    "connectivity": _connectivity,
    "wifi": _wifi,
    "bluetooth_manager": _bluetooth,
}
_OTHERS = {
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
SERVICE_NAMES = tuple(sorted({*_SERVICES, *_OTHERS, "battery", "clipboard", "display", "power"}))


def asked(call: Call) -> Result:
    """Ask a system service: cmd SERVICE ..."""
    words = call.arguments[1:] if call.argument(0) == "-w" else call.arguments
    if not words:
        return failed("cmd: No service specified; use -l to list all running services", _NO_SERVICE)
    if words[0] == "-l":
        return said("\n".join(["Currently running services:", *(f"  {name}" for name in SERVICE_NAMES)]))
    inner = _SERVICES.get(words[0])
    if inner:
        return inner(call.rest(len(call.arguments) - len(words) + 1))
    if words[0] in _OTHERS:
        return call.invoke((_OTHERS[words[0]], *words[1:]), call.stdin)
    return failed(f"cmd: Can't find service: {words[0]}", _NO_SERVICE)


TABLE: Mapping[str, Command] = {"wm": windows, "cmd": asked}
