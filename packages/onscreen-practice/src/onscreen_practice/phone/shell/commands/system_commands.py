"""Shell commands for system properties, time, services and the network."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from onscreen_practice.phone.shell.command_interface import (
    Call,
    Command,
    CommandError,
    Result,
    error_output,
    output,
    parse_options,
)
from onscreen_practice.phone.shell.commands.window_commands import SERVICE_NAMES


def getprop(call: Call) -> Result:
    """Print one system property or all of them."""
    properties = call.machine.properties
    if call.arguments:
        return output(properties.get(call.arguments[0], call.argument(1)) + "\n")
    return output("".join(f"[{name}]: [{value}]\n" for name, value in properties.items()))


def setprop(call: Call) -> Result:
    """Set a system property.

    Without root access, only debugging properties are writable.
    """
    if len(call.arguments) != 2:  # noqa: PLR2004  a name and a value
        return error_output('setprop: Need 2 arguments (see "setprop --help")')
    name, value = call.arguments
    if not call.environment.is_root and not name.startswith(("debug.", "log.tag.", "persist.log.tag.")):
        return error_output(f"Failed to set property '{name}' to '{value}'.\nSee dmesg for error reason.")
    call.machine.set_property(name, value)
    return Result()


def date(call: Call) -> Result:
    """Print the phone's date and time, or set it as root (`date [+FORMAT] [MMDDhhmm[[CC]YY][.ss]]`)."""
    options = parse_options(call, "ud:r:s:", long_options=("utc",))
    zone = "UTC" if options.has("u", "utc") else str(call.machine.phone.call("timezone") or "UTC")
    now = datetime.fromtimestamp(call.machine.storage.now(), ZoneInfo(zone))
    date_format = next((word[1:] for word in options.rest if word.startswith("+")), "%a %b %e %H:%M:%S %Z %Y")
    new_time = options.values.get("s") or next((word for word in options.rest if word[:1].isdigit()), "")
    if new_time:
        if not call.environment.is_root:
            return error_output("date: cannot set date: Operation not permitted")
        now = _parse_time(new_time, now=now)
        call.machine.phone.call("setTime", int(now.timestamp() * 1000))
    date_format = date_format.replace("%s", str(int(now.timestamp()))).replace(
        "%N", f"{now.microsecond * 1000:09d}"
    )
    return output(now.strftime(date_format))


def print_identity(call: Call) -> Result:
    """Print the user and groups of the shell (`id` and `whoami`)."""
    is_root = call.environment.is_root
    if call.name == "whoami" or "-un" in call.arguments:
        return output("root" if is_root else "shell")
    if "-u" in call.arguments:
        return output("0" if is_root else "2000")
    if is_root:
        return output("uid=0(root) gid=0(root) groups=0(root),1004(input),3003(inet) context=u:r:su:s0")
    return output(
        "uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),3003(inet) context=u:r:shell:s0"
    )


def uname(call: Call) -> Result:
    """Print system information (`uname [-a] [-r] [-m]`)."""
    options = parse_options(call, "asnrvmo")
    parts = {
        "s": "Linux",
        "n": "localhost",
        "r": "6.1.0-practice",
        "v": "#1 SMP PREEMPT",
        "m": "x86_64",
        "o": "Toybox",
    }
    selected = [text for letter, text in parts.items() if options.has(letter, "a")]
    return output(" ".join(selected) or "Linux")


def print_nothing(_call: Call) -> Result:
    """Print nothing, because the simulated phone has no log (`logcat` and `dmesg`)."""
    return Result()


def reboot(call: Call) -> Result:
    """Reboot the phone."""
    call.machine.restart()
    return Result()


def which(call: Call) -> Result:
    """Print the path of each command (`which` and `type`)."""
    names = [word for word in call.arguments if not word.startswith("-")]
    known = [name for name in names if name in call.commands]
    if call.name == "type":
        return output(
            "\n".join(f"{name} is /system/bin/{name}" for name in known), 0 if known == names else 1
        )
    return output("\n".join(f"/system/bin/{name}" for name in known), 0 if known and known == names else 1)


_TIME = re.compile(
    r"(?P<month>\d\d)(?P<day>\d\d)(?P<hour>\d\d)(?P<minute>\d\d)((?P<century>\d\d)?(?P<year>\d\d))?(\.(?P<second>\d\d))?"
)
_PIVOT_YEAR = 69
"""First two-digit year in the 20th century; smaller ones mean the 21st, as in POSIX."""


