"""Options as labels, and answers read back."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.model.option_labels import (
    Choices,
    choices_in,
    forced_choice,
    label_options,
    parse_choice,
    parse_choices,
)
from onscreen.types import FreeText, OneOf, Prompt, Situation, SomeOf
from onscreen.types.errors import BadReply

OPTIONS = st.lists(st.text(max_size=120), min_size=1, max_size=30).map(tuple)
THREE = Choices(("Save", "Delete", "Delete"))


@st.composite
def marked(draw: st.DrawFn) -> Choices:
    """Options with marks or without."""
    options = draw(OPTIONS)
    marks = st.lists(st.integers(1, 999), min_size=len(options), max_size=len(options), unique=True)
    return Choices(options, tuple(draw(st.one_of(st.just([]), marks))))


@given(marked())
def test_every_label_is_read_back_as_its_option(choices: Choices) -> None:
    """Every label is read back as its option, whatever the options say."""
    assert [parse_choice(label, choices) for label in label_options(choices)] == list(
        range(len(choices.options))
    )


@given(marked(), st.sampled_from(["{}", " {} \n", '"{}"', "`{}`", "**{}**"]))
def test_spacing_and_quotes_do_not_count(choices: Choices, shape: str) -> None:
    """Spacing and quotes around a label do not count."""
    label = label_options(choices)[-1]
    assert parse_choice(shape.format(label), choices) == len(choices.options) - 1


@given(st.text(), marked())
def test_any_text_is_an_option_or_a_bad_reply(said: str, choices: Choices) -> None:
    """Whatever a model says is an option or a BadReply, never another error."""
    with contextlib.suppress(BadReply):
        assert 0 <= parse_choice(said, choices) < len(choices.options)


@given(marked())
def test_labels_differ(choices: Choices) -> None:
    """No two labels are the same, also where texts are."""
    assert len(set(label_options(choices))) == len(choices.options)


@given(marked(), st.data())
def test_several_are_read_in_order_with_repeats(choices: Choices, data: st.DataObject) -> None:
    """Several options are read in order with repeats, and no more than allowed."""
    indices = data.draw(st.lists(st.integers(0, len(choices.options) - 1), max_size=8))
    said = [label_options(choices)[index] for index in indices]
    assert parse_choices(said, choices, most=5) == tuple(indices[:5])


def test_a_text_that_is_unique_is_enough() -> None:
    """An option's text alone is understood when no other option has it."""
    assert parse_choice("save", THREE) == 0


def test_a_text_of_several_options_is_refused() -> None:
    """A text that several options share is refused, and their labels are named."""
    with pytest.raises(BadReply, match="2: Delete; 3: Delete"):
        parse_choice("Delete", THREE)


@pytest.mark.parametrize("said", ["3", "0: Save", "4: Delete", "2: Save", "", "Cancel", "9" * 30])
def test_what_is_no_label_is_refused(said: str) -> None:
    """A bare number, a number out of range, or one with another option's text is refused."""
    with pytest.raises(BadReply, match="expected one of"):
        parse_choice(said, THREE)


def test_a_bare_mark_is_understood() -> None:
    """Where options go by their marks on the screen, the mark alone is understood."""
    assert parse_choice("[12]", Choices(("Save", "Delete"), (7, 12))) == 1


def test_a_bare_mark_that_is_also_a_text_is_the_text() -> None:
    """A number that is the text of an option means that option, not the mark."""
    assert parse_choice("12", Choices(("12", "Delete"), (7, 12))) == 0


def test_marks_are_used_when_they_fit() -> None:
    """Labels carry the marks the prompt's data names, unless one is missing or none."""
    form = OneOf(("Save", "Delete"))
    assert label_options(choices_in(Prompt("?", form=form, about=Situation("", targets=(4, 9))))) == (
        "4: Save",
        "9: Delete",
    )
    assert choices_in(Prompt("?", form=form, about=Situation("", targets=(4, 0)))).marks == ()
    assert choices_in(Prompt("?", form=form, about=Situation("", targets=(4,)))).marks == ()


def test_a_choice_of_one_needs_no_model() -> None:
    """A choice that leaves none is made without asking, and one of nothing is refused."""
    assert forced_choice(Prompt("?", form=OneOf(("Save",)))) == (0,)
    assert forced_choice(Prompt("?", form=SomeOf(()))) == ()
    assert forced_choice(Prompt("?", form=SomeOf(("Save",)))) is None
    assert forced_choice(Prompt("?", form=FreeText())) is None
    with pytest.raises(BadReply, match="none to choose from"):
        forced_choice(Prompt("?", form=OneOf(())))
