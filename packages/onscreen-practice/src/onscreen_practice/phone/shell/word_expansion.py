"""Expansion of shell words: variables, field splitting and file name patterns."""

from __future__ import annotations

import fnmatch
import posixpath
import re
from collections.abc import Callable

from onscreen_practice.phone.shell.command_interface import Environment, decode_text
from onscreen_practice.phone.shell.file_system import Storage
from onscreen_practice.phone.shell.lexer import ShellSyntaxError
from onscreen_practice.phone.shell.shell_arithmetic import InvalidExpression, evaluate
from onscreen_practice.phone.shell.syntax_tree import (
    Arithmetic,
    Literal,
    Part,
    Script,
    Substitution,
    Variable,
    Word,
)

_GLOB = re.compile(r"[*?\[]")
_FIELD_SEPARATOR = re.compile(r"[ \t\n]+")
_PROCESS_ID = "4242"
MAX_TEXT_CHARS = 1 << 24
Fragment = tuple[str, bool]
"""Expanded text, and True if the text is quoted."""


class Expander:
    """Expander for shell words that uses the variables of one shell environment.

    `run_script` returns the output of a command substitution.
    """

    def __init__(
        self, environment: Environment, storage: Storage, *, run_script: Callable[[Script], bytes]
    ) -> None:
        self._environment = environment
        self._storage = storage
        self._run_script = run_script

    def text(self, word: Word) -> str:
        """Expand a word to a single string without field splitting, as in an assignment."""
        expanded = "".join(text for part in word.parts for text, _ in self._expand_part(part))
        if len(expanded) > MAX_TEXT_CHARS:
            raise ShellSyntaxError(f"the expansion is longer than {MAX_TEXT_CHARS} characters")
        return expanded

    def fields(self, word: Word) -> tuple[str, ...]:
        """Expand a word to zero, one or several command arguments."""
        if word.parts == (Variable("@", quoted=True),):
            return self._environment.arguments
        fields: list[list[Fragment]] = [[]]
        for part in word.parts:
            split = isinstance(part, Variable | Substitution) and not part.quoted
            for fragment in self._expand_part(part):
                _append_fragment(fields, fragment, split=split)
        nonempty = [fragments for fragments in fields if fragments]
        return tuple(argument for fragments in nonempty for argument in self._expand_pattern(fragments))

    def _expand_part(self, part: Part) -> tuple[Fragment, ...]:
        match part:
            case Literal(text, quoted):
                return ((text, quoted),)
            case Substitution(script, quoted):
                return ((decode_text(self._run_script(script).replace(b"\0", b"")).rstrip("\n"), quoted),)
            case Arithmetic(expression):
                return ((self._evaluate_arithmetic(self.text(expression)), True),)
            case Variable():
                return ((self._expand_variable(part), part.quoted),)

    def _evaluate_arithmetic(self, expression: str) -> str:
        try:
            return str(evaluate(expression, self._environment.variables))
        except InvalidExpression as error:
            raise ShellSyntaxError(f"{expression.strip()}: {error}") from error

    def _get_parameter(self, name: str) -> str | None:
        environment = self._environment
        arguments = (environment.name, *environment.arguments)
        if name.isdigit():
            return arguments[int(name)] if int(name) < len(arguments) else None
        special = {
            "?": str(environment.status),
            "$": _PROCESS_ID,
            "!": environment.background_process_id or _PROCESS_ID,
            "#": str(len(environment.arguments)),
            "@": " ".join(environment.arguments),
            "*": " ".join(environment.arguments),
            "-": "",
            "PWD": environment.folder,
            "IFS": " \t\n",
        }
        return special.get(name, environment.variables.get(name))

    def _expand_variable(self, part: Variable) -> str:
        current = self._get_parameter(part.name)
        operand = self.text(part.operand) if part.operand and part.operator != "length" else ""
        is_set = bool(current) if part.operator.startswith(":") else current is not None
        match part.operator.lstrip(":"):
            case "length":
                return str(len(current or ""))
            case "-" | "=" if not is_set:
                if part.operator.endswith("="):
                    self._environment.variables[part.name] = operand
                return operand
            case "+":
                return operand if is_set else ""
            case "?" if not is_set:
                raise ShellSyntaxError(f"{part.name}: {operand or 'parameter null or not set'}")
            case "#" | "##" | "%" | "%%" as operator:
                return _trim_pattern(current or "", operand, operator=operator)
        return current or ""

    def _expand_pattern(self, fragments: list[Fragment]) -> tuple[str, ...]:
        whole = "".join(text for text, _ in fragments)
        if not any(_GLOB.search(text) for text, quoted in fragments if not quoted):
            return (whole,)
        pattern = "".join(escape_pattern(text) if quoted else text for text, quoted in fragments)
        return tuple(self._find_files(pattern)) or (whole,)

    def _find_files(self, pattern: str) -> list[str]:
        paths = ["/"] if pattern.startswith("/") else [""]
        for name in [each for each in pattern.split("/") if each]:
            paths = [path for folder in paths for path in self._match_in_folder(folder, name)]
        return paths

    def _match_in_folder(self, folder: str, pattern: str) -> list[str]:
        if not _GLOB.search(pattern):
            path = posixpath.join(folder, pattern)
            return [path] if self._storage.stat(self._environment.path(path)) else []
        entries = self._storage.list(self._environment.path(folder)) or ()
        names = [
            entry.name for entry in entries if fnmatch.fnmatchcase(entry.name, pattern.replace("[^", "[!"))
        ]
        return [posixpath.join(folder, name) for name in names if pattern.startswith(".") or name[0] != "."]


def escape_pattern(text: str) -> str:
    """Escape wildcards in text, so that it matches only itself as a file name pattern."""
    return _GLOB.sub(lambda match: f"[{match.group()}]", text)


def _append_fragment(arguments: list[list[Fragment]], fragment: Fragment, *, split: bool) -> None:
    """Append a fragment to the last argument, splitting it at white space if requested."""
    text, quoted = fragment
    if not split:
        if text or quoted:
            arguments[-1].append(fragment)
        return
    for number, part in enumerate(_FIELD_SEPARATOR.split(text)):
        if number:
            arguments.append([])
        if part:
            arguments[-1].append((part, False))


def _trim_pattern(text: str, pattern: str, *, operator: str) -> str:
    """Remove the shortest or longest matching prefix or suffix, as ${name#pattern} does."""
    from_end = operator.startswith("%")
    positions = range(len(text) + 1)
    is_longest = len(operator) > 1
    for position in reversed(positions) if is_longest != from_end else positions:
        candidate = text[position:] if from_end else text[:position]
        if fnmatch.fnmatchcase(candidate, pattern):
            return text[:position] if from_end else text[position:]
    return text