def _parse_time(text: str, *, now: datetime) -> datetime:
    """Parse a time in the format of `date`, or as YYYY-MM-DD hh:mm[:ss] or @SECONDS.

    Raises:
        CommandError: the text is not a time.
    """
    match = _TIME.fullmatch(text)
    try:
        if match is None:
            seconds = text.removeprefix("@")
            if text != seconds and seconds.isdecimal():
                return datetime.fromtimestamp(int(seconds), now.tzinfo)
            return datetime.fromisoformat(text).replace(tzinfo=now.tzinfo)
        year = now.year
        if match["year"]:
            short = int(match["year"])
            century = int(match["century"]) if match["century"] else 19 if short >= _PIVOT_YEAR else 20
            year = century * 100 + short
        fields = {name: int(match[name] or 0) for name in ("month", "day", "hour", "minute", "second")}
        return datetime(year, **fields, tzinfo=now.tzinfo)
    except ValueError as error:
        raise CommandError(f"date: bad date '{text}'") from error


_SET_TIME, _SET_TIME_ZONE = "2", "3"
_EMPTY_PARCEL = "Result: Parcel(00000000    '....')"
_UTC_NAMES = frozenset(("UTC", "GMT", "Etc/UTC", "Etc/GMT"))


def _call_alarm_service(call: Call) -> Result:
    """Call the alarm service: transaction 3 sets the time zone, 2 the time in milliseconds.

    The phone is always in UTC, so other time zones are rejected like unknown ones.
    """
    code, kind, value = call.argument(2), call.argument(3), call.argument(4)
    if code == _SET_TIME_ZONE and kind == "s16":
        return output(_EMPTY_PARCEL if value in _UTC_NAMES else "Result: Parcel(fffffffd    '....')")
    if code == _SET_TIME and kind in {"i64", "l"} and value.isdecimal() and call.environment.is_root:
        call.machine.phone.call("setTime", int(value))
        return output(_EMPTY_PARCEL)
    return output("Result: Parcel(ffffffff    '....')")


def check_service(call: Call) -> Result:
    """Look up, list or call the system services (`service check NAME`, `service list`, `service call`)."""
    verb, name = call.argument(0), call.argument(1)
    if verb == "call" and name == "alarm":
        return _call_alarm_service(call)
    if verb == "call" and name in SERVICE_NAMES:
        return output("Result: Parcel(ffffffff    '....')")
    if verb == "call":
        return error_output(f"service: Service {name} does not exist", 10)
    if verb == "check":
        return output(f"Service {name}: {'found' if name in SERVICE_NAMES else 'not found'}")
    if verb == "list":
        rows = [f"{number}\t{each}: []" for number, each in enumerate(SERVICE_NAMES)]
        return output("\n".join([f"Found {len(rows)} services:", *rows]))
    return error_output("Usage: service [-h|-?]\n       service list\n       service check SERVICE", 10)


def print_addresses(call: Call) -> Result:
    """Print the phone's network addresses (`ip addr` and `ifconfig`)."""
    if call.name == "ip":
        header = (
            "3: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 state UP\n    link/ether 02:00:00:00:00:01"
        )
        return output(f"{header}\n    inet 192.0.2.15/24 brd 192.0.2.255 scope global wlan0")
    header = "wlan0     Link encap:Ethernet  HWaddr 02:00:00:00:00:01"
    return output(f"{header}\n          inet addr:192.0.2.15  Bcast:192.0.2.255  Mask:255.255.255.0")


def uptime(_call: Call) -> Result:
    """Print the time since the phone was started, which is a fixed value."""
    return output(" 09:41:00 up 1 day,  0:00,  0 users,  load average: 0.10, 0.10, 0.10")


TABLE: Mapping[str, Command] = {
    "getprop": getprop,
    "setprop": setprop,
    "date": date,
    "id": print_identity,
    "whoami": print_identity,
    "uname": uname,
    "logcat": print_nothing,
    "dmesg": print_nothing,
    "reboot": reboot,
    "which": which,
    "type": which,
    "service": check_service,
    "ip": print_addresses,
    "ifconfig": print_addresses,
    "uptime": uptime,
}
