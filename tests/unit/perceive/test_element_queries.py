"""Queries over the elements of a screen."""

from __future__ import annotations

import pytest

from onscreen.perceive.element_queries import is_search_field
from onscreen.types import Box, Node


@pytest.mark.parametrize(
    ("role", "name", "attributes", "expected"),
    [
        ("searchbox", "", "", True),
        ("textbox", "Search the wiki", "", True),
        ("textbox", "", "search text", True),
        ("textbox", "E-mail", "search text", False),
        ("textbox", "", "user mail", False),
    ],
)
def test_a_field_without_a_name_is_a_search_field_by_its_attributes(
    role: str, name: str, attributes: str, *, expected: bool
) -> None:
    """A field is for searching by its role or name; without a name, by what the application calls it."""
    assert is_search_field(Node(role, name, Box(0, 0, 90, 20), attributes=attributes)) is expected
