"""Built-in shell commands, such as echo, test, cd and sh."""

from __future__ import annotations

import posixpath
import re
import time
from collections.abc import Callable, Mapping

from onscreen_practice.phone.shell.command_interface import (
    Call,
    Command,
    CommandError,
    Input,
    LoopControl,
    Result,
    ShellExit,
    decode_text,
    encode_text,
    error_output,
    output,
    parse_options,
)
from onscreen_practice.phone.shell.commands.printf_format import format_arguments
from onscreen_practice.phone.shell.file_system import Entry
from onscreen_practice.phone.shell.lexer import unescape

MAX_SLEEP_SEC = 10.0
_UNIT_SECONDS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_EXIT_TEST_ERROR = 2


def echo(call: Call) -> Result:
    """Print the arguments, separated by spaces (`echo [-n] [-e]`)."""
    words, flags = call.arguments, ""
    while words and re.fullmatch(r"-[neE]+", words[0]):
        flags += words[0][1:]
        words = words[1:]
    text = " ".join(words)
    text = unescape(text) if "e" in flags else text
    return Result(encode_text(text + ("" if "n" in flags else "\n")))


def printf(call: Call) -> Result:
    """Print the arguments according to a format string."""
    if not call.arguments:
        return error_output('printf: Needs 1 argument (see "printf --help")')
    return Result(encode_text(format_arguments(call.arguments[0], call.arguments[1:])))


def succeed(_call: Call) -> Result:
    """Do nothing and return exit status 0."""
    return Result()


def fail(_call: Call) -> Result:
    """Do nothing and return exit status 1."""
    return Result(status=1)


def cd(call: Call) -> Result:
    """Change the working directory."""
    name = call.argument(0, call.environment.variables["HOME"])
    path = call.environment.path(name)
    entry = call.machine.storage.stat(path)
    if entry is None or not entry.is_folder:
        return error_output(
            f"/system/bin/sh: cd: {name}: {'Not a directory' if entry else 'No such file or directory'}", 2
        )
    call.environment.folder = posixpath.normpath(path)
    return Result()


def pwd(call: Call) -> Result:
    """Print the working directory."""
    return output(call.environment.folder)


def export(call: Call) -> Result:
    """Set environment variables."""
    for word in call.arguments:
        name, separator, value = word.partition("=")
        if separator:
            call.environment.variables[name] = value
    return Result()


def unset(call: Call) -> Result:
    """Remove variables."""
    for name in call.arguments:
        call.environment.variables.pop(name, None)
    return Result()


def env(call: Call) -> Result:
    """Print all environment variables, or run a command with additional ones."""
    words = list(call.arguments)
    while words and "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        call.environment.variables[name] = value
    if words:
        return call.invoke(tuple(words), call.stdin)
    return output("".join(f"{name}={value}\n" for name, value in sorted(call.environment.variables.items())))


def exit_shell(call: Call) -> Result:
    """Exit the shell.

    Raises:
        ShellExit: always.
    """
    status = call.argument(0)
    raise ShellExit(int(status) & 0xFF if status.isdigit() else call.environment.status)


def control_loop(call: Call) -> Result:
    """Break out of or continue enclosing loops (`break [N]` and `continue [N]`).

    Raises:
        LoopControl: the call is inside a loop.
    """
    count = call.argument(0, "1")
    depth = call.environment.loop_depth
    if not depth:
        return Result()
    raise LoopControl(
        min(max(int(count), 1), depth) if count.isdigit() else 1, is_continue=call.name == "continue"
    )


def read_line(call: Call) -> Result:
    """Read a line of input and split it into variables (`read [-r] NAME...`)."""
    names = parse_options(call, "rp:").rest or ("REPLY",)
    line = decode_text(call.stdin.line())
    remaining = line.removesuffix("\n").strip(" \t")
    for name in names[:-1]:
        value, *rest = remaining.split(None, 1) or [""]
        call.environment.variables[name], remaining = value, "".join(rest)
    call.environment.variables[names[-1]] = remaining
    return Result(status=0 if line.endswith("\n") else 1)


def sleep(call: Call) -> Result:
    """Sleep for the given time, but not longer than ten seconds."""
    total_sec = 0.0
    for word in call.arguments:
        match = re.fullmatch(r"(\d+\.?\d*|\.\d+)([smhd]?)", word)
        if match is None:
            return error_output(f"sleep: Not a number '{word}'")
        total_sec += float(match.group(1)) * _UNIT_SECONDS[match.group(2) or "s"]
    time.sleep(min(total_sec, MAX_SLEEP_SEC))
    return Result() if call.arguments else error_output('sleep: Needs 1 argument (see "sleep --help")')


def sh(call: Call) -> Result:
    """Run a script given as text (`sh -c TEXT`), as a file or on standard input."""
    words = [word for word in call.arguments if not re.fullmatch(r"-[elux]+", word)]
    if words[:1] == ["-c"]:
        if len(words) < 2:  # noqa: PLR2004  the option and its text
            return error_output("/system/bin/sh: -c: requires an argument", 1)
        return call.interpret(words[1], tuple(words[2:]) or (call.name,))
    if not words or words[0] == "-":
        return call.interpret(decode_text(call.stdin.read()), (call.name,))
    data = call.machine.storage.read(call.environment.path(words[0]))
    if data is None:
        return error_output(f"/system/bin/sh: {words[0]}: No such file or directory", 127)
    return call.interpret(decode_text(data), tuple(words))


def eval_script(call: Call) -> Result:
    """Join the arguments with spaces and run them as a script."""
    return call.interpret(" ".join(call.arguments), (call.environment.name, *call.environment.arguments))


