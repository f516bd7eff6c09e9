"""Tests of the comparison of checks, by which a subtask is recognized that another one does already."""

from __future__ import annotations

import pytest

from onscreen.synthesis.check_inclusion import includes
from onscreen.types import AllOf, Check, StateHas, TextShown

CONTACT = StateHas("state", ("contacts", "*"), {"first": "Ann", "last": "Lee"})


@pytest.mark.parametrize(
    ("other", "is_included"),
    [
        (StateHas("state", ("contacts", "*"), {"first": "Ann"}), True),
        (StateHas("state", ("contacts", "*"), {"first": "Bob"}), False),
        (StateHas("state", ("contacts", "*"), {"first": "Ann", "phone": "7"}), False),
        (StateHas("state", ("notes", "*"), {"first": "Ann"}), False),
        (StateHas("state", ("contacts",), {"first": "Ann"}), False),
        (StateHas("other", ("contacts", "*"), {"first": "Ann"}), False),
        (TextShown("Ann"), False),
        (AllOf((CONTACT, TextShown("Ann"))), False),
    ],
)
def test_a_condition_on_fewer_fields_is_included(other: Check, is_included: bool) -> None:
    """An object with all fields of a condition fulfills a condition on some of them."""
    assert includes(AllOf((CONTACT,)), other) is is_included


def test_any_member_is_included_in_a_named_one() -> None:
    """A condition on a certain object includes the same one on any object."""
    named = StateHas("state", ("contacts", "c1"), {"first": "Ann"})
    assert includes(named, StateHas("state", ("contacts", "*"), {"first": "Ann"}))
    assert not includes(StateHas("state", ("contacts", "*"), {"first": "Ann"}), named)
