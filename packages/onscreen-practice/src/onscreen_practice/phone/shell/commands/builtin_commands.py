"""Commands of the shell itself: echo, test, cd, sh and the like."""

from __future__ import annotations

import posixpath
import re
import time
from collections.abc import Callable, Mapping

from onscreen_practice.phone.shell.command_call import (
    Call,
    Command,
    Exit,
    Input,
    Jump,
    Refused,
    Result,
    decoded,
    encoded,
    failed,
    options,
    said,
)
from onscreen_practice.phone.shell.commands.printf_format import formatted
from onscreen_practice.phone.shell.lexer import unescaped
from onscreen_practice.phone.shell.storage import Entry

LONGEST_SLEEP_SEC = 10.0
_SECONDS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_WRONG = 2


def echo(call: Call) -> Result:
    """Write the arguments, with a blank between; -n without a line feed, -e with escapes."""
    words, flags = call.arguments, ""
    while words and re.fullmatch(r"-[neE]+", words[0]):
        flags += words[0][1:]
        words = words[1:]
    text = " ".join(words)
    text = unescaped(text) if "e" in flags else text
    return Result(encoded(text + ("" if "n" in flags else "\n")))


def printf(call: Call) -> Result:
    """Write the arguments as a format says."""
    if not call.arguments:
        return failed('printf: Needs 1 argument (see "printf --help")')
    return Result(encoded(formatted(call.arguments[0], call.arguments[1:])))


def do_nothing(_call: Call) -> Result:
    """Do nothing, and succeed."""
    return Result()


def fail(_call: Call) -> Result:
    """Do nothing, and fail."""
    return Result(status=1)


def change_folder(call: Call) -> Result:
    """Go to a folder."""
    target = call.argument(0, call.environment.variables["HOME"])
    path = call.environment.path(target)
    found = call.machine.storage.stat(path)
    if found is None or not found.is_folder:
        return failed(
            f"/system/bin/sh: cd: {target}: {'Not a directory' if found else 'No such file or directory'}", 2
        )
    call.environment.folder = posixpath.normpath(path)
    return Result()


def print_folder(call: Call) -> Result:
    """Say in which folder the shell is."""
    return said(call.environment.folder)


def export(call: Call) -> Result:
    """Set variables."""
    for word in call.arguments:
        name, sign, value = word.partition("=")
        if sign:
            call.environment.variables[name] = value
    return Result()


def unset(call: Call) -> Result:
    """Forget variables."""
    for name in call.arguments:
        call.environment.variables.pop(name, None)
    return Result()


def environment(call: Call) -> Result:
    """List the variables, or run a command with some of them set."""
    words = list(call.arguments)
    while words and "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        call.environment.variables[name] = value
    if words:
        return call.invoke(tuple(words), call.stdin)
    return said("".join(f"{name}={value}\n" for name, value in sorted(call.environment.variables.items())))


def leave(call: Call) -> Result:
    """End the shell.

    Raises:
        Exit: always.
    """
    given = call.argument(0)
    raise Exit(int(given) & 0xFF if given.isdigit() else call.environment.status)


def jump(call: Call) -> Result:
    """End a loop, or go on with its next round: break [N], continue [N].

    Raises:
        Jump: the call is within a loop.
    """
    given = call.argument(0, "1")
    loops = call.environment.loops
    if not loops:
        return Result()
    raise Jump(min(max(int(given), 1), loops) if given.isdigit() else 1, goes_on=call.name == "continue")


def read_line(call: Call) -> Result:
    """Read a line into variables, the rest of it into the last: read [-r] NAME..."""
    names = options(call, "rp:").rest or ("REPLY",)
    line = decoded(call.stdin.line())
    left = line.removesuffix("\n").strip(" \t")
    for name in names[:-1]:
        value, *rest = left.split(None, 1) or [""]
        call.environment.variables[name], left = value, "".join(rest)
    call.environment.variables[names[-1]] = left
    return Result(status=0 if line.endswith("\n") else 1)


def sleep(call: Call) -> Result:
    """Wait, ten seconds at most."""
    total = 0.0
    for word in call.arguments:
        found = re.fullmatch(r"(\d+\.?\d*|\.\d+)([smhd]?)", word)
        if found is None:
            return failed(f"sleep: Not a number '{word}'")
        total += float(found.group(1)) * _SECONDS[found.group(2) or "s"]
    time.sleep(min(total, LONGEST_SLEEP_SEC))
    return Result() if call.arguments else failed('sleep: Needs 1 argument (see "sleep --help")')


def shell(call: Call) -> Result:
    """Run a script: -c TEXT, a file, or what is on the input."""
    words = [word for word in call.arguments if not re.fullmatch(r"-[elux]+", word)]
    if words[:1] == ["-c"]:
        if len(words) < 2:  # noqa: PLR2004  the option and its text
            return failed("/system/bin/sh: -c: requires an argument", 1)
        return call.interpret(words[1], tuple(words[2:]) or (call.name,))
    if not words or words[0] == "-":
        return call.interpret(decoded(call.stdin.read()), (call.name,))
    data = call.machine.storage.read(call.environment.path(words[0]))
    if data is None:
        return failed(f"/system/bin/sh: {words[0]}: No such file or directory", 127)
    return call.interpret(decoded(data), tuple(words))


