"""Lexer for shell scripts, with quoting, escapes, variables and substitutions."""

from __future__ import annotations

import re
from collections.abc import Callable

from onscreen_practice.phone.shell.syntax_tree import (
    Arithmetic,
    Literal,
    Part,
    Script,
    Substitution,
    Variable,
    Word,
)

BLANK_CHARACTERS = " \t"
WORD_BREAKS = " \t\n;&|<>()"
MAX_DEPTH = 40
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SPECIAL_PARAMETERS = "?$#@*!-0123456789"
_UNQUOTED_TEXT = re.compile(r"[^ \t\n;&|<>()'\"\\$`]+")
_QUOTED_TEXT = re.compile(r'[^"\\$`]+')
_BRACED_TEXT = re.compile(r"[^}\"'\\$`]+")
_OPERATOR = re.compile(r":?[-=+?]|##?|%%?|")
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|.)", re.DOTALL)
_MAX_CODE_POINT, _SURROGATES = 0x10FFFF, (0xD800, 0xDFFF)
_ESCAPES = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "e": "\x1b",
    "E": "\x1b",
}


class ShellSyntaxError(Exception):
    """Raised when a shell script has a syntax error.

    The shell prints the message to stderr.
    """


class Lexer:
    """Lexer that reads shell words from text.

    Nested scripts are read by the parser.
    """

    def __init__(self, text: str, parse: Callable[[Lexer], Script]) -> None:
        self.text = text
        self.position = 0
        self.depth = 0
        self._parse = parse

    def starts_with(self, text: str) -> bool:
        """Return True if the remaining text starts with `text`."""
        return self.text.startswith(text, self.position)

    @property
    def is_at_end(self) -> bool:
        """Return True if the whole text has been read."""
        return self.position >= len(self.text)

    def accept(self, text: str) -> bool:
        """Advance past `text` and return True if the remaining text starts with it."""
        accepted = self.starts_with(text)
        self.position += len(text) if accepted else 0
        return accepted

    def skip_blanks(self) -> None:
        """Skip blanks, comments and line continuations."""
        while not self.is_at_end:
            if self.text[self.position] in BLANK_CHARACTERS:
                self.position += 1
            elif self.starts_with("\\\n"):
                self.position += 2
            elif self.starts_with("#"):
                end = self.text.find("\n", self.position)
                self.position = len(self.text) if end < 0 else end
            else:
                return

    def read_word(self) -> Word | None:
        """Read the next word, or return None if the next character cannot start a word."""
        parts: list[Part] = []
        while not self.is_at_end and self.text[self.position] not in WORD_BREAKS:
            parts.extend(self._read_part())
        return Word(tuple(parts)) if parts else None

    def read_quoted(self, end: str) -> Word:
        """Read text up to a closing delimiter, using the rules for double quotes."""
        parts: list[Part] = []
        while not self.accept(end):
            if self.is_at_end:
                raise ShellSyntaxError("no closing quote")
            parts.append(self._read_quoted_part())
        return Word(tuple(parts) or (Literal("", quoted=True),))

    def _read_part(self) -> tuple[Part, ...]:
        character = self.text[self.position]
        if character == "'":
            self.position += 1
            return (Literal(self._read_until("'"), quoted=True),)
        if character == '"':
            self.position += 1
            return self.read_quoted('"').parts
        if character == "\\":
            escaped = self.text[self.position + 1 : self.position + 2]
            self.position += 2
            return () if escaped == "\n" else (Literal(escaped or "\\", quoted=True),)
        if character in "$`":
            return (self._read_expansion(quoted=False),)
        plain = _UNQUOTED_TEXT.match(self.text, self.position)
        text = plain.group() if plain else character
        self.position += len(text)
        return (Literal(text),)

    def _read_quoted_part(self) -> Part:
        character = self.text[self.position]
        if character == "\\":
            escaped = self.text[self.position + 1 : self.position + 2]
            self.position += 2
            if escaped == "\n":
                return Literal("", quoted=True)
            return Literal(escaped if escaped and escaped in '$`"\\' else "\\" + escaped, quoted=True)
        if character in "$`":
            return self._read_expansion(quoted=True)
        inner = _QUOTED_TEXT.match(self.text, self.position)
        text = inner.group() if inner else character
        self.position += len(text)
        return Literal(text, quoted=True)

    def _read_until(self, delimiter: str) -> str:
        end = self.text.find(delimiter, self.position)
        if end < 0:
            raise ShellSyntaxError("no closing quote")
        text = self.text[self.position : end]
        self.position = end + len(delimiter)
        return text

    def _read_expansion(self, *, quoted: bool) -> Part:
        if self.accept("`"):
            inner = re.sub(r"\\([$`\\])", r"\1", self._read_backquoted())
            return Substitution(self._parse_nested(Lexer(inner, self._parse)), quoted)
        if self.accept("$(("):
            return Arithmetic(self._read_arithmetic())
        if self.accept("$("):
            script = self._parse_nested(self)
            if not self.accept(")"):
                raise ShellSyntaxError("syntax error: unmatched '('")
            return Substitution(script, quoted)
        if self.accept("${"):
            return self._read_parameter(quoted=quoted)
        if not quoted and self.accept("$'"):
            return Literal(self._read_escaped(), quoted=True)
        return self._read_variable(quoted=quoted)

    def _read_variable(self, *, quoted: bool) -> Part:
        """Read the name after a dollar sign; return a literal "$" if no name follows."""
        self.position += 1
        name = _NAME.match(self.text, self.position)
        if name:
            self.position = name.end()
            return Variable(name.group(), quoted)
        if not self.is_at_end and self.text[self.position] in _SPECIAL_PARAMETERS:
            self.position += 1
            return Variable(self.text[self.position - 1], quoted)
        return Literal("$", quoted=True)

    def _parse_nested(self, lexer: Lexer) -> Script:
        lexer.depth = self.depth + 1
        if lexer.depth > MAX_DEPTH:
            raise ShellSyntaxError(f"syntax error: more than {MAX_DEPTH} nested scripts")
        script = self._parse(lexer)
        lexer.depth -= 1
        return script

    def _read_backquoted(self) -> str:
        match = re.compile(r"((?:[^`\\]|\\.)*)`", re.DOTALL).match(self.text, self.position)
        if match is None:
            raise ShellSyntaxError("no closing quote")
        self.position = match.end()
        return match.group(1)

    def _read_arithmetic(self) -> Word:
        depth, start = 0, self.position
        while not self.is_at_end:
            if depth == 0 and self.starts_with("))"):
                inner = Lexer(self.text[start : self.position] + '"', self._parse)
                self.position += 2
                return inner.read_quoted('"')
            depth += {"(": 1, ")": -1}.get(self.text[self.position], 0)
            self.position += 1
        raise ShellSyntaxError("syntax error: unmatched '(('")

    def _read_parameter(self, *, quoted: bool) -> Variable:
        is_length = self.starts_with("#") and not self.starts_with("#}")
        self.position += int(is_length)
        name = _NAME.match(self.text, self.position)
        name_text = name.group() if name else self.text[self.position : self.position + 1]
        if not name and name_text not in _SPECIAL_PARAMETERS:
            raise ShellSyntaxError("bad substitution")
        self.position += len(name_text)
        if is_length:
            self._read_until("}")
            return Variable(name_text, quoted, "length")
        operator = _OPERATOR.match(self.text, self.position)
        operator_text = operator.group() if operator else ""
        self.position += len(operator_text)
        if not operator_text and not self.starts_with("}"):
            raise ShellSyntaxError("bad substitution")
        return Variable(name_text, quoted, operator_text, self._read_operand(quoted=quoted))

    def _read_operand(self, *, quoted: bool) -> Word:
        """Read the operand of a parameter expansion, up to the closing brace."""
        parts: list[Part] = []
        while not self.accept("}"):
            if self.is_at_end:
                raise ShellSyntaxError("bad substitution")
            character = self.text[self.position]
            plain = _BRACED_TEXT.match(self.text, self.position)
            if plain:
                self.position = plain.end()
                parts.append(Literal(plain.group(), quoted=True))
            elif character == '"' or (character == "'" and not quoted):
                parts.extend(self._read_part())
            else:
                parts.append(self._read_quoted_part())
        return Word(tuple(parts))

    def _read_escaped(self) -> str:
        match = re.compile(r"((?:[^'\\]|\\.)*)'", re.DOTALL).match(self.text, self.position)
        if match is None:
            raise ShellSyntaxError("no closing quote")
        self.position = match.end()
        return unescape(match.group(1))


def unescape(text: str) -> str:
    r"""Replace backslash escapes, such as \n or \x41, with the characters they represent."""

    def decode_escape(match: re.Match[str]) -> str:
        code = match.group(1)
        if code[0] in "xuU" and len(code) > 1:
            number = int(code[1:], 16)
            return _decode_character(number, is_byte=code[0] == "x")
        if code[0] in "01234567":
            return _decode_character(int(code, 8) & 0xFF, is_byte=True)
        return _ESCAPES.get(code, code if code in "\\'\"?" else match.group())

    result = _ESCAPE.sub(decode_escape, text)
    return result.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


def _decode_character(number: int, *, is_byte: bool) -> str:
    if is_byte:
        return bytes((number,)).decode("utf-8", "surrogateescape")
    is_valid = number <= _MAX_CODE_POINT and not _SURROGATES[0] <= number <= _SURROGATES[1]
    return chr(number) if is_valid else "\ufffd"
