"""Similar tasks are found although their values or wordings differ, and other tasks are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.text.similar_tasks import (
    MAX_CANDIDATES,
    MIN_SIMILARITY,
    SAME_WORDS,
    TEMPLATE_SIMILARITY,
    find_similar_tasks,
)

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
    ("Call Ada", "Block Ada"),
    ("Put 'Milk' on the shopping list", "Rename the folder 'Milk' to 'Oat'"),
    ("Read the note 'Trip' aloud", "What is the weather in Oslo on Friday?"),
]
STORED = [one for one, _ in (*SAME, *OTHER)]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_values_do_not_matter(one: str, other: str) -> None:
    """Quoted texts, numbers and names are no difference between tasks, but equal ones are still closer."""
    assert next(iter(find_similar_tasks(other, STORED))) == one
    assert find_similar_tasks(other, [one]) == {one: TEMPLATE_SIMILARITY}
    assert find_similar_tasks(one, [one]) == {one: SAME_WORDS}


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_equal_values_do_not_make_tasks_similar(one: str, other: str) -> None:
    """Tasks that share only their values are not found."""
    assert find_similar_tasks(one, [other]) == find_similar_tasks(other, [one]) == {}


def test_other_wording_is_found() -> None:
    """The embedding finds tasks whose words are inflected and in another order."""
    stored = ["Delete the mail with the subject 'Trip'", "Answer the mail with the subject 'Trip'"]
    found = find_similar_tasks("The mail with the subject 'Rent' should be deleted", stored)
    assert next(iter(found)) == stored[0]


def test_same_words_are_best() -> None:
    """Of tasks that differ only in values, the one with the same values is first."""
    found = find_similar_tasks("set an alarm at 7:30", ["Set an alarm at 6:15", "Set an alarm at 7:30"])
    assert found == {"Set an alarm at 7:30": SAME_WORDS, "Set an alarm at 6:15": TEMPLATE_SIMILARITY}
    assert next(iter(found)) == "Set an alarm at 7:30"


def test_superlative_is_another_task() -> None:
    """A task that asks for an extreme is not similar to one that names its object, in either direction."""
    one, other = "Add the product to the cart", "Add the cheapest product to the cart"
    assert find_similar_tasks(one, [other]) == find_similar_tasks(other, [one]) == {}
    assert find_similar_tasks("Add the longest product to the cart", [other])


def test_values_of_other_kinds_reduce_the_similarity() -> None:
    """A time in the place of a name is a difference between tasks."""
    stored = ["Move the event to 9:30", "Move the event to 'Work'"]
    for text, best in (("Move the event to 14:15", stored[0]), ("Move the event to 'Home'", stored[1])):
        found = find_similar_tasks(text, stored)
        assert found[best] == TEMPLATE_SIMILARITY
        assert all(found[each] < TEMPLATE_SIMILARITY for each in found if each != best)


def test_words_of_other_tasks_reduce_the_similarity() -> None:
    """A word that the candidate lacks counts more against it if another stored task has it."""
    candidate, text = "Delete the note about the trip", "Delete the folder about the trip"
    alone = find_similar_tasks(text, [candidate])[candidate]
    assert find_similar_tasks(text, [candidate, "Rename a folder"])[candidate] < alone


def test_only_given_tasks_are_found() -> None:
    """The tasks outside `among` are not found, but their words still distinguish tasks."""
    stored = ["Set an alarm at 6:15", "Set an alarm at 9:45"]
    assert find_similar_tasks(stored[0], stored, among={stored[1]}) == {stored[1]: TEMPLATE_SIMILARITY}
    assert find_similar_tasks(stored[0], stored, among=()) == {}


def test_number_of_candidates_is_limited() -> None:
    """At most the nearest neighbors are compared, but all that differ only in values."""
    stored = [f"Open the {'very ' * count}old box {number}" for count in range(30) for number in range(3)]
    assert len(find_similar_tasks("Open the old box 7", stored)) <= 3 * MAX_CANDIDATES
    assert len(find_similar_tasks("Open the old box 7", [f"Open the old box {n}" for n in range(99)])) == 99


@pytest.mark.parametrize("text", ["", "!?", "\ud800", "日本語", "VALUE", "x" * 5000])
def test_any_text_can_be_searched(text: str) -> None:
    """Texts without words, other scripts, lone surrogates and long texts are no error."""
    assert find_similar_tasks(text, ()) == {}
    assert set(find_similar_tasks(text, ["Set an alarm", text])) <= {"Set an alarm", text}


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=5))
def test_similarities_are_bounded_and_sorted(text: str, stored: list[str]) -> None:
    """All similarities are at least the minimum and at most that of the same words, best first."""
    found = list(find_similar_tasks(text, stored).values())
    assert all(MIN_SIMILARITY <= each <= SAME_WORDS for each in found)
    assert found == sorted(found, reverse=True)
