"""Fields of a login form among other fields."""

from __future__ import annotations

import pytest

from onscreen.perceive.login_fields import find_login_field
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.lexical.clause import parse_clause
from onscreen.policy.lexical.form_input import find_field
from onscreen.testing.text_screens import shot_from_lines

PAGE = (
    "textbox Number [clickable editable]",
    "textbox Name [clickable editable]",
    "textbox Secret [clickable editable password]",
    "button Enter [clickable]",
)


@pytest.mark.parametrize(("phrase", "name"), [("user name field", "Name"), ("PIN field", "Secret")])
def test_login_fields_are_found_whatever_their_labels(phrase: str, name: str) -> None:
    """The password field is found by its type, and the user's field as the one before it."""
    field = find_login_field(phrase, build_screen(shot_from_lines(*PAGE)))
    assert field is not None
    assert field.name == name


@pytest.mark.parametrize("phrase", ["user name field", "password field"])
def test_page_without_password_field_has_no_login_fields(phrase: str) -> None:
    """A password is never typed into a search field because a page has no field for it."""
    screen = build_screen(shot_from_lines(PAGE[0], PAGE[3]))
    assert find_login_field(phrase, screen) is None
    assert find_field(parse_clause(f'type "kite-2024" into the {phrase}'), screen) is None
