"""Data types for calling shell commands: arguments, environment, input and result."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from getopt import GetoptError, gnu_getopt

import msgspec

from onscreen_practice.phone.shell.simulated_system import Machine


class CommandError(Exception):
    """Raised when a shell command is called with invalid arguments.

    The message is written to stderr.
    """

    def __init__(self, message: str, *, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


class ShellExit(Exception):
    """Raised to end a shell script with an exit status."""

    def __init__(self, status: int) -> None:
        super().__init__(str(status))
        self.status = status


class LoopControl(Exception):
    """Raised by the shell commands `break` and `continue` to leave or repeat enclosing loops."""

    def __init__(self, loops: int, *, is_continue: bool) -> None:
        super().__init__(f"{loops} loops")
        self.loops = loops
        self.is_continue = is_continue


class Result(msgspec.Struct, frozen=True):
    """Output and exit status of a shell command."""

    stdout: bytes = b""
    stderr: bytes = b""
    status: int = 0


class Input:
    """Standard input of a shell command, read only as far as the command needs.

    `source` waits for the next bytes and returns b"" at the end of the input. `wait_for_hang_up` waits until
    the client that started the command disconnects; it is None for a command that no client waits for.
    """

    def __init__(
        self,
        source: Callable[[], bytes] = bytes,
        *,
        wait_for_hang_up: Callable[[], None] | None = None,
    ) -> None:
        self._source = source
        self._buffer, self._has_ended = b"", False
        self.wait_for_hang_up = wait_for_hang_up

    @classmethod
    def from_bytes(cls, data: bytes) -> Input:
        """Create an input that contains the given bytes."""
        remaining = iter((data,))
        return cls(lambda: next(remaining, b""))

    def read(self) -> bytes:
        """Read the rest of the input."""
        return b"".join(self.chunks())

    def chunks(self) -> Iterator[bytes]:
        """Yield the rest of the input in parts, as they arrive."""
        while self._buffer or self._receive():
            data, self._buffer = self._buffer, b""
            yield data

    def line(self) -> bytes:
        """Read the next line with its terminator, or return b"" at the end of the input."""
        while b"\n" not in self._buffer and self._receive():
            pass
        line, end, self._buffer = self._buffer.partition(b"\n")
        return line + end

    def _receive(self) -> bool:
        """Wait for more input and return False at its end."""
        data = b"" if self._has_ended else self._source()
        self._has_ended = not data
        self._buffer += data
        return bool(data)


class Budget:
    """Limit on the number of commands and loop iterations that a script may execute.

    Nested scripts share the budget of the client's script.
    """

    def __init__(self, operations: int = 100_000) -> None:
        self._remaining = operations

    def spend(self) -> None:
        """Count one command or loop iteration against the budget.

        Raises:
            CommandError: the script exceeded its budget.
        """
        self._remaining -= 1
        if self._remaining < 0:
            raise CommandError("/system/bin/sh: the script ran too many commands and was stopped", status=1)


class Environment:
    """State of a shell: variables, arguments, working directory, last exit status and root access."""

    def __init__(self, *, is_root: bool = False) -> None:
        user = "root" if is_root else "shell"
        self.is_root = is_root
        self.variables = {
            "HOME": "/",
            "HOSTNAME": "practice",
            "USER": user,
            "LOGNAME": user,
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
        self.background_process_id = ""
        self.has_exited = False
        self.loop_depth = 0
        self.budget = Budget()

    def copy(self) -> Environment:
        """Copy the environment, except for the operation budget, which the copy shares."""
        copy = Environment(is_root=self.is_root)
        copy.variables = dict(self.variables)
        copy.name, copy.arguments = self.name, self.arguments
        copy.folder, copy.status = self.folder, self.status
        copy.background_process_id = self.background_process_id
        copy.budget, copy.loop_depth = self.budget, self.loop_depth
        return copy

    def path(self, name: str) -> str:
        """Convert a path relative to the working directory to an absolute path."""
        return name if name.startswith("/") else posixpath.join(self.folder, name)


class Call(msgspec.Struct, frozen=True):
    """A call to a shell command, with its arguments, input and environment.

    `commands` are all command names, `interpret` runs a script and `invoke` runs another command. `write`
    sends output before the command ends.
    """

    name: str
    arguments: tuple[str, ...]
    stdin: Input
    machine: Machine
    environment: Environment
    commands: frozenset[str]
    interpret: Callable[[str, tuple[str, ...]], Result]
    invoke: Callable[[tuple[str, ...], Input], Result]
    write: Callable[[bytes], None]

    def rest(self, count: int = 1) -> Call:
        """Create a call without the first `count` arguments, to run a subcommand.

        The new call is named after the last argument removed.
        """
        name = self.arguments[:count][-1] if self.arguments[:count] else self.name
        return msgspec.structs.replace(self, name=name, arguments=self.arguments[count:])

    def argument(self, index: int, default: str = "") -> str:
        """Return the argument at an index, or a default value if it is missing."""
        return self.arguments[index] if index < len(self.arguments) else default


class Options(msgspec.Struct, frozen=True):
    """Parsed options and positional arguments of a shell command.

    `values` maps option names without dashes to their values.
    """

    values: dict[str, str]
    rest: tuple[str, ...]

    def has(self, *names: str) -> bool:
        """Return True if any of the named options was given."""
        return any(name in self.values for name in names)


def parse_options(call: Call, letters: str, *, long_options: tuple[str, ...] = ()) -> Options:
    """Parse a shell command's options, specified in the format of Python's `getopt`.

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
    """Encode text as UTF-8, restoring invalid bytes that `decode_text` preserved."""
    return text.encode("utf-8", "surrogateescape")


def decode_text(data: bytes) -> str:
    """Decode UTF-8 bytes, preserving invalid bytes so that `encode_text` can restore them."""
    return data.decode("utf-8", "surrogateescape")


def output(text: str, status: int = 0) -> Result:
    """Create a result that writes text to stdout, with a newline at the end."""
    return Result(stdout=encode_text(text if not text or text.endswith("\n") else text + "\n"), status=status)


def error_output(text: str, status: int = 1) -> Result:
    """Create a result that writes text to stderr, with a newline at the end."""
    return Result(stderr=encode_text(text if text.endswith("\n") else text + "\n"), status=status)


def exception_output(command: str, error: str) -> Result:
    """Create the result of a system service command that failed with a Java exception."""
    return error_output(f"\nException occurred while executing '{command}':\n{error}", 255)
