"""Arithmetic expressions and linear equations in texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.text.arithmetic import evaluate_arithmetic, solve_equation


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("What is 12 * 4?", "48"),
        ("7 x 6 =", "42"),
        ("1 divided by 4", "0.25"),
        ("(2 + 3) × 4", "20"),
        ("Call 555-1234 tomorrow", "-679"),
        ("no sum here", None),
        ("5", None),
        ("1 / 0", None),
        ("9**9**9**9", None),
    ],
)
def test_the_first_expression_of_a_text_is_evaluated(text: str, value: str | None) -> None:
    """The first expression of a text is evaluated; without one, or if it is undefined, there is no value."""
    assert evaluate_arithmetic(text) == value


@given(st.integers(-99, 99), st.integers(1, 9), st.integers(-99, 99))
def test_a_linear_equation_is_solved(x: int, factor: int, added: int) -> None:
    """An equation of the form a * x + b = c is solved for any integers."""
    assert solve_equation(f"{factor} * x + {added} = {factor * x + added}".replace("+ -", "- ")) == str(x)


@given(st.text(max_size=80))
def test_no_text_raises(text: str) -> None:
    """Any text can be searched for expressions and equations without an error."""
    evaluate_arithmetic(text)
    solve_equation(text)
