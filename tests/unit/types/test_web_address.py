"""Comparison of web addresses."""

import pytest

from onscreen.types.web_address import is_same_address


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("http://a.example/x", "http://a.example/x#", True),
        ("http://a.example/x#", "http://a.example/x", True),
        ("http://a.example/x#y", "http://a.example/x", False),
        ("http://a.example/x", "http://a.example/y", False),
    ],
)
def test_a_link_to_an_empty_fragment_keeps_the_address(one: str, other: str, *, is_same: bool) -> None:
    """A link to `#` does not interrupt a series of actions; a link to another page or fragment does."""
    assert is_same_address(one, other) is is_same
