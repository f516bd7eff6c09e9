"""The shell command `dumpsys`, which prints the state of system services."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from onscreen_practice.phone.shell.command_interface import Call, Command, Result, error_output, output
from onscreen_practice.phone.shell.commands.dumpsys_activity import dump_activities
from onscreen_practice.phone.shell.commands.dumpsys_hardware import (
    dump_battery,
    dump_display,
    dump_input,
    dump_power,
    dump_surfaces,
    dump_telephony,
)
from onscreen_practice.phone.shell.commands.dumpsys_packages import dump_package
from onscreen_practice.phone.shell.commands.dumpsys_windows import (
    dump_input_method,
    dump_notifications,
    dump_window,
)
from onscreen_practice.phone.shell.phone_interface import PhoneAccess

Dump = Callable[[PhoneAccess, tuple[str, ...]], str]


def _dump_nothing(_phone: PhoneAccess, _words: tuple[str, ...]) -> str:
    return ""


DUMPS: Mapping[str, Dump] = {
    "SurfaceFlinger": dump_surfaces,
    "activity": dump_activities,
    "alarm": _dump_nothing,
    "audio": _dump_nothing,
    "battery": dump_battery,
    "batterystats": _dump_nothing,
    "cpuinfo": _dump_nothing,
    "display": dump_display,
    "gfxinfo": _dump_nothing,
    "input": dump_input,
    "input_method": dump_input_method,
    "meminfo": _dump_nothing,
    "notification": dump_notifications,
    "package": dump_package,
    "power": dump_power,
    "telephony.registry": dump_telephony,
    "usagestats": _dump_nothing,
    "wifi": _dump_nothing,
    "window": dump_window,
}


def run_dumpsys(call: Call) -> Result:
    """Print the state of system services (`dumpsys [-t SECONDS] [-l] SERVICE [ARGUMENT...]`)."""
    words = list(call.arguments)
    if words[:1] in (["-t"], ["-T"]):
        del words[:2]
    if words[:1] == ["-l"]:
        return output("\n".join(["Currently running services:", *(f"  {name}" for name in DUMPS)]))
    names = words[:1] or list(DUMPS)
    parts: list[str] = []
    for name in names:
        if name not in DUMPS:
            return error_output(f"Can't find service: {name}", 0)
        header = "" if words else f"{'-' * 79}\nDUMP OF SERVICE {name}:\n"
        parts.append(header + DUMPS[name](call.machine.phone, tuple(words[1:])))
    return output("\n".join(parts))


TABLE: Mapping[str, Command] = {"dumpsys": run_dumpsys}
