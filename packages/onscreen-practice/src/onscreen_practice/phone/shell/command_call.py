"""Arguments, environment and result of a shell command."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from getopt import GetoptError, gnu_getopt

import msgspec

from onscreen_practice.phone.shell.machine import Machine


class CommandError(Exception):
    """Raised when a command is called with invalid arguments; the message goes to stderr."""

    def __init__(self, message: str, *, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


class ShellExit(Exception):
    """Raised to end the script with an exit status."""

    def __init__(self, status: int) -> None:
        super().__init__(str(status))
        self.status = status


class LoopControl(Exception):
    """Raised by `break` and `continue` to leave or repeat enclosing loops."""

    def __init__(self, loops: int, *, is_continue: bool) -> None:
        super().__init__(f"{loops} loops")
        self.loops = loops
        self.is_continue = is_continue


class Result(msgspec.Struct, frozen=True):
    """Output and exit status of a command."""

    stdout: bytes = b""
    stderr: bytes = b""
    status: int = 0


class Input:
    """Standard input, read lazily from its source.

    `wait_for_hang_up` waits until the client that started the command disconnects; it is None for a command
    that no client waits for.
    """

    def __init__(
        self,
        source: Callable[[], bytes] = bytes,
        *,
        wait_for_hang_up: Callable[[], None] | None = None,
    ) -> None:
        self._source = source
        self._buffer: bytes | None = None
        self.wait_for_hang_up = wait_for_hang_up

    @classmethod
    def from_bytes(cls, data: bytes) -> Input:
        """Return an input with this content."""
        return cls(lambda: data)

    def read(self) -> bytes:
        """Return everything not read yet."""
        data, self._buffer = self._rest(), b""
        return data

    def line(self) -> bytes:
        """Return the next line with its terminator, or b"" at the end."""
        line, end, self._buffer = self._rest().partition(b"\n")
        return line + end

    def _rest(self) -> bytes:
        if self._buffer is None:
            self._buffer = self._source()
        return self._buffer


class Budget:
    """Number of operations a client's script may still perform, including nested scripts."""

    def __init__(self, operations: int = 100_000) -> None:
        self._remaining = operations

    def spend(self) -> None:
        """Count one command or loop iteration.

        Raises:
            CommandError: the script exceeded its budget.
        """
        self._remaining -= 1
        if self._remaining < 0:
            raise CommandError("/system/bin/sh: the script ran too many commands and was stopped", status=1)


class Environment:
    """State of a shell: variables, arguments, working directory and last status."""

    def __init__(self) -> None:
        self.variables = {
            "HOME": "/",
            "HOSTNAME": "practice",
            "USER": "shell",
            "LOGNAME": "shell",
            "SHELL": "/bin/sh",
            "TERM": "dumb",
            "TMPDIR": "/data/local/tmp",
            "ANDROID_ROOT": "/system",
            "ANDROID_DATA": "/data",
            "EXTERNAL_STORAGE": "/sdcard",
            "PATH": "/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/vendor/bin",
        }
        self.name = "sh"
        self.arguments: tuple[str, ...] = ()
        self.folder = "/"
        self.status = 0
        self.has_exited = False
        self.loop_depth = 0
        self.budget = Budget()

    def copy(self) -> Environment:
        """Return an independent copy of the environment."""
        copy = Environment()
        copy.variables = dict(self.variables)
        copy.name, copy.arguments = self.name, self.arguments
        copy.folder, copy.status = self.folder, self.status
        copy.budget, copy.loop_depth = self.budget, self.loop_depth
        return copy

    def path(self, name: str) -> str:
        """Return the absolute path of a name in the working directory."""
        return name if name.startswith("/") else posixpath.join(self.folder, name)


class Call(msgspec.Struct, frozen=True):
    """One command call.

    `commands` are all command names, `interpret` runs a script and `invoke` runs another command.
    """

    name: str
    arguments: tuple[str, ...]
    stdin: Input
    machine: Machine
    environment: Environment
    commands: frozenset[str]
    interpret: Callable[[str, tuple[str, ...]], Result]
    invoke: Callable[[tuple[str, ...], Input], Result]

    def rest(self, count: int = 1) -> Call:
        """Return the call without its first `count` arguments, as a call of a subcommand.

        The new call is named after the last argument removed.
        """
        name = self.arguments[:count][-1] if self.arguments[:count] else self.name
        return msgspec.structs.replace(self, name=name, arguments=self.arguments[count:])

    def argument(self, index: int, default: str = "") -> str:
        """Return the argument at an index, or a default if it is missing."""
        return self.arguments[index] if index < len(self.arguments) else default


class Options(msgspec.Struct, frozen=True):
    """Parsed options by name, without dashes, and positional arguments."""

    values: dict[str, str]
    rest: tuple[str, ...]

    def has(self, *names: str) -> bool:
        """Whether one of these options was given."""
        return any(name in self.values for name in names)


def parse_options(call: Call, letters: str, *, long_options: tuple[str, ...] = ()) -> Options:
    """Parse a command's options; a letter with ":" or a word with "=" takes a value.

    Raises:
        CommandError: an option is unknown.
    """
    try:
        pairs, positional = gnu_getopt(list(call.arguments), letters, list(long_options))
    except GetoptError as error:
        raise CommandError(
            f"{call.name}: Unknown option '{error.opt}' (see \"{call.name} --help\")"
        ) from error
    return Options({name.lstrip("-"): value for name, value in pairs}, tuple(positional))


Command = Callable[[Call], Result]


def encode_text(text: str) -> bytes:
    """Encode text as UTF-8, restoring bytes that `decode_text` could not decode."""
    return text.encode("utf-8", "surrogateescape")


def decode_text(data: bytes) -> str:
    """Decode UTF-8 bytes; `encode_text` restores invalid bytes exactly."""
    return data.decode("utf-8", "surrogateescape")


def output(text: str, status: int = 0) -> Result:
    """Return a result with this text on stdout, terminated by a newline."""
    return Result(stdout=encode_text(text if not text or text.endswith("\n") else text + "\n"), status=status)


def error_output(text: str, status: int = 1) -> Result:
    """Return a result with this text on stderr, terminated by a newline."""
    return Result(stderr=encode_text(text if text.endswith("\n") else text + "\n"), status=status)


def exception_output(command: str, error: str) -> Result:
    """Return the result of a system service command that throws an exception."""
    return error_output(f"\nException occurred while executing '{command}':\n{error}", 255)
