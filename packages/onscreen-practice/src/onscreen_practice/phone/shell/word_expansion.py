"""Turns the words of a command into its arguments: variables, splitting, names of files that match."""

from __future__ import annotations

import fnmatch
import posixpath
import re
from collections.abc import Callable

from onscreen_practice.phone.shell.command_call import Environment, decoded
from onscreen_practice.phone.shell.lexer import SyntaxProblem
from onscreen_practice.phone.shell.shell_arithmetic import BadSum, value
from onscreen_practice.phone.shell.storage import Storage
from onscreen_practice.phone.shell.syntax_tree import Literal, Part, Script, Substitution, Sum, Variable, Word

_GLOB = re.compile(r"[*?\[]")
_SPLIT = re.compile(r"[ \t\n]+")
_PROCESS = "4242"
LONGEST_TEXT = 1 << 24
Piece = tuple[str, bool]
"""Some characters, and whether they are quoted."""


class Expander:
    """Expands words in one environment; `run` gives the output of a substitution."""

    def __init__(self, environment: Environment, storage: Storage, *, run: Callable[[Script], bytes]) -> None:
        self._environment = environment
        self._storage = storage
        self._run = run

    def text(self, word: Word) -> str:
        """Return a word as one text, unsplit, as in an assignment."""
        found = "".join(text for part in word.parts for text, _ in self._pieces(part))
        if len(found) > LONGEST_TEXT:
            raise SyntaxProblem(f"a text of more than {LONGEST_TEXT} characters")
        return found

    def fields(self, word: Word) -> tuple[str, ...]:
        """Return the arguments a word becomes: none, one or several."""
        if word.parts == (Variable("@", quoted=True),):
            return self._environment.arguments
        found: list[list[Piece]] = [[]]
        for part in word.parts:
            splits = isinstance(part, Variable | Substitution) and not part.quoted
            for piece in self._pieces(part):
                _join(found, piece, splits=splits)
        kept = [pieces for pieces in found if pieces]
        return tuple(argument for pieces in kept for argument in self._matching(pieces))

    def _pieces(self, part: Part) -> tuple[Piece, ...]:
        match part:
            case Literal(text, quoted):
                return ((text, quoted),)
            case Substitution(script, quoted):
                return ((decoded(self._run(script).replace(b"\0", b"")).rstrip("\n"), quoted),)
            case Sum(expression):
                return ((self._sum(self.text(expression)), True),)
            case Variable():
                return ((self._variable(part), part.quoted),)

    def _sum(self, expression: str) -> str:
        try:
            return str(value(expression, self._environment.variables))
        except BadSum as error:
            raise SyntaxProblem(f"{expression.strip()}: {error}") from error

    def _value(self, name: str) -> str | None:
        environment = self._environment
        arguments = (environment.name, *environment.arguments)
        if name.isdigit():
            return arguments[int(name)] if int(name) < len(arguments) else None
        special = {
            "?": str(environment.status),
            "$": _PROCESS,
            "!": _PROCESS,
            "#": str(len(environment.arguments)),
            "@": " ".join(environment.arguments),
            "*": " ".join(environment.arguments),
            "-": "",
            "PWD": environment.folder,
            "IFS": " \t\n",
        }
        return special.get(name, environment.variables.get(name))

    def _variable(self, part: Variable) -> str:
        found = self._value(part.name)
        instead = self.text(part.instead) if part.instead and part.operator != "length" else ""
        is_set = bool(found) if part.operator.startswith(":") else found is not None
        match part.operator.lstrip(":"):
            case "length":
                return str(len(found or ""))
            case "-" | "=" if not is_set:
                if part.operator.endswith("="):
                    self._environment.variables[part.name] = instead
                return instead
            case "+":
                return instead if is_set else ""
            case "?" if not is_set:
                raise SyntaxProblem(f"{part.name}: {instead or 'parameter null or not set'}")
            case "#" | "##" | "%" | "%%" as operator:
                return _trimmed(found or "", instead, operator=operator)
        return found or ""

    def _matching(self, pieces: list[Piece]) -> tuple[str, ...]:
        whole = "".join(text for text, _ in pieces)
        if not any(_GLOB.search(text) for text, quoted in pieces if not quoted):
            return (whole,)
        pattern = "".join(glob_quoted(text) if quoted else text for text, quoted in pieces)
        return tuple(self._files(pattern)) or (whole,)

    def _files(self, pattern: str) -> list[str]:
        found = ["/"] if pattern.startswith("/") else [""]
        for name in [each for each in pattern.split("/") if each]:
            found = [path for folder in found for path in self._in_folder(folder, name)]
        return found

    def _in_folder(self, folder: str, pattern: str) -> list[str]:
        if not _GLOB.search(pattern):
            path = posixpath.join(folder, pattern)
            return [path] if self._storage.stat(self._environment.path(path)) else []
        entries = self._storage.list(self._environment.path(folder)) or ()
        named = [
            entry.name for entry in entries if fnmatch.fnmatchcase(entry.name, pattern.replace("[^", "[!"))
        ]
        return [posixpath.join(folder, name) for name in named if pattern.startswith(".") or name[0] != "."]


def glob_quoted(text: str) -> str:
    """Return a pattern that matches this text and nothing else."""
    return _GLOB.sub(lambda found: f"[{found.group()}]", text)


def _join(found: list[list[Piece]], piece: Piece, *, splits: bool) -> None:
    """Add a piece to the last argument, or, where it is split, to as many as it has blanks."""
    text, quoted = piece
    if not splits:
        if text or quoted:
            found[-1].append(piece)
        return
    for number, part in enumerate(_SPLIT.split(text)):
        if number:
            found.append([])
        if part:
            found[-1].append((part, False))


def _trimmed(text: str, pattern: str, *, operator: str) -> str:
    """Return the text without the shortest or longest beginning or end that matches."""
    ends = operator.startswith("%")
    cuts = range(len(text) + 1)
    longest = len(operator) > 1
    for cut in reversed(cuts) if longest != ends else cuts:
        piece = text[cut:] if ends else text[:cut]
        if fnmatch.fnmatchcase(piece, pattern):
            return text[:cut] if ends else text[cut:]
    return text
