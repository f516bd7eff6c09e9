"""What system services tell of themselves: dumpsys."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from onscreen_practice.phone.shell.command_call import Call, Command, Result, failed, said
from onscreen_practice.phone.shell.commands.dumpsys_activity import activities
from onscreen_practice.phone.shell.commands.dumpsys_hardware import battery, display, inputs, power, surfaces
from onscreen_practice.phone.shell.commands.dumpsys_packages import package
from onscreen_practice.phone.shell.commands.dumpsys_windows import keyboard, notification, window
from onscreen_practice.phone.shell.phone_facts import Phone

Dump = Callable[[Phone, tuple[str, ...]], str]


def _nothing(_phone: Phone, _words: tuple[str, ...]) -> str:
    return ""


DUMPS: Mapping[str, Dump] = {
    "SurfaceFlinger": surfaces,
    "activity": activities,
    "alarm": _nothing,
    "audio": _nothing,
    "battery": battery,
    "batterystats": _nothing,
    "cpuinfo": _nothing,
    "display": display,
    "gfxinfo": _nothing,
    "input": inputs,
    "input_method": keyboard,
    "meminfo": _nothing,
    "notification": notification,
    "package": package,
    "power": power,
    "usagestats": _nothing,
    "wifi": _nothing,
    "window": window,
}


def dump(call: Call) -> Result:
    """Write what a service tells: dumpsys [-t SECONDS] [-l] SERVICE [ARGUMENT...]."""
    words = list(call.arguments)
    if words[:1] in (["-t"], ["-T"]):
        del words[:2]
    if words[:1] == ["-l"]:
        return said("\n".join(["Currently running services:", *(f"  {name}" for name in DUMPS)]))
    names = words[:1] or list(DUMPS)
    parts: list[str] = []
    for name in names:
        if name not in DUMPS:
            return failed(f"Can't find service: {name}", 0)
        head = "" if words else f"{'-' * 79}\nDUMP OF SERVICE {name}:\n"
        parts.append(head + DUMPS[name](call.machine.phone, tuple(words[1:])))
    return said("\n".join(parts))


TABLE: Mapping[str, Command] = {"dumpsys": dump}
