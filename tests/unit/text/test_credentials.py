"""Credentials in an instruction."""

from __future__ import annotations

import pytest

from onscreen.text.credentials import log_in_steps, split_login


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
    first, second, *others = log_in_steps(text)
    assert first == f'type "{user}" into the user name field'
    assert second == f'type "{secret}" into the {field} field'
    assert others == ["press Enter", "wait 1 second"]


@pytest.mark.parametrize(
    "text",
    ["Log in", "Log in as mira", "Change the password to kite-2024", "log in as mira and open Settings"],
)
def test_other_clauses_are_not_logins(text: str) -> None:
    """A clause without a password, or with more than a login, is not split."""
    assert log_in_steps(text) == ()


@pytest.mark.parametrize("rest", ["Paula Reis has a new phone number.", 'Replace it by "x".', "How many?"])
@pytest.mark.parametrize("joint", [". ", ", then ", " and "])
def test_leading_login_is_split_from_any_request(joint: str, rest: str) -> None:
    """The request after a login is separate, whatever word it begins with."""
    assert split_login(f"Log in as mira (password kite-2024){joint}{rest}") == (
        "Log in as mira (password kite-2024)",
        rest,
    )


@pytest.mark.parametrize(
    "text", ["Log in as mira (password kite-2024).", "Open Mail and log in", "Log in, then go"]
)
def test_instruction_without_login_and_request_is_not_split(text: str) -> None:
    """A login alone, and an instruction that begins with something else, stay whole."""
    assert split_login(text) == ("", text)
