"""Simulated shell command `find` with the toybox tests and operators that clients use."""

from __future__ import annotations

import fnmatch
import posixpath
from collections.abc import Callable, Mapping

import msgspec

from onscreen_practice.phone.shell.command_interface import Call, Command, CommandError, Result
from onscreen_practice.phone.shell.commands.file_commands import lines_output, walk
from onscreen_practice.phone.shell.file_system import NO_ENTRY, Entry

_TYPES = {"f": "file", "d": "dir"}
_DEFAULT_DEPTH = 1 << 30


class _Candidate(msgspec.Struct, frozen=True):
    path: str
    entry: Entry
    depth: int
    is_empty: bool


_Test = Callable[[_Candidate], bool]


class _Expression(msgspec.Struct, frozen=True):
    test: _Test
    max_depth: int
    min_depth: int
    deletes: bool
    separator: str


class _Parser:
    """Recursive descent parser for `find` expressions, in which `-o` has the lowest precedence."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        self.max_depth, self.min_depth = _DEFAULT_DEPTH, 0
        self.deletes = False
        self.separator = "\n"

    def parse(self) -> _Test:
        """Parse all words of the expression into a test for files.

        Raises:
            CommandError: a word is unknown or a value is missing.
        """
        test = self._parse_alternatives() if self._words else _always
        if self._words:
            raise CommandError(f"find: bad arg '{self._words[0]}'")
        return test

    def _parse_alternatives(self) -> _Test:
        tests = [self._parse_sequence()]
        while self._words and self._words[0] in {"-o", "-or"}:
            self._words.pop(0)
            tests.append(self._parse_sequence())
        return lambda candidate: any(test(candidate) for test in tests)

    def _parse_sequence(self) -> _Test:
        tests: list[_Test] = []
        while self._words and self._words[0] not in {"-o", "-or", ")"}:
            if self._words[0] in {"-a", "-and"}:
                self._words.pop(0)
            tests.append(self._parse_test())
        return lambda candidate: all(test(candidate) for test in tests)

    def _parse_test(self) -> _Test:
        word = self._pop("an expression")
        if word in {"!", "-not"}:
            negated = self._parse_test()
            return lambda candidate: not negated(candidate)
        if word == "(":
            group = self._parse_alternatives()
            if self._pop(")") != ")":
                raise CommandError("find: need )")
            return group
        return self._parse_primary(word)

    def _parse_primary(self, word: str) -> _Test:
        match word:
            case "-name" | "-iname" | "-path" | "-ipath" | "-wholename":
                return _name_test(word, self._pop(word))
            case "-type":
                kind = _TYPES.get(self._pop(word), "")
                return lambda candidate: candidate.entry.kind == kind
            case "-maxdepth":
                self.max_depth = int(self._pop(word))
            case "-mindepth":
                self.min_depth = int(self._pop(word))
            case "-empty":
                return lambda candidate: candidate.is_empty
            case "-delete":
                self.deletes = True
            case "-print" | "-print0":
                self.separator = "\0" if word == "-print0" else "\n"
            case _:
                raise CommandError(f"find: bad arg '{word}'")
        return _always

    def _pop(self, wanted: str) -> str:
        if not self._words:
            raise CommandError(f"find: '{wanted}' needs 1 arg")
        return self._words.pop(0)


def _always(_candidate: _Candidate) -> bool:
    return True


def _name_test(word: str, pattern: str) -> _Test:
    folded = pattern.lower() if word.startswith("-i") else pattern
    in_path = word.endswith(("path", "wholename"))

    def test(candidate: _Candidate) -> bool:
        text = candidate.path if in_path else posixpath.basename(candidate.path.rstrip("/")) or candidate.path
        return fnmatch.fnmatchcase(text.lower() if word.startswith("-i") else text, folded)

    return test


def find(call: Call) -> Result:
    """Find files (`find PATH... [EXPRESSION]`), for example by -name, -type, -maxdepth, `!` and -o."""
    words = list(call.arguments)
    names: list[str] = []
    while words and not words[0].startswith(("-", "(", "!")):
        names.append(words.pop(0))
    parser = _Parser(words)
    test = parser.parse()
    expression = _Expression(test, parser.max_depth, parser.min_depth, parser.deletes, parser.separator)
    lines: list[str] = []
    problems: list[str] = []
    for name in names or ["."]:
        found, missing = _search(call, name, expression=expression)
        lines += found
        problems += missing
    if expression.separator == "\0":
        return Result("".join(f"{line}\0" for line in lines).encode(), lines_output([], problems).stderr)
    return lines_output([] if expression.deletes else lines, problems)


def _search(call: Call, name: str, *, expression: _Expression) -> tuple[list[str], list[str]]:
    """Search below one path and return the matching paths and any error messages."""
    storage, top = call.machine.storage, call.environment.path(name)
    entries = list(walk(storage, top))
    parents = {posixpath.dirname(path) for path, _ in entries}
    prefix = name.rstrip("/") if name != "/" else ""
    lines: list[str] = []
    for path, entry in entries:
        below = path[len(top.rstrip("/")) :]
        depth = below.count("/") if below.strip("/") else 0
        shown = prefix + below if below.strip("/") else name
        is_empty = path not in parents if entry.is_folder else not entry.size
        candidate = _Candidate(shown, entry, depth, is_empty)
        if expression.min_depth <= depth <= expression.max_depth and expression.test(candidate):
            lines.append(shown)
            if expression.deletes:
                storage.remove(path, recursive=False)
    return lines, [] if entries else [f"find: '{name}': {NO_ENTRY}"]


TABLE: Mapping[str, Command] = {"find": find}
