"""Shell commands for processes: `ps`, `pidof`, `kill`, `pkill` and `killall`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from onscreen_practice.phone.shell.command_interface import Call, Command, Result, error_output, output
from onscreen_practice.phone.shell.phone_interface import get_focus, get_process_id, get_user_id, list_tasks
from onscreen_practice.phone.shell.simulated_system import Machine

SCREENRECORD = "screenrecord"
_NO_PROCESS = "No such process"
_KILL_USAGE = "usage: kill [-s signame | -signum | -signame] { job | pid | pgrp } ..."
_SIGNAL_OPTIONS = ("-s", "-l", "-n")


class _Process(msgspec.Struct, frozen=True):
    user: str
    number: int
    parent: int
    name: str


_SYSTEM_PROCESSES = (
    _Process("root", 1, 0, "init"),
    _Process("system", 1200, 1, "system_server"),
    _Process("shell", 900, 1, "adbd"),
)


def _list_processes(machine: Machine) -> list[_Process]:
    phone = machine.phone
    apps = dict.fromkeys(
        [*(task.package for task in list_tasks(phone)), get_focus(phone).package, "com.android.systemui"]
    )
    return [
        *_SYSTEM_PROCESSES,
        *(_Process(f"u0_a{get_user_id(app) - 10000}", get_process_id(app), 400, app) for app in apps),
        *(_Process("shell", number, 900, SCREENRECORD) for number in machine.recordings.running),
    ]


def ps(call: Call) -> Result:
    """List the running processes (`ps [-A]`)."""
    rows = ["USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME"]
    rows += [
        f"{each.user:<12} {each.number:>5} {each.parent:>5} 1000000 100000 {'0':<18} 0 S {each.name}"
        for each in _list_processes(call.machine)
    ]
    return output("\n".join(rows))


def pidof(call: Call) -> Result:
    """Print the process IDs of a program (`pidof NAME` and `pgrep NAME`)."""
    found = _find_by_name(call, call.arguments[-1:])
    return output(" ".join(str(each.number) for each in found)) if found else Result(status=1)


def kill(call: Call) -> Result:
    """Send a signal to processes (`kill [-SIGNAL] PID...`); every signal but 0 ends a recording."""
    words = list(call.arguments)
    signal = words.pop(0) if words and words[0].startswith("-") else "-TERM"
    if signal in _SIGNAL_OPTIONS and words:
        signal = words.pop(0)
    if not words and signal != "-l":
        return error_output(_KILL_USAGE)
    processes = {str(each.number): each for each in _list_processes(call.machine)}
    problems = [
        f"/system/bin/sh: kill: {word}: {problem}"
        for word in words
        if (problem := _end(call, processes.get(word), signal=signal))
    ]
    return error_output("\n".join(problems)) if problems else Result()


def kill_by_name(call: Call) -> Result:
    """Send a signal to all processes of a program (`pkill [-SIGNAL] NAME` and `killall [-SIGNAL] NAME`)."""
    words = [word for word in call.arguments if word != "-f"]
    signal = words.pop(0) if len(words) > 1 and words[0].startswith("-") else "-TERM"
    if signal == "-l" and words:
        signal = words.pop(0)
    found = _find_by_name(call, words[-1:])
    if not found:
        missing = f"killall: {' '.join(words[-1:])}: {_NO_PROCESS}"
        return error_output(missing) if call.name == "killall" else Result(status=1)
    problems = [
        f"{call.name}: {each.number}: {problem}"
        for each in found
        if (problem := _end(call, each, signal=signal))
    ]
    return error_output("\n".join(problems)) if problems else Result()


def _find_by_name(call: Call, names: Iterable[str]) -> list[_Process]:
    return [each for name in names for each in _list_processes(call.machine) if each.name == name]


def _end(call: Call, process: _Process | None, *, signal: str) -> str:
    """End a recording, or an application as root; return an error message, or "" on success."""
    if process is None:
        return _NO_PROCESS
    recording = call.machine.recordings.running.get(process.number)
    is_app = process.user.startswith("u0_a")
    if recording is None and not (is_app and call.environment.is_root):
        return "Operation not permitted"
    if signal.lstrip("-") == "0":
        return ""
    if recording is not None:
        recording.stop()
    else:
        call.machine.phone.call("stop", process.name)
    return ""


TABLE: Mapping[str, Command] = {
    "ps": ps,
    "pidof": pidof,
    "pgrep": pidof,
    "kill": kill,
    "pkill": kill_by_name,
    "killall": kill_by_name,
}
