"""The embedded brain: sums and equations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.policy.lexical.arithmetic import evaluate_arithmetic, solve_equation


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
def test_a_sum_in_a_text_is_reckoned(text: str, value: str | None) -> None:
    """The first sum of a text has its value; a text without one, or a sum that cannot be, has none."""
    assert evaluate_arithmetic(text) == value


@given(st.integers(-99, 99), st.integers(1, 9), st.integers(-99, 99))
def test_a_linear_equation_is_solved(x: int, factor: int, added: int) -> None:
    """The x of a * x + b = c is found, whatever the numbers."""
    assert solve_equation(f"{factor} * x + {added} = {factor * x + added}".replace("+ -", "- ")) == str(x)


@given(st.text(max_size=80))
def test_any_text_can_be_reckoned(text: str) -> None:
    """No text breaks the reckoning."""
    evaluate_arithmetic(text)
    solve_equation(text)
