"""Reads the words of a script: quoting, escapes, variables and substitutions."""

from __future__ import annotations

import re
from collections.abc import Callable

from onscreen_practice.phone.shell.syntax_tree import Literal, Part, Script, Substitution, Sum, Variable, Word

BLANKS = " \t"
BREAKS = " \t\n;&|<>()"
MAX_DEPTH = 40
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SPECIAL = "?$#@*!-0123456789"
_PLAIN = re.compile(r"[^ \t\n;&|<>()'\"\\$`]+")
_INNER = re.compile(r'[^"\\$`]+')
_IN_BRACES = re.compile(r"[^}\"'\\$`]+")
_OPERATOR = re.compile(r":?[-=+?]|##?|%%?|")
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|.)", re.DOTALL)
_LARGEST, _HALVES = 0x10FFFF, (0xD800, 0xDFFF)
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


class SyntaxProblem(Exception):
    """A script that is none; the message is what the shell prints."""


class Lexer:
    """A place in a text, from where words are read; scripts within words are read by the parser."""

    def __init__(self, text: str, parse: Callable[[Lexer], Script]) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self._parse = parse

    def ahead(self, text: str) -> bool:
        """Whether this text comes next."""
        return self.text.startswith(text, self.at)

    @property
    def is_over(self) -> bool:
        """Whether the text is read."""
        return self.at >= len(self.text)

    def take(self, text: str) -> bool:
        """Pass over this text if it comes next."""
        found = self.ahead(text)
        self.at += len(text) if found else 0
        return found

    def skip_blanks(self) -> None:
        """Pass over blanks, comments and lines continued by a backslash."""
        while not self.is_over:
            if self.text[self.at] in BLANKS:
                self.at += 1
            elif self.ahead("\\\n"):
                self.at += 2
            elif self.ahead("#"):
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return

    def word(self) -> Word | None:
        """Read a word; None where there is none."""
        parts: list[Part] = []
        while not self.is_over and self.text[self.at] not in BREAKS:
            parts.extend(self._parts())
        return Word(tuple(parts)) if parts else None

    def within_quotes(self, end: str) -> Word:
        """Read up to an ending sign as between double quotes."""
        parts: list[Part] = []
        while not self.take(end):
            if self.is_over:
                raise SyntaxProblem("no closing quote")
            parts.append(self._inner_part())
        return Word(tuple(parts) or (Literal("", quoted=True),))

    def _parts(self) -> tuple[Part, ...]:
        sign = self.text[self.at]
        if sign == "'":
            self.at += 1
            return (Literal(self._until("'"), quoted=True),)
        if sign == '"':
            self.at += 1
            return self.within_quotes('"').parts
        if sign == "\\":
            escaped = self.text[self.at + 1 : self.at + 2]
            self.at += 2
            return () if escaped == "\n" else (Literal(escaped or "\\", quoted=True),)
        if sign in "$`":
            return (self._dollar(quoted=False),)
        plain = _PLAIN.match(self.text, self.at)
        found = plain.group() if plain else sign
        self.at += len(found)
        return (Literal(found),)

    def _inner_part(self) -> Part:
        sign = self.text[self.at]
        if sign == "\\":
            escaped = self.text[self.at + 1 : self.at + 2]
            self.at += 2
            if escaped == "\n":
                return Literal("", quoted=True)
            return Literal(escaped if escaped and escaped in '$`"\\' else "\\" + escaped, quoted=True)
        if sign in "$`":
            return self._dollar(quoted=True)
        inner = _INNER.match(self.text, self.at)
        found = inner.group() if inner else sign
        self.at += len(found)
        return Literal(found, quoted=True)

    def _until(self, sign: str) -> str:
        end = self.text.find(sign, self.at)
        if end < 0:
            raise SyntaxProblem("no closing quote")
        found = self.text[self.at : end]
        self.at = end + len(sign)
        return found

    def _dollar(self, *, quoted: bool) -> Part:
        if self.take("`"):
            inner = re.sub(r"\\([$`\\])", r"\1", self._until_backquote())
            return Substitution(self._inner_script(Lexer(inner, self._parse)), quoted)
        if self.take("$(("):
            return Sum(self._arithmetic())
        if self.take("$("):
            found = self._inner_script(self)
            if not self.take(")"):
                raise SyntaxProblem("syntax error: unmatched '('")
            return Substitution(found, quoted)
        if self.take("${"):
            return self._parameter(quoted=quoted)
        if not quoted and self.take("$'"):
            return Literal(self._escaped(), quoted=True)
        return self._named(quoted=quoted)

    def _named(self, *, quoted: bool) -> Part:
        """Read the name after a dollar sign; without one, the sign stands for itself."""
        self.at += 1
        name = _NAME.match(self.text, self.at)
        if name:
            self.at = name.end()
            return Variable(name.group(), quoted)
        if not self.is_over and self.text[self.at] in _SPECIAL:
            self.at += 1
            return Variable(self.text[self.at - 1], quoted)
        return Literal("$", quoted=True)

    def _inner_script(self, where: Lexer) -> Script:
        where.depth = self.depth + 1
        if where.depth > MAX_DEPTH:
            raise SyntaxProblem(f"syntax error: more than {MAX_DEPTH} scripts within each other")
        found = self._parse(where)
        where.depth -= 1
        return found

    def _until_backquote(self) -> str:
        found = re.compile(r"((?:[^`\\]|\\.)*)`", re.DOTALL).match(self.text, self.at)
        if found is None:
            raise SyntaxProblem("no closing quote")
        self.at = found.end()
        return found.group(1)

    def _arithmetic(self) -> Word:
        depth, start = 0, self.at
        while not self.is_over:
            if depth == 0 and self.ahead("))"):
                inner = Lexer(self.text[start : self.at] + '"', self._parse)
                self.at += 2
                return inner.within_quotes('"')
            depth += {"(": 1, ")": -1}.get(self.text[self.at], 0)
            self.at += 1
        raise SyntaxProblem("syntax error: unmatched '(('")

    def _parameter(self, *, quoted: bool) -> Variable:
        counts = self.ahead("#") and not self.ahead("#}")
        self.at += int(counts)
        name = _NAME.match(self.text, self.at)
        found = name.group() if name else self.text[self.at : self.at + 1]
        if not name and found not in _SPECIAL:
            raise SyntaxProblem("bad substitution")
        self.at += len(found)
        if counts:
            self._until("}")
            return Variable(found, quoted, "length")
        operator = _OPERATOR.match(self.text, self.at)
        sign = operator.group() if operator else ""
        self.at += len(sign)
        if not sign and not self.ahead("}"):
            raise SyntaxProblem("bad substitution")
        return Variable(found, quoted, sign, self._alternative(quoted=quoted))

    def _alternative(self, *, quoted: bool) -> Word:
        """Read what stands in for a variable, up to the closing brace."""
        parts: list[Part] = []
        while not self.take("}"):
            if self.is_over:
                raise SyntaxProblem("bad substitution")
            sign = self.text[self.at]
            plain = _IN_BRACES.match(self.text, self.at)
            if plain:
                self.at = plain.end()
                parts.append(Literal(plain.group(), quoted=True))
            elif sign == '"' or (sign == "'" and not quoted):
                parts.extend(self._parts())
            else:
                parts.append(self._inner_part())
        return Word(tuple(parts))

    def _escaped(self) -> str:
        found = re.compile(r"((?:[^'\\]|\\.)*)'", re.DOTALL).match(self.text, self.at)
        if found is None:
            raise SyntaxProblem("no closing quote")
        self.at = found.end()
        return unescaped(found.group(1))


def unescaped(text: str) -> str:
    """Return the text with its escapes, as for a line feed or a code, replaced by what they mean."""

    def meant(found: re.Match[str]) -> str:
        code = found.group(1)
        if code[0] in "xuU" and len(code) > 1:
            number = int(code[1:], 16)
            return _character(number, is_byte=code[0] == "x")
        if code[0] in "01234567":
            return _character(int(code, 8) & 0xFF, is_byte=True)
        return _ESCAPES.get(code, code if code in "\\'\"?" else found.group())

    joined = _ESCAPE.sub(meant, text)
    return joined.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


def _character(number: int, *, is_byte: bool) -> str:
    if is_byte:
        return bytes((number,)).decode("utf-8", "surrogateescape")
    is_text = number <= _LARGEST and not _HALVES[0] <= number <= _HALVES[1]
    return chr(number) if is_text else "\ufffd"
