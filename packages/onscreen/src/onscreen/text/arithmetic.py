"""Evaluation of arithmetic expressions and linear equations in plain text."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction

_SUM = re.compile(r"[-+]?[\d(][\d\s.+\-*/×÷x()−–]*[\d)]")
_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", "–": "-"})
_WORDED = (
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
"""Number of characters at the start of a text that are searched for an expression."""


def evaluate_arithmetic(text: str) -> str | None:
    """Evaluate the first arithmetic expression in a string.

    Returns None if the text contains no expression with an operator.
    """
    normalised = text.casefold().translate(_SIGNS)
    for pattern, sign in _WORDED:
        normalised = pattern.sub(sign, normalised)
    for match in _SUM.finditer(normalised[:MAX_CHARS]):
        expression = re.sub(r"(?<=[\d) ])x(?=[\d( ])", "*", match.group(0)).strip()
        if (
            re.search(r"[\d)]\s*[-+*/]\s*[\d(-]", expression)
            and (value := _evaluate_text(expression)) is not None
        ):
            return _format(value)
    return None


def solve_equation(text: str) -> str | None:
    """Solve a linear equation in x, such as "3 * x + 2 = 14".

    Returns None for any other text.
    """
    match = re.search(r"([-+*/()\d\sx×÷−–.]*x[-+*/()\d\sx×÷−–.]*|[-+*/()\d\s.]+)=([-+*/()\d\sx×÷−–.]+)", text)
    if match is None or "x" not in match.group(0):
        return None
    left, right = (side.translate(_SIGNS).replace("x", "X").strip() for side in match.groups())
    at = [_difference(left, right, x=x) for x in (0, 1)]
    if at[0] is None or at[1] is None or at[0] == at[1]:
        return None
    return _format(Fraction(at[0]) / (Fraction(at[0]) - Fraction(at[1])))


def _difference(left: str, right: str, *, x: int) -> Fraction | None:
    values = [
        _evaluate_text(re.sub(r"(?<=\d)\s*X", "*X", side).replace("X", f"({x})")) for side in (left, right)
    ]
    return None if values[0] is None or values[1] is None else values[0] - values[1]


def _evaluate_text(expression: str) -> Fraction | None:
    try:
        return _evaluate(ast.parse(expression.strip(), mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError):
        return None


def _evaluate(node: ast.expr) -> Fraction:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return Fraction(str(node.value))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_evaluate(node.operand)
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_evaluate(node.left), _evaluate(node.right))
    raise ValueError(f"expected an arithmetic expression, found {ast.dump(node)[:60]}")


def _format(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.10g}"
