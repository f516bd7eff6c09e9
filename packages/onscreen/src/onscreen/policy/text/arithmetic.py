"""Evaluate arithmetic expressions and solve linear equations found in a text."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction

_EXPRESSION = re.compile(r"[-+]?[\d(][\d\s.+\-*/×÷x()−–]*[\d)]")
_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", "–": "-"})
_OPERATOR_WORDS = (
    (re.compile(r"\bplus\b"), "+"),
    (re.compile(r"\bminus\b"), "-"),
    (re.compile(r"\b(?:times|multiplied by)\b"), "*"),
    (re.compile(r"\bdivided by\b"), "/"),
)
_OPERATORS: Mapping[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
MAX_CHARS = 200
"""The longest text that is searched for an expression, in characters."""


def reckon(text: str) -> str | None:
    """Evaluate the first expression with at least one operation; return None if the text has none."""
    lowered = text.casefold().translate(_SIGNS)
    for pattern, sign in _OPERATOR_WORDS:
        lowered = pattern.sub(sign, lowered)
    for match in _EXPRESSION.finditer(lowered[:MAX_CHARS]):
        expression = re.sub(r"(?<=[\d) ])x(?=[\d( ])", "*", match.group(0)).strip()
        if re.search(r"[\d)]\s*[-+*/]\s*[\d(-]", expression) and (value := _value(expression)) is not None:
            return _show(value)
    return None


def solve(text: str) -> str | None:
    """Solve a linear equation such as "3 * x + 2 = 14" for x; return None if there is none."""
    match = re.search(r"([-+*/()\d\sx×÷−–.]*x[-+*/()\d\sx×÷−–.]*|[-+*/()\d\s.]+)=([-+*/()\d\sx×÷−–.]+)", text)
    if match is None or "x" not in match.group(0):
        return None
    left, right = (side.translate(_SIGNS).replace("x", "X").strip() for side in match.groups())
    at = [_side_difference(left, right, x=x) for x in (0, 1)]
    if at[0] is None or at[1] is None or at[0] == at[1]:
        return None
    return _show(Fraction(at[0]) / (Fraction(at[0]) - Fraction(at[1])))


def _side_difference(left: str, right: str, *, x: int) -> Fraction | None:
    values = [_value(re.sub(r"(?<=\d)\s*X", "*X", side).replace("X", f"({x})")) for side in (left, right)]
    return None if values[0] is None or values[1] is None else values[0] - values[1]


def _value(expression: str) -> Fraction | None:
    try:
        return _walk(ast.parse(expression.strip(), mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError):
        return None


def _walk(node: ast.expr) -> Fraction:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return Fraction(str(node.value))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_walk(node.operand)
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_walk(node.left), _walk(node.right))
    raise ValueError(f"expected an arithmetic expression, found {ast.dump(node)[:60]}")


def _show(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.10g}"