def run_program(call: Call) -> Result:
    """Run another command (`command`, `exec`, `nohup`, `time` and `toybox`)."""
    words = [word for word in call.arguments if not word.startswith("-")][:1]
    rest = call.arguments[call.arguments.index(words[0]) :] if words else ()
    return call.invoke(rest, call.stdin) if rest else Result()


def timeout(call: Call) -> Result:
    """Run another command, ignoring the time limit."""
    return call.invoke(call.arguments[1:], call.stdin) if len(call.arguments) > 1 else Result(status=125)


def xargs(call: Call) -> Result:
    """Run a command with words from standard input as additional arguments."""
    options = parse_options(call, "0n:I:")
    data = decode_text(call.stdin.read())
    words = [word for word in (data.split("\0") if options.has("0") else data.split()) if word]
    command = options.rest or ("echo",)
    if not options.has("n", "I"):
        return call.invoke((*command, *words), Input())
    placeholder, group_size = options.values.get("I", ""), int(options.values.get("n", "1"))
    groups = [words[start : start + group_size] for start in range(0, len(words), max(group_size, 1))]
    calls = [
        tuple(part.replace(placeholder, " ".join(group)) for part in command)
        if placeholder
        else (*command, *group)
        for group in groups
    ]
    results = [call.invoke(each, Input()) for each in calls]
    return merge_results(results)


def merge_results(results: list[Result]) -> Result:
    """Join the output of several commands and keep the first nonzero exit status."""
    status = next((each.status for each in results if each.status), 0)
    return Result(
        b"".join(each.stdout for each in results), b"".join(each.stderr for each in results), status
    )


def test(call: Call) -> Result:
    """Evaluate a condition and return exit status 0 if the condition is true."""
    words = list(call.arguments)
    closing = {"[": "]", "[[": "]]"}.get(call.name)
    if closing and (not words or words.pop() != closing):
        return error_output(f"/system/bin/sh: {call.name}: missing {closing}", _EXIT_TEST_ERROR)
    is_true = _evaluate_or(call, words)
    if words:
        raise CommandError(
            f"/system/bin/sh: {call.name}: {words[0]}: unexpected operator/operand", status=_EXIT_TEST_ERROR
        )
    return Result(status=0 if is_true else 1)


def _evaluate_or(call: Call, words: list[str]) -> bool:
    is_true = _evaluate_and(call, words)
    while words and words[0] == "-o":
        words.pop(0)
        other = _evaluate_and(call, words)
        is_true = is_true or other
    return is_true


def _evaluate_and(call: Call, words: list[str]) -> bool:
    is_true = _evaluate_primary(call, words)
    while words and words[0] == "-a":
        words.pop(0)
        other = _evaluate_primary(call, words)
        is_true = is_true and other
    return is_true


def _evaluate_primary(call: Call, words: list[str]) -> bool:
    if not words:
        return False
    if len(words) >= 3 and words[1] in _BINARY_OPERATORS:  # noqa: PLR2004  two operands and an operator
        first, operator, second = words[:3]
        del words[:3]
        return _BINARY_OPERATORS[operator](first, second)
    word = words.pop(0)
    if word == "!" and words:
        return not _evaluate_primary(call, words)
    if word in {"-n", "-z"} and words:
        return bool(words.pop(0)) == (word == "-n")
    if word in _FILE_OPERATORS and words:
        return _FILE_OPERATORS[word](call.machine.storage.stat(call.environment.path(words.pop(0))))
    return bool(word)


def _parse_number(text: str) -> int:
    if not re.fullmatch(r"\s*[-+]?\d{1,18}\s*", text):
        raise CommandError(f"/system/bin/sh: test: {text}: bad number", status=_EXIT_TEST_ERROR)
    return int(text)


_BINARY_OPERATORS: Mapping[str, Callable[[str, str], bool]] = {
    "=": lambda a, b: a == b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "-eq": lambda a, b: _parse_number(a) == _parse_number(b),
    "-ne": lambda a, b: _parse_number(a) != _parse_number(b),
    "-lt": lambda a, b: _parse_number(a) < _parse_number(b),
    "-le": lambda a, b: _parse_number(a) <= _parse_number(b),
    "-gt": lambda a, b: _parse_number(a) > _parse_number(b),
    "-ge": lambda a, b: _parse_number(a) >= _parse_number(b),
}
_FILE_OPERATORS: Mapping[str, Callable[[Entry | None], bool]] = {
    "-e": lambda entry: entry is not None,
    "-r": lambda entry: entry is not None,
    "-w": lambda entry: entry is not None,
    "-x": lambda entry: entry is not None,
    "-f": lambda entry: entry is not None and not entry.is_folder,
    "-d": lambda entry: entry is not None and entry.is_folder,
    "-s": lambda entry: entry is not None and entry.size > 0,
    "-L": lambda _entry: False,
    "-h": lambda _entry: False,
}

TABLE: Mapping[str, Command] = {
    "echo": echo,
    "print": echo,
    "printf": printf,
    "true": succeed,
    ":": succeed,
    "wait": succeed,
    "set": succeed,
    "umask": succeed,
    "sync": succeed,
    "stty": succeed,
    "chmod": succeed,
    "false": fail,
    "cd": cd,
    "pwd": pwd,
    "export": export,
    "unset": unset,
    "env": env,
    "exit": exit_shell,
    "sleep": sleep,
    "sh": sh,
    "eval": eval_script,
    "command": run_program,
    "exec": run_program,
    "nohup": run_program,
    "time": run_program,
    "toybox": run_program,
    "timeout": timeout,
    "xargs": xargs,
    "test": test,
    "[": test,
    "[[": test,
    "break": control_loop,
    "continue": control_loop,
    "read": read_line,
}
