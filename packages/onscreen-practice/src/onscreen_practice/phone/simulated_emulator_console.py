"""Console of an Android emulator: commands that simulate calls, messages, location and power.

The commands and answers are those of the emulator; `adb emu` sends them to the console of emulator-PORT.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence

from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.shell.file_system import replace_invalid_unicode
from onscreen_practice.phone.shell.simulated_system import Machine

BANNER = "Android Console: type 'help' for a list of commands\r\nOK\r\n"
AVD_NAME = "Practice_Phone"
_OK = "OK"
_NUMBER = re.compile(r"[+*#]?[\d*#()\s.-]{1,30}")
_MAX_CAPACITY = 100
_HELP = """Android console commands:

    help|h|?         Prints a list of commands
    ping             Checks if the emulator is alive
    avd              Controls virtual device execution
    auth             User authentication for the emulator console
    geo              Sends a geolocation position
    gsm              GSM related commands
    kill             Terminates the emulator instance
    network          Manages network settings
    power            Power related commands
    quit|exit        Quits control session
    rotate           Rotates the screen clockwise by 90 degrees
    sms              SMS related commands
"""


class ConsoleError(Exception):
    """Raised when a console command fails; the message is the emulator's error text."""


class EmulatorConsole:
    """Emulator console that runs commands on one simulated phone."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def run(self, line: str) -> str:
        """Run a console command and return its output, or "" for an empty line.

        The output ends with OK, or starts with KO if the command fails.
        """
        name, _, rest = replace_invalid_unicode(line).strip().partition(" ")
        if not name:
            return ""
        command = _COMMANDS.get(name, _refuse_unknown)
        try:
            lines = command(self._machine, rest.strip())
        except ConsoleError as error:
            return f"KO: {error}\r\n"
        except PhoneError as error:
            return f"KO: {error}\r\n"
        return "".join(f"{each}\r\n" for each in (*lines, _OK))


def _refuse_unknown(_machine: Machine, _rest: str) -> Sequence[str]:
    raise ConsoleError("unknown command, try 'help'")


def _say(text: str) -> Callable[[Machine, str], Sequence[str]]:
    return lambda _machine, _rest: tuple(text.splitlines())


def _control_device(_machine: Machine, rest: str) -> Sequence[str]:
    """Answer `avd name|status|id|path|start|stop`."""
    answers = {
        "name": (AVD_NAME,),
        "id": (AVD_NAME,),
        "status": ("virtual device is running",),
        "path": (f"/avd/{AVD_NAME}.avd",),
        "start": (),
        "stop": (),
    }
    if rest not in answers:
        raise ConsoleError("bad sub-command")
    return answers[rest]


def _use_phone_line(machine: Machine, rest: str) -> Sequence[str]:
    """Handle `gsm call|accept|cancel|busy|hold|list|status`."""
    verb, _, number = rest.partition(" ")
    line = machine.phone.call("line")
    state = line if isinstance(line, dict) else {}
    match verb:
        case "call":
            _refuse(machine.phone.call("ring", _parse_number(number)))
        case "accept":
            if not machine.phone.call("answerCall"):
                raise ConsoleError("could not accept a call from the number")
        case "cancel" | "busy":
            if not machine.phone.call("endCall"):
                raise ConsoleError("could not cancel a call from the number")
        case "list":
            shown = {1: "incoming", 2: "active"}.get(int(str(state.get("state", 0))))
            return (f"inbound from {state.get('number'):<10} : {shown}",) if shown else ()
        case "status":
            return ("gsm voice state: home", "gsm data state:  home")
        case "hold" | "voice" | "data" | "signal" | "meter":
            return ()
        case _:
            raise ConsoleError("missing sub-command" if not verb else "bad sub-command")
    return ()


def _send_message(machine: Machine, rest: str) -> Sequence[str]:
    """Handle `sms send NUMBER TEXT`, in which a backslash escapes line breaks and tabs."""
    verb, _, message = rest.partition(" ")
    number, _, text = message.strip().partition(" ")
    if verb != "send":
        raise ConsoleError("missing sub-command" if not verb else "bad sub-command")
    if not text:
        raise ConsoleError("missing argument, try 'sms send <phonenumber> <text message>'")
    words = text.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\")
    _refuse(machine.phone.call("receiveMessage", _parse_number(number), words))
    return ()


def _parse_number(text: str) -> str:
    number = text.strip()
    if not _NUMBER.fullmatch(number):
        raise ConsoleError("bad phone number format, use [+](0-9)*")
    return number


def _refuse(problem: object) -> None:
    if problem:
        raise ConsoleError(str(problem))


def _set_location(_machine: Machine, rest: str) -> Sequence[str]:
    """Accept `geo fix LONGITUDE LATITUDE [ALTITUDE]`; the phone's own map is fictional."""
    verb, *values = shlex.split(rest) if rest else [""]
    if verb not in {"fix", "nmea"}:
        raise ConsoleError("missing sub-command" if not verb else "bad sub-command")
    if verb == "nmea":
        return ()
    try:
        longitude, latitude = (float(value) for value in values[:2])
    except ValueError as error:
        raise ConsoleError("argument '<longitude> <latitude>' are not numbers") from error
    if not (-180 <= longitude <= 180 and -90 <= latitude <= 90):  # noqa: PLR2004  degrees on a globe
        raise ConsoleError("argument is out of range")
    return ()


def _control_power(machine: Machine, rest: str) -> Sequence[str]:
    """Handle `power display`, `power capacity PERCENT` and accept `power ac|status|present|health`."""
    verb, _, value = rest.partition(" ")
    match verb:
        case "display":
            level = machine.phone.call("evaluate", "s.system.battery")
            return ("AC: offline", "status: Charging", "health: Good", "present: true", f"capacity: {level}")
        case "capacity":
            if not value.strip().isdecimal() or int(value) > _MAX_CAPACITY:
                raise ConsoleError('Usage: "capacity <percentage>", percentage must be 0 to 100')
            machine.phone.call("putValue", ["system", "battery"], int(value))
        case "ac" | "status" | "present" | "health":
            return ()
        case _:
            raise ConsoleError("missing sub-command" if not verb else "bad sub-command")
    return ()


def _rotate(machine: Machine, _rest: str) -> Sequence[str]:
    focus = machine.phone.call("focus")
    rotation = focus.get("rotation") if isinstance(focus, dict) else 0
    machine.phone.call("orientation", (int(str(rotation)) + 1) % 4)
    return ()


def _use_network(_machine: Machine, rest: str) -> Sequence[str]:
    if rest == "status":
        return ("Current network status:", "  download speed:          0 bits/s (0.0 KB/s)")
    if rest.partition(" ")[0] in {"delay", "speed"}:
        return ()
    raise ConsoleError("missing sub-command" if not rest else "bad sub-command")


_COMMANDS: Mapping[str, Callable[[Machine, str], Sequence[str]]] = {
    **dict.fromkeys(("help", "h", "?"), _say(_HELP)),
    "auth": _say("Android Console: type 'help' for a list of commands"),
    "ping": _say("I am alive!"),
    "avd": _control_device,
    "geo": _set_location,
    "gsm": _use_phone_line,
    "network": _use_network,
    "power": _control_power,
    "rotate": _rotate,
    "sms": _send_message,
}
