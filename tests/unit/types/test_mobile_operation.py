"""The strict grammar of Mobile-Agent's operations."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.types import Back, Done, Home, Open, Scroll, Type
from onscreen.types.errors import BadText
from onscreen.types.mobile_operation import ClickIcon, ClickText, MobileOperation, parse_operation


@pytest.mark.parametrize(
    ("line", "operation"),
    [
        ("open app (Google Maps)", Open("Google Maps")),
        ("click text (Settings)", ClickText("Settings")),
        ("Click text(Sign in (guest))", ClickText("Sign in (guest)")),
        (
            "click icon (red heart, outlined, bottom right)",
            ClickIcon("red heart, outlined", ("bottom", "right")),
        ),
        ("click icon (gear, top-left)", ClickIcon("gear", ("top", "left"))),
        ("click icon (gear, center)", ClickIcon("gear", ("center",))),
        ("type (bus stop)", Type("bus stop")),
        ("type (stop)", Type("stop")),
        ("type ()", Type("")),
        ('type ("a :) and\\nb")', Type("a :) and\nb")),
        ('type (say "hi" to "Bo")', Type('say "hi" to "Bo"')),
        ("page up", Scroll("up")),
        ("page down", Scroll("down")),
        (" back ", Back()),
        ("exit", Home()),
        ("stop", Done()),
        ("STOP (42)", Done("42")),
    ],
)
def test_each_form_is_parsed(line: str, operation: MobileOperation) -> None:
    """Each form of the grammar gives its operation, and a text to type is never taken for an operation."""
    assert parse_operation(line) == operation


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("tap Settings", "no operation starts with 'tap Settings'; expected one of:\n  open app (NAME)"),
        ("", "no operation starts with ''"),
        ("stopwatch", "no operation starts with 'stopwatch'"),
        ("click text", "'click text' has no argument; expected click text (TEXT)"),
        ("click text ( )", "'click text' has no argument"),
        ("click text Settings", "one argument in parentheses"),
        ("click text (A); click text (B)", "one argument in parentheses"),
        ("click text (A)\nback", "one argument in parentheses"),
        ("type (a\nb)", "several lines in double quotes"),
        ("type (:))", "in double quotes"),
        ("type", "'type' has no argument"),
        ("click icon (gear)", "a comma and one or two of"),
        ("click icon (gear, upper left)", "a comma and one or two of"),
        ("click icon (gear, top bottom)", "a comma and one or two of"),
        ("click icon (, top)", "a comma and one or two of"),
        ("back (2)", "'back' takes no argument, found '2'"),
        ("page down twice", "one argument in parentheses"),
    ],
)
def test_anything_else_is_an_error(line: str, expected: str) -> None:
    """A line that is not exactly one operation is rejected with a message that states the form."""
    with pytest.raises(BadText) as caught:
        parse_operation(line)
    assert expected in str(caught.value)


@given(st.text())
def test_no_text_breaks_the_parser(line: str) -> None:
    """Any text is either an operation or BadText."""
    with suppress(BadText):
        parse_operation(line)
