"""Similar tasks are found although their values differ, and other tasks are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.text.instruction_similarity import are_similar, instruction_similarity, remove_values

SAME = [
    ("Set an alarm at 6:15", "Set an alarm at 17:40"),
    ("Call Ada", "Call Maximilian Brandt"),
    ("Delete the mails 'Lunch', 'Offer' and 'Trip'", "Delete the mails 'Rent', 'Invoice 7' and 'Zoo'"),
    (
        "Create the event “Dentist” on 3 May at 9:00",
        "Create the event “Visit of the parents” on 11 June at 14:30",
    ),
]
OTHER = [
    ("Set an alarm at 6:15", "Delete the alarm at 6:15"),
    ("Call Ada", "Block Ada"),
    ("Put 'Milk' on the shopping list", "Rename the folder 'Milk' to 'Oat'"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_values_do_not_matter(one: str, other: str) -> None:
    """Quoted texts, numbers and names are no difference between tasks, but equal ones are still closer."""
    assert are_similar(one, other)
    assert instruction_similarity(one, other) < instruction_similarity(one, one) == 100


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_equal_values_do_not_make_tasks_similar(one: str, other: str) -> None:
    """Tasks that share only their values are less similar than tasks that share all but their values."""
    assert all(instruction_similarity(one, other) < instruction_similarity(*pair) for pair in SAME)


def test_values_are_replaced() -> None:
    """The first word of a sentence is no name, and adjacent values are one."""
    assert remove_values("Call Ada Byron at 5. Then say 'Hi'") == "Call VALUE at VALUE. Then say VALUE"


@given(st.text(max_size=60), st.text(max_size=60))
def test_similarity_is_symmetric_and_bounded(one: str, other: str) -> None:
    """Any two texts can be compared, in either order."""
    assert 0 <= instruction_similarity(one, other) == instruction_similarity(other, one) <= 100
