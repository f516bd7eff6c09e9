"""Similarity index, satisfaction index and verdict: bounds, monotonicity and the effect of each parameter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.stop.satisfaction_index import (
    CHANGING_LAYOUT,
    UNIFORM_LAYOUT,
    printed_satisfaction_index,
    printed_similarity_index,
    printed_verdict,
    satisfaction_index,
    similarity_index,
    verdict,
)

share = st.floats(0, 1)


def test_printed_equation_3_is_zero_for_a_single_number() -> None:
    """A single number standardized by itself is 0, as printed; among other values it is clipped to 0..1."""
    assert printed_similarity_index(0.97) == 0
    assert printed_similarity_index(0.97, (0.2, 0.3, 0.4)) == 1
    assert printed_similarity_index(0.2, (0.9, 0.9)) == 0


def test_printed_equation_4_has_its_defects() -> None:
    """Equation 4 as printed reaches 1 by a large reward, and 0 for an unimportant task without rewards."""
    assert printed_satisfaction_index(1, 0) == pytest.approx(UNIFORM_LAYOUT)
    assert printed_satisfaction_index(1, 1) == pytest.approx(CHANGING_LAYOUT)
    assert printed_satisfaction_index(1, 0, reward=2) == 1
    assert printed_satisfaction_index(0, 0) == 0
    assert printed_verdict(0.001, printed_satisfaction_index(0, 0)) == "completed excellently"


def test_printed_equation_5_compares_exactly() -> None:
    """Only equal numbers complete a task basically, as printed."""
    assert printed_verdict(0.5, 0.5) == "completed basically"
    assert printed_verdict(0.5000001, 0.5) == "completed excellently"
    assert printed_verdict(0.4999999, 0.5) == "not completed"


@given(st.floats(-1, 1), st.floats(-1, 1), share)
def test_similarity_index_is_bounded_and_monotone(one: float, other: float, baseline: float) -> None:
    """The index lies in 0..1, rises with the similarity, and is 0 up to the baseline and 1 at 1."""
    low, high = sorted((one, other))
    assert 0 <= similarity_index(low, baseline) <= similarity_index(high, baseline) <= 1
    assert similarity_index(baseline, baseline) == 0
    assert similarity_index(1, baseline) == (1 if baseline < 1 else 0)


@given(share, share, st.lists(share, max_size=4))
def test_satisfaction_index_lies_between_0_and_1(
    importance: float, diversity: float, rewards: list[float]
) -> None:
    """The threshold is never 0, which every screen exceeds, and never 1, which none exceeds."""
    assert 0 < satisfaction_index(importance, diversity, rewards=rewards) < 1


@given(share, share, share)
def test_satisfaction_index_is_monotone_in_each_parameter(one: float, other: float, fixed: float) -> None:
    """The threshold rises with the importance, and falls with the diversity and with the rewards."""
    low, high = sorted((one, other))
    assert satisfaction_index(low, fixed) <= satisfaction_index(high, fixed)
    assert satisfaction_index(fixed, high) <= satisfaction_index(fixed, low)
    assert satisfaction_index(fixed, 0.3, rewards=[high]) <= satisfaction_index(fixed, 0.3, rewards=[low])


def test_each_parameter_has_an_effect() -> None:
    """A medium importance gives the values of the paper, from which each parameter moves the threshold."""
    assert satisfaction_index(0.5, 0) == pytest.approx(UNIFORM_LAYOUT)
    assert satisfaction_index(0.5, 1) == pytest.approx(CHANGING_LAYOUT)
    assert satisfaction_index(1, 0) == pytest.approx(0.961, abs=0.001)
    assert satisfaction_index(0, 0) == pytest.approx(0.312, abs=0.001)
    assert satisfaction_index(0.5, 0, rewards=[1.0]) == pytest.approx(0.670, abs=0.001)


def test_verdict_has_a_margin() -> None:
    """A ratio within the margin of 1 completes a task basically."""
    assert verdict(0.80, 0.77) == "completed excellently"
    assert verdict(0.775, 0.77) == verdict(0.765, 0.77) == "completed basically"
    assert verdict(0.70, 0.77) == "not completed"
