"""Integer arithmetic for shell expansions such as $((2 * count))."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping

_TOKEN = re.compile(
    r"\s*(0[xX][0-9a-fA-F]+|\d+|[A-Za-z_]\w*|\*\*|<=|>=|==|!=|&&|\|\||<<|>>|[-+*/%()<>!~&|^])"
)
_LIMIT = 1 << 63
_MAX_DEPTH = 50


class InvalidExpression(Exception):
    """Raised when an arithmetic expression is malformed or divides by zero."""


def _divide(first: int, second: int) -> int:
    if not second:
        raise InvalidExpression("zero divisor")
    quotient = abs(first) // abs(second)
    return quotient if (first < 0) == (second < 0) else -quotient


def _shift_left(first: int, second: int) -> int:
    return first << min(max(second, 0), 63)


_PRECEDENCE_LEVELS: tuple[Mapping[str, Callable[[int, int], int]], ...] = (
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
    {"<<": _shift_left, ">>": lambda a, b: a >> min(max(b, 0), 63)},
    {"+": operator.add, "-": operator.sub},
    {"*": operator.mul, "/": _divide, "%": lambda a, b: a - b * _divide(a, b)},
)


def evaluate(expression: str, variables: Mapping[str, str]) -> int:
    """Evaluate an arithmetic expression in which names refer to shell variables.

    Raises:
        InvalidExpression: the expression is malformed or divides by zero.
    """
    tokens = _tokenize(expression)
    result = _Evaluator(tokens, variables).evaluate_level(0) if tokens else 0
    if tokens:
        raise InvalidExpression(f"unexpected '{tokens[0]}'")
    return result


def _tokenize(expression: str) -> list[str]:
    tokens: list[str] = []
    position = 0
    text = expression.strip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise InvalidExpression(f"unexpected '{text[position]}'")
        tokens.append(match.group(1))
        position = match.end()
    return tokens


class _Evaluator:
    def __init__(self, tokens: list[str], variables: Mapping[str, str]) -> None:
        self._tokens = tokens
        self._variables = variables
        self._depth = 0

    def evaluate_level(self, level: int) -> int:
        """Evaluate operations of at least this precedence level."""
        if level == len(_PRECEDENCE_LEVELS):
            return self._evaluate_unary()
        result = self.evaluate_level(level + 1)
        while self._tokens and self._tokens[0] in _PRECEDENCE_LEVELS[level]:
            operation = _PRECEDENCE_LEVELS[level][self._tokens.pop(0)]
            result = operation(result, self.evaluate_level(level + 1))
            if not -_LIMIT <= result < _LIMIT:
                result = (result + _LIMIT) % (2 * _LIMIT) - _LIMIT
        return result

    def _evaluate_unary(self) -> int:
        if not self._tokens:
            raise InvalidExpression("unexpected end of expression")
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise InvalidExpression(f"more than {_MAX_DEPTH} nested terms")
        result = self._evaluate_term(self._tokens.pop(0))
        self._depth -= 1
        return result

    def _evaluate_term(self, token: str) -> int:
        match token:
            case "-":
                return -self._evaluate_unary()
            case "+":
                return self._evaluate_unary()
            case "!":
                return int(not self._evaluate_unary())
            case "~":
                return ~self._evaluate_unary()
            case "(":
                result = self.evaluate_level(0)
                if not self._tokens or self._tokens.pop(0) != ")":
                    raise InvalidExpression("missing ')'")
                return result
        if token[0].isalpha() or token[0] == "_":
            token = self._variables.get(token, "0").strip() or "0"
        try:
            return int(token, 0) if token.lower().startswith("0x") else int(token)
        except ValueError as error:
            raise InvalidExpression(f"unexpected '{token}'") from error
