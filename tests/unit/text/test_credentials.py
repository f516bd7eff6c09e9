"""Credentials in an instruction."""

from __future__ import annotations

import pytest

from onscreen.text.credentials import log_in_steps


@pytest.mark.parametrize(
    ("text", "user", "secret", "field"),
    [
        ("Log in as mira (password kite-2024)", "mira", "kite-2024", "password"),
        ("sign in with the user name bob and the password x7-12", "bob", "x7-12", "password"),
        ('Log in as "Ann Lee", password: "two words".', "Ann Lee", "two words", "password"),
        ("log in with the e-mail address ann@b.example and the PIN 0042", "ann@b.example", "0042", "PIN"),
    ],
)
def test_login_is_split_into_steps_with_quoted_credentials(
    text: str, user: str, secret: str, field: str
) -> None:
    """A clause that gives a user and a password becomes the steps that fill in the form of a login."""
    first, second, last = log_in_steps(text)
    assert first == f'type "{user}" into the user name field'
    assert second == f'type "{secret}" into the {field} field'
    assert last == "press Enter"


@pytest.mark.parametrize(
    "text",
    ["Log in", "Log in as mira", "Change the password to kite-2024", "log in as mira and open Settings"],
)
def test_other_clauses_are_not_logins(text: str) -> None:
    """A clause without a password, or with more than a login, is not split."""
    assert log_in_steps(text) == ()
