"""Texts with common word parts have similar vectors, and all texts have one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.text.text_vector import DIMENSIONS, embed_text


def cosine(one: str, other: str) -> float:
    """Return the cosine of the vectors of two texts."""
    return float(embed_text(one) @ embed_text(other))


def test_inflections_are_similar() -> None:
    """Inflected forms share n-grams and the stem; unrelated words do not."""
    assert cosine("delete the notes", "deleting the note") > 0.4
    assert cosine("delete the notes", "open a map") < 0.2


def test_order_case_and_repetitions_do_not_matter() -> None:
    """A vector is a sum over the distinct words of a text."""
    assert cosine("Open Mail", "mail open open") == pytest.approx(1)


def test_vector_is_fixed() -> None:
    """The vector does not depend on the process, as Python's own hashes do."""
    assert np.flatnonzero(embed_text("ab")).tolist() == [139, 412, 493, 884]


@pytest.mark.parametrize("text", ["", "!? ", "\ud800", "Straße", "日本語", "x" * 5000])
def test_any_text_has_a_vector(text: str) -> None:
    """Its length is 1, or 0 for a text without words."""
    vector = embed_text(text)
    assert vector.shape == (DIMENSIONS,)
    assert np.linalg.norm(vector) == pytest.approx(1) or not vector.any()


@given(st.text(max_size=60), st.text(max_size=60))
def test_cosine_is_symmetric_and_bounded(one: str, other: str) -> None:
    """The cosine of any two texts is the same in either order, and at most 1."""
    assert cosine(one, other) == pytest.approx(cosine(other, one))
    assert abs(cosine(one, other)) <= 1 + 1e-9
