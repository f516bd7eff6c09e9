"""Templates of texts with placeholders."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from onscreen.routines.text_template import (
    common_template,
    escape_text,
    fill_template,
    insert_placeholders,
    literal_length,
    match_template,
)

TEXTS = st.text(alphabet='ab {}".', max_size=12)


@given(TEXTS)
def test_a_text_without_values_is_filled_in_as_it_is(text: str) -> None:
    """Braces in recorded texts are no placeholders."""
    assert fill_template(escape_text(text), {}) == text


@given(TEXTS, st.text(alphabet="ab{}", min_size=1, max_size=4))
def test_the_template_of_a_text_yields_the_text_with_the_same_value(text: str, value: str) -> None:
    """Inserting a placeholder loses nothing."""
    assert fill_template(insert_placeholders(text, {"value": value}), {"value": value}) == text


def test_only_whole_words_become_placeholders() -> None:
    """The value "a" is not found in "Add a note"'s other words."""
    assert insert_placeholders("Add a data set", {"x": "a"}) == "Add {x} data set"


def test_an_instruction_matches_regardless_of_case_spacing_and_final_period() -> None:
    """Small differences in typing select the same routine."""
    assert match_template('Add  "{title}" to Notes', 'add "Buy milk" to  notes.') == {"title": "Buy milk"}


def test_another_instruction_does_not_match() -> None:
    """A routine is not used for a task with further words."""
    assert match_template("Turn on {name}", "Turn on the light and close the door") is not None
    assert match_template("Turn on {name} now", "Turn on the light") is None


def test_a_repeated_placeholder_has_one_value() -> None:
    """The same parameter cannot have two values in one instruction."""
    assert match_template("Copy {a} to {a}", "Copy x to y") is None
    assert match_template("Copy {a} to {a}", "Copy x to x") == {"a": "x"}


def test_a_template_that_no_value_explains_is_not_found() -> None:
    """Texts that differ for another reason than the values have no template."""
    assert common_template(["6 pm", "7 pm"], [{"value1": "6"}, {"value1": "7"}]) == "{value1} pm"
    assert common_template(["18:00", "19:00"], [{"value1": "6"}, {"value1": "7"}]) is None


def test_placeholders_do_not_count_as_fixed_text() -> None:
    """The routine with the most fixed text is the most specific one."""
    assert literal_length("Add {title}") == len("Add ")