def evaluate(call: Call) -> Result:
    """Run the arguments as a script."""
    return call.interpret(" ".join(call.arguments), (call.environment.name, *call.environment.arguments))


def invoke(call: Call) -> Result:
    """Run the command the arguments name: command, exec, nohup, time, toybox."""
    words = [word for word in call.arguments if not word.startswith("-")][:1]
    rest = call.arguments[call.arguments.index(words[0]) :] if words else ()
    return call.invoke(rest, call.stdin) if rest else Result()


def timeout(call: Call) -> Result:
    """Run a command; it is as quick as it is."""
    return call.invoke(call.arguments[1:], call.stdin) if len(call.arguments) > 1 else Result(status=125)


def each_word(call: Call) -> Result:
    """Run a command with the words of the input as further arguments."""
    found = options(call, "0n:I:")
    data = decoded(call.stdin.read())
    words = [word for word in (data.split("\0") if found.has("0") else data.split()) if word]
    command = found.rest or ("echo",)
    if not found.has("n", "I"):
        return call.invoke((*command, *words), Input())
    mark, count = found.given.get("I", ""), int(found.given.get("n", "1"))
    groups = [words[start : start + count] for start in range(0, len(words), max(count, 1))]
    calls = [
        tuple(part.replace(mark, " ".join(group)) for part in command) if mark else (*command, *group)
        for group in groups
    ]
    results = [call.invoke(each, Input()) for each in calls]
    return joined(results)


def joined(results: list[Result]) -> Result:
    """Return the results of several commands as that of one."""
    status = next((each.status for each in results if each.status), 0)
    return Result(
        b"".join(each.stdout for each in results), b"".join(each.stderr for each in results), status
    )


def test(call: Call) -> Result:
    """Say by the status whether a condition holds."""
    words = list(call.arguments)
    end = {"[": "]", "[[": "]]"}.get(call.name)
    if end and (not words or words.pop() != end):
        return failed(f"/system/bin/sh: {call.name}: missing {end}", _WRONG)
    holds = _either(call, words)
    if words:
        raise Refused(f"/system/bin/sh: {call.name}: {words[0]}: unexpected operator/operand", status=_WRONG)
    return Result(status=0 if holds else 1)


def _either(call: Call, words: list[str]) -> bool:
    holds = _both(call, words)
    while words and words[0] == "-o":
        words.pop(0)
        other = _both(call, words)
        holds = holds or other
    return holds


def _both(call: Call, words: list[str]) -> bool:
    holds = _single(call, words)
    while words and words[0] == "-a":
        words.pop(0)
        other = _single(call, words)
        holds = holds and other
    return holds


def _single(call: Call, words: list[str]) -> bool:
    if not words:
        return False
    if len(words) >= 3 and words[1] in _BINARY:  # noqa: PLR2004  two operands and what stands between
        first, sign, second = words[:3]
        del words[:3]
        return _BINARY[sign](first, second)
    word = words.pop(0)
    if word == "!" and words:
        return not _single(call, words)
    if word in {"-n", "-z"} and words:
        return bool(words.pop(0)) == (word == "-n")
    if word in _FILES and words:
        return _FILES[word](call.machine.storage.stat(call.environment.path(words.pop(0))))
    return bool(word)


def _number(text: str) -> int:
    if not re.fullmatch(r"\s*[-+]?\d{1,18}\s*", text):
        raise Refused(f"/system/bin/sh: test: {text}: bad number", status=_WRONG)
    return int(text)


_BINARY: Mapping[str, Callable[[str, str], bool]] = {
    "=": lambda a, b: a == b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "-eq": lambda a, b: _number(a) == _number(b),
    "-ne": lambda a, b: _number(a) != _number(b),
    "-lt": lambda a, b: _number(a) < _number(b),
    "-le": lambda a, b: _number(a) <= _number(b),
    "-gt": lambda a, b: _number(a) > _number(b),
    "-ge": lambda a, b: _number(a) >= _number(b),
}
_FILES: Mapping[str, Callable[[Entry | None], bool]] = {
    "-e": lambda found: found is not None,
    "-r": lambda found: found is not None,
    "-w": lambda found: found is not None,
    "-x": lambda found: found is not None,
    "-f": lambda found: found is not None and not found.is_folder,
    "-d": lambda found: found is not None and found.is_folder,
    "-s": lambda found: found is not None and found.size > 0,
    "-L": lambda _found: False,
    "-h": lambda _found: False,
}

TABLE: Mapping[str, Command] = {
    "echo": echo,
    "print": echo,
    "printf": printf,
    "true": do_nothing,
    ":": do_nothing,
    "wait": do_nothing,
    "set": do_nothing,
    "umask": do_nothing,
    "sync": do_nothing,
    "stty": do_nothing,
    "chmod": do_nothing,
    "false": fail,
    "cd": change_folder,
    "pwd": print_folder,
    "export": export,
    "unset": unset,
    "env": environment,
    "exit": leave,
    "sleep": sleep,
    "sh": shell,
    "eval": evaluate,
    "command": invoke,
    "exec": invoke,
    "nohup": invoke,
    "time": invoke,
    "toybox": invoke,
    "timeout": timeout,
    "xargs": each_word,
    "test": test,
    "[": test,
    "[[": test,
    "break": jump,
    "continue": jump,
    "read": read_line,
}
