"""Labels for options, and parsing of answers."""

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
from onscreen.types import FreeText, OneOf, Prompt, SomeOf
from onscreen.types.errors import BadReply

OPTIONS = st.lists(st.text(max_size=120), min_size=1, max_size=30).map(tuple)
THREE = Choices(("Save", "Delete", "Delete"))


@st.composite
def make_choices(draw: st.DrawFn) -> Choices:
    """Return options with or without marks."""
    options = draw(OPTIONS)
    marks = st.lists(st.integers(1, 999), min_size=len(options), max_size=len(options), unique=True)
    return Choices(options, tuple(draw(st.one_of(st.just([]), marks))))


@given(make_choices())
def test_every_label_is_parsed_as_its_option(choices: Choices) -> None:
    """Every label is parsed as its option, whatever the texts of the options."""
    assert [parse_choice(label, choices) for label in label_options(choices)] == list(
        range(len(choices.options))
    )


@given(make_choices(), st.sampled_from(["{}", " {} \n", '"{}"', "`{}`", "**{}**"]))
def test_whitespace_and_quotes_are_ignored(choices: Choices, shape: str) -> None:
    """Whitespace and quotes around a label are ignored."""
    label = label_options(choices)[-1]
    assert parse_choice(shape.format(label), choices) == len(choices.options) - 1


@given(st.text(), make_choices())
def test_any_text_is_an_option_or_a_bad_reply(answer: str, choices: Choices) -> None:
    """Any text is parsed as an option or raises BadReply, never another error."""
    with contextlib.suppress(BadReply):
        assert 0 <= parse_choice(answer, choices) < len(choices.options)


@given(make_choices())
def test_labels_are_distinct(choices: Choices) -> None:
    """Labels are distinct even if the texts are equal."""
    assert len(set(label_options(choices))) == len(choices.options)


@given(make_choices(), st.data())
def test_several_options_are_parsed_in_order_with_repeats(choices: Choices, data: st.DataObject) -> None:
    """Several options are parsed in order with repeats, up to the limit."""
    indices = data.draw(st.lists(st.integers(0, len(choices.options) - 1), max_size=8))
    answers = [label_options(choices)[index] for index in indices]
    assert parse_choices(answers, choices, limit=5) == tuple(indices[:5])


def test_unique_text_identifies_an_option() -> None:
    """An option's text alone is accepted if no other option has it."""
    assert parse_choice("save", THREE) == 0


def test_ambiguous_text_is_rejected() -> None:
    """A text shared by several options is rejected, and the error lists their labels."""
    with pytest.raises(BadReply, match="2: Delete; 3: Delete"):
        parse_choice("Delete", THREE)


@pytest.mark.parametrize("answer", ["3", "0: Save", "4: Delete", "2: Save", "", "Cancel", "9" * 30])
def test_invalid_labels_are_rejected(answer: str) -> None:
    """A bare number, a number out of range, or a number with another option's text is rejected."""
    with pytest.raises(BadReply, match="expected one of"):
        parse_choice(answer, THREE)


def test_bare_mark_is_accepted() -> None:
    """If options are labeled by their marks, the mark alone is accepted."""
    assert parse_choice("[12]", Choices(("Save", "Delete"), (7, 12))) == 1


def test_text_takes_precedence_over_mark() -> None:
    """A number that equals an option's text selects that option, not the mark."""
    assert parse_choice("12", Choices(("12", "Delete"), (7, 12))) == 0


def test_marks_are_used_if_complete() -> None:
    """Labels use the marks of the form, unless a mark is missing."""
    options = ("Save", "Delete")
    assert label_options(choices_in(Prompt("?", form=SomeOf(options, marks=(4, 9))))) == (
        "4: Save",
        "9: Delete",
    )
    assert choices_in(Prompt("?", form=SomeOf(options, marks=(4, 0)))).marks == ()
    assert choices_in(Prompt("?", form=SomeOf(options, marks=(4,)))).marks == ()


def test_only_option_is_chosen_without_model() -> None:
    """A choice with one possible answer is made without the model; OneOf without options is rejected."""
    assert forced_choice(Prompt("?", form=OneOf(("Save",)))) == (0,)
    assert forced_choice(Prompt("?", form=SomeOf(()))) == ()
    assert forced_choice(Prompt("?", form=SomeOf(("Save",)))) is None
    assert forced_choice(Prompt("?", form=FreeText())) is None
    with pytest.raises(BadReply, match="has no options"):
        forced_choice(Prompt("?", form=OneOf(())))
