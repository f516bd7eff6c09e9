"""The system: properties, time, processes, users, and what is not there."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from onscreen_practice.phone.shell.command_call import Call, Command, Result, failed, options, said
from onscreen_practice.phone.shell.commands.window_commands import SERVICE_NAMES
from onscreen_practice.phone.shell.phone_facts import Phone, focus, process_of, stack, user_of

_NOT_FOUND = 127
_NO_PROCESS = 1
_SYSTEM = (("root", 1, 0, "init"), ("system", 1200, 1, "system_server"), ("shell", 900, 1, "adbd"))


def properties(call: Call) -> Result:
    """Say a system property, or all of them."""
    found = call.machine.properties
    if call.arguments:
        return said(found.get(call.arguments[0], call.argument(1)) + "\n")
    return said("".join(f"[{name}]: [{value}]\n" for name, value in found.items()))


def set_property(call: Call) -> Result:
    """Set a property; a shell without rights may set those of debugging."""
    if len(call.arguments) != 2:  # noqa: PLR2004  a name and a value
        return failed('setprop: Need 2 arguments (see "setprop --help")')
    name, value = call.arguments
    if not name.startswith(("debug.", "log.tag.", "persist.log.tag.")):
        return failed(f"Failed to set property '{name}' to '{value}'.\nSee dmesg for error reason.")
    call.machine.set_property(name, value)
    return Result()


def date(call: Call) -> Result:
    """Say the phone's date and time, as a format says: date [+FORMAT]."""
    found = options(call, "ud:r:s:", words=("utc",))
    zone = "UTC" if found.has("u", "utc") else str(call.machine.phone.ask("timezone") or "UTC")
    now = datetime.fromtimestamp(call.machine.storage.now(), ZoneInfo(zone))
    form = next((word[1:] for word in found.rest if word.startswith("+")), "%a %b %e %H:%M:%S %Z %Y")
    if found.has("s") or any(word[:1].isdigit() for word in found.rest):
        return failed("date: cannot set date: Operation not permitted")
    form = form.replace("%s", str(int(now.timestamp()))).replace("%N", f"{now.microsecond * 1000:09d}")
    return said(now.strftime(form))


def identity(call: Call) -> Result:
    """Say who the shell is."""
    if call.name == "whoami" or "-un" in call.arguments:
        return said("shell")
    if "-u" in call.arguments:
        return said("2000")
    return said(
        "uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),3003(inet) context=u:r:shell:s0"
    )


def system_name(call: Call) -> Result:
    """Say the name of the system: uname [-a] [-r] [-m]."""
    found = options(call, "asnrvmo")
    parts = {
        "s": "Linux",
        "n": "localhost",
        "r": "6.1.0-practice",
        "v": "#1 SMP PREEMPT",
        "m": "x86_64",
        "o": "Toybox",
    }
    shown = [text for letter, text in parts.items() if found.has(letter, "a")]
    return said(" ".join(shown) or "Linux")


def _processes(phone: Phone) -> list[tuple[str, int, int, str]]:
    names = dict.fromkeys(
        [*(task.package for task in stack(phone)), focus(phone).package, "com.android.systemui"]
    )
    return [*_SYSTEM, *((f"u0_a{user_of(name) - 10000}", process_of(name), 400, name) for name in names)]


def processes(call: Call) -> Result:
    """List the processes: ps [-A]."""
    rows = ["USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME"]
    for user, number, parent, name in _processes(call.machine.phone):
        rows.append(f"{user:<12} {number:>5} {parent:>5} 1000000 100000 0                   0 S {name}")
    return said("\n".join(rows))


def process(call: Call) -> Result:
    """Say the number of a process: pidof NAME; pgrep NAME."""
    there = _processes(call.machine.phone)
    found = [str(number) for _, number, _, name in there if call.arguments and name == call.arguments[-1]]
    return said(" ".join(found)) if found else Result(status=_NO_PROCESS)


def nothing(_call: Call) -> Result:
    """Write nothing: there is no log."""
    return Result()


def restart(call: Call) -> Result:
    """Start the phone anew."""
    call.machine.restart()
    return Result()


def which(call: Call) -> Result:
    """Say where a command lies; called `type`, as a sentence."""
    names = [word for word in call.arguments if not word.startswith("-")]
    known = [name for name in names if name in call.commands]
    if call.name == "type":
        return said("\n".join(f"{name} is /system/bin/{name}" for name in known), 0 if known == names else 1)
    return said("\n".join(f"/system/bin/{name}" for name in known), 0 if known and known == names else 1)


def service(call: Call) -> Result:
    """Say whether a system service is there: service check NAME, service list."""
    verb, name = call.argument(0), call.argument(1)
    if verb == "check":
        return said(f"Service {name}: {'found' if name in SERVICE_NAMES else 'not found'}")
    if verb == "list":
        rows = [f"{number}\t{each}: []" for number, each in enumerate(SERVICE_NAMES)]
        return said("\n".join([f"Found {len(rows)} services:", *rows]))
    return failed("Usage: service [-h|-?]\n       service list\n       service check SERVICE", 10)


def network(call: Call) -> Result:
    """Say the addresses of the network: ip addr, ifconfig."""
    if call.name == "ip":
        head = (
            "3: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 state UP\n    link/ether 02:00:00:00:00:01"
        )
        return said(f"{head}\n    inet 192.0.2.15/24 brd 192.0.2.255 scope global wlan0")
    head = "wlan0     Link encap:Ethernet  HWaddr 02:00:00:00:00:01"
    return said(f"{head}\n          inet addr:192.0.2.15  Bcast:192.0.2.255  Mask:255.255.255.0")


def content(call: Call) -> Result:
    """Say that a provider of content is not there: content query --uri content://NAME/..."""
    words = call.arguments
    address = words[words.index("--uri") + 1] if "--uri" in words[:-1] else ""
    if not address:
        return failed("usage: adb shell content [subcommand] [options]\n[ERROR] Unsupported argument")
    name = address.removeprefix("content://").partition("/")[0]
    error = f"java.lang.IllegalStateException: Could not find provider: {name}"
    return failed(f"Error while accessing provider:{name}\n{error}")


def up_time(_call: Call) -> Result:
    """Say how long the phone has been on."""
    return said(" 09:41:00 up 1 day,  0:00,  0 users,  load average: 0.10, 0.10, 0.10")


TABLE: Mapping[str, Command] = {
    "getprop": properties,
    "setprop": set_property,
    "date": date,
    "id": identity,
    "whoami": identity,
    "uname": system_name,
    "ps": processes,
    "pidof": process,
    "pgrep": process,
    "logcat": nothing,
    "dmesg": nothing,
    "reboot": restart,
    "which": which,
    "type": which,
    "service": service,
    "ip": network,
    "ifconfig": network,
    "uptime": up_time,
    "content": content,
}
