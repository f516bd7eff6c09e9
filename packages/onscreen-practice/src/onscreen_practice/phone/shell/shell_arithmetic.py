"""Arithmetic of the shell: whole numbers, + - * / %, comparisons, variables."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping

_TOKEN = re.compile(
    r"\s*(0[xX][0-9a-fA-F]+|\d+|[A-Za-z_]\w*|\*\*|<=|>=|==|!=|&&|\|\||<<|>>|[-+*/%()<>!~&|^])"
)
_LIMIT = 1 << 63
_MAX_DEPTH = 50


class BadSum(Exception):
    """An expression that is none, or divides by zero."""


def _quotient(first: int, second: int) -> int:
    if not second:
        raise BadSum("zero divisor")
    found = abs(first) // abs(second)
    return found if (first < 0) == (second < 0) else -found


def _shifted(first: int, second: int) -> int:
    return first << min(max(second, 0), 63)


_LEVELS: tuple[Mapping[str, Callable[[int, int], int]], ...] = (
    {"||": lambda a, b: int(bool(a or b))},
    {"&&": lambda a, b: int(bool(a and b))},
    {"|": operator.or_},
    {"^": operator.xor},
    {"&": operator.and_},
    {"==": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b)},
    {
        "<=": lambda a, b: int(a <= b),
        ">=": lambda a, b: int(a >= b),
        "<": lambda a, b: int(a < b),
        ">": lambda a, b: int(a > b),
    },
    {"<<": _shifted, ">>": lambda a, b: a >> min(max(b, 0), 63)},
    {"+": operator.add, "-": operator.sub},
    {"*": operator.mul, "/": _quotient, "%": lambda a, b: a - b * _quotient(a, b)},
)


def value(expression: str, variables: Mapping[str, str]) -> int:
    """Return what an expression comes to.

    Raises:
        BadSum: it is no expression, or divides by zero.
    """
    tokens = _tokens(expression)
    found = _Sum(tokens, variables).level(0) if tokens else 0
    if tokens:
        raise BadSum(f"unexpected '{tokens[0]}'")
    return found


def _tokens(expression: str) -> list[str]:
    found: list[str] = []
    at = 0
    text = expression.strip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise BadSum(f"unexpected '{text[at]}'")
        found.append(match.group(1))
        at = match.end()
    return found


class _Sum:
    def __init__(self, tokens: list[str], variables: Mapping[str, str]) -> None:
        self._tokens = tokens
        self._variables = variables
        self._depth = 0

    def level(self, number: int) -> int:
        """Read operations that bind at least as strongly as this level."""
        if number == len(_LEVELS):
            return self._single()
        found = self.level(number + 1)
        while self._tokens and self._tokens[0] in _LEVELS[number]:
            operation = _LEVELS[number][self._tokens.pop(0)]
            found = operation(found, self.level(number + 1))
            if not -_LIMIT <= found < _LIMIT:
                found = (found + _LIMIT) % (2 * _LIMIT) - _LIMIT
        return found

    def _single(self) -> int:
        if not self._tokens:
            raise BadSum("unexpected end of expression")
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise BadSum(f"more than {_MAX_DEPTH} terms within each other")
        found = self._term(self._tokens.pop(0))
        self._depth -= 1
        return found

    def _term(self, token: str) -> int:
        match token:
            case "-":
                return -self._single()
            case "+":
                return self._single()
            case "!":
                return int(not self._single())
            case "~":
                return ~self._single()
            case "(":
                found = self.level(0)
                if not self._tokens or self._tokens.pop(0) != ")":
                    raise BadSum("missing ')'")
                return found
        if token[0].isalpha() or token[0] == "_":
            token = self._variables.get(token, "0").strip() or "0"
        try:
            return int(token, 0) if token.lower().startswith("0x") else int(token)
        except ValueError as error:
            raise BadSum(f"unexpected '{token}'") from error
