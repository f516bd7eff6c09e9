"""What a command is given and what it gives back."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from getopt import GetoptError, gnu_getopt

import msgspec

from onscreen_practice.phone.shell.machine import Machine


class Refused(Exception):
    """A command cannot be done as it was called; the message is what it complains."""

    def __init__(self, message: str, *, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


class Exit(Exception):
    """The script ends here, with this status."""

    def __init__(self, status: int) -> None:
        super().__init__(str(status))
        self.status = status


class Jump(Exception):
    """So many loops end here, or the innermost of them goes on with its next round."""

    def __init__(self, loops: int, *, goes_on: bool) -> None:
        super().__init__(f"{loops} loops")
        self.loops = loops
        self.goes_on = goes_on


class Result(msgspec.Struct, frozen=True):
    """What a command wrote, and its exit status."""

    stdout: bytes = b""
    stderr: bytes = b""
    status: int = 0


class Input:
    """What a command may read; nothing is waited for until it does."""

    def __init__(self, source: Callable[[], bytes] = bytes) -> None:
        self._source = source
        self._held: bytes | None = None

    @classmethod
    def of(cls, data: bytes) -> Input:
        """Return an input that holds this."""
        return cls(lambda: data)

    def read(self) -> bytes:
        """Return everything up to the end that was not read yet."""
        found, self._held = self._rest(), b""
        return found

    def line(self) -> bytes:
        """Return the next line with its end; b"" where there is none."""
        found, end, self._held = self._rest().partition(b"\n")
        return found + end

    def _rest(self) -> bytes:
        if self._held is None:
            self._held = self._source()
        return self._held


class Budget:
    """How much a client's script may still do, shared by all scripts within it."""

    def __init__(self, rounds: int = 100_000) -> None:
        self._rounds = rounds

    def spend(self) -> None:
        """Count one round of a loop or one command.

        Raises:
            Refused: the script has done too much.
        """
        self._rounds -= 1
        if self._rounds < 0:
            raise Refused("/system/bin/sh: the script does too much; it is ended", status=1)


class Environment:
    """What a shell remembers: variables, the folder it is in, the last status."""

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
        self.has_left = False
        self.loops = 0
        self.budget = Budget()

    def copy(self) -> Environment:
        """Return an environment that begins as this one and changes alone."""
        made = Environment()
        made.variables = dict(self.variables)
        made.name, made.arguments = self.name, self.arguments
        made.folder, made.status = self.folder, self.status
        made.budget, made.loops = self.budget, self.loops
        return made

    def path(self, name: str) -> str:
        """Return the whole path of a name as seen from the folder the shell is in."""
        return name if name.startswith("/") else posixpath.join(self.folder, name)


class Call(msgspec.Struct, frozen=True):
    """One call of a command; `commands` are all names, `interpret` runs a script, `invoke` a command."""

    name: str
    arguments: tuple[str, ...]
    stdin: Input
    machine: Machine
    environment: Environment
    commands: frozenset[str]
    interpret: Callable[[str, tuple[str, ...]], Result]
    invoke: Callable[[tuple[str, ...], Input], Result]

    def rest(self, count: int = 1) -> Call:
        """Return the call with the first arguments left out, named for the last of them."""
        name = self.arguments[:count][-1] if self.arguments[:count] else self.name
        return msgspec.structs.replace(self, name=name, arguments=self.arguments[count:])

    def argument(self, number: int, otherwise: str = "") -> str:
        """Return an argument, or what stands in for it where there is none."""
        return self.arguments[number] if number < len(self.arguments) else otherwise


class Options(msgspec.Struct, frozen=True):
    """The options of a call by name, without their dashes, and the other arguments."""

    given: dict[str, str]
    rest: tuple[str, ...]

    def has(self, *names: str) -> bool:
        """Whether one of these was given."""
        return any(name in self.given for name in names)


def options(call: Call, letters: str, *, words: tuple[str, ...] = ()) -> Options:
    """Read a command's options; a letter with a colon, and a word with =, takes a value.

    Raises:
        Refused: an option is none of these.
    """
    try:
        pairs, rest = gnu_getopt(list(call.arguments), letters, list(words))
    except GetoptError as error:
        raise Refused(f"{call.name}: Unknown option '{error.opt}' (see \"{call.name} --help\")") from error
    return Options({name.lstrip("-"): value for name, value in pairs}, tuple(rest))


Command = Callable[[Call], Result]


def encoded(text: str) -> bytes:
    """Return the text as bytes; what was no Unicode comes out as it came in."""
    return text.encode("utf-8", "surrogateescape")


def decoded(data: bytes) -> str:
    """Return the bytes as text that `encoded` turns back into the same bytes."""
    return data.decode("utf-8", "surrogateescape")


def said(text: str, status: int = 0) -> Result:
    """Return a result that wrote this text, a line feed at its end where it has none."""
    return Result(stdout=encoded(text if not text or text.endswith("\n") else text + "\n"), status=status)


def failed(text: str, status: int = 1) -> Result:
    """Return a result that complained with this text."""
    return Result(stderr=encoded(text if text.endswith("\n") else text + "\n"), status=status)


def exception(command: str, error: str) -> Result:
    """Return what Android prints where a command of a system service throws."""
    return failed(f"\nException occurred while executing '{command}':\n{error}", 255)
