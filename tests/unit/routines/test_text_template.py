"""Templates of texts with placeholders."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.routines.text_template import (
    common_template,
    escape_text,
    fill_template,
    insert_placeholders,
    literal_length,
    match_instruction,
    match_text,
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
    assert match_instruction('Add  "{title}" to Notes', 'add "Buy milk" to  notes.') == {"title": "Buy milk"}


@pytest.mark.parametrize(
    ("template", "instruction"),
    [
        ("Turn on {name} now", "Turn on the light"),
        ("Copy {a} to {a}", "Copy x to y"),
        ('Add the note "{title}"', 'Add the note "Eggs" and delete the note "Milk"'),
        ("Draft {body} to {to}", "Draft hi to Ann. Then delete all drafts"),
        ("Draft {body} to {to}", "Draft hi to Ann but only if she is in"),
        ("Draft {body} to {to}", "Draft welcome to Paris to Ann"),
        ("Turn on {name}", "Turn on the light and close the door"),
        ('Set the name to "{name}"', 'Set the name to " "'),
        ("Set the name to {name}", "Set the name to one two three four five six"),
    ],
)
def test_an_instruction_that_asks_for_something_else_does_not_match(template: str, instruction: str) -> None:
    """A parameter swallows no further request, and no way to divide words is guessed."""
    assert match_instruction(template, instruction) is None


def test_a_repeated_placeholder_has_one_value() -> None:
    """The same parameter has the same value wherever it occurs."""
    assert match_instruction("Copy {a} to {a}", "Copy x to x") == {"a": "x"}


@pytest.mark.parametrize("length", [2000, 100_000])
def test_long_instructions_are_rejected_at_once(length: int) -> None:
    """Many words that could belong to any parameter do not hang the comparison."""
    words = "we go to the shop " * (length // 18)
    assert match_instruction("Draft {a} to {b} to {c} to {d}!", f"Draft {words}") is None


def test_the_name_of_a_target_may_have_parts_that_differ() -> None:
    """{*} stands for any text, and the rest must be the same."""
    assert match_text("Ann, {*}", "Ann, 555-3") is not None
    assert match_text("Ann, {*}", "Mary Ann, 555-3") is None
    assert match_text("{{*}}", "x") is None


def test_a_template_that_no_value_explains_is_not_found() -> None:
    """Texts that differ for another reason than the values have no template."""
    assert common_template(["6 pm", "7 pm"], [{"value1": "6"}, {"value1": "7"}]) == "{value1} pm"
    assert common_template(["18:00", "19:00"], [{"value1": "6"}, {"value1": "7"}]) is None


def test_placeholders_do_not_count_as_fixed_text() -> None:
    """The routine with the most fixed text is the most specific one."""
    assert literal_length("Add {title}") == len("Add ")
