"""Secrets are not stored."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Callable, Mapping
from urllib.parse import quote, quote_plus

import pytest

from onscreen.store.secrets import fill_secrets, hide_secrets, read_secrets
from onscreen.types import Click, Decision, Outcome, Point, Type
from onscreen.types.errors import UsageError

SECRETS = {"PASSWORD": "p&ss wörd"}


def test_secret_is_hidden_at_any_depth() -> None:
    """No text of a nested value contains a secret."""
    decision = Decision(Type("my p&ss wörd!"), notes=("p&ss wörd",))
    assert hide_secrets(decision, SECRETS) == Decision(Type("my {PASSWORD}!"), notes=("{PASSWORD}",))


def test_url_encoded_secret_is_hidden() -> None:
    """A form that sends its fields in the URL does not expose a secret."""
    outcome = Outcome("https://x.example/?a=p%26ss%20w%C3%B6rd&b=p%26ss+w%C3%B6rd")
    assert hide_secrets(outcome, SECRETS) == Outcome("https://x.example/?a={PASSWORD}&b={PASSWORD}")


@pytest.mark.parametrize(
    "secret", ["p&ss wörd/'\"\\x", "Tr0ub4dor&3", "hunter22", "pässwort😀", "tok_ABC+/=="]
)
@pytest.mark.parametrize(
    "echo",
    [
        lambda secret: quote(secret, safe=""),
        lambda secret: quote(secret, safe="").lower(),
        lambda secret: quote(quote(secret, safe=""), safe=""),
        quote_plus,
        str.upper,
        str.swapcase,
        lambda secret: secret[::-1],
        repr,
        lambda secret: repr(f"'\"{secret}"),
        json.dumps,
        lambda secret: json.dumps(json.dumps(secret)),
        html.escape,
        lambda secret: secret.encode().hex(),
        lambda secret: secret.encode().hex(" ").upper(),
        lambda secret: base64.b64encode(secret.encode()).decode(),
        lambda secret: base64.b64encode(f"user:{secret}".encode()).decode(),
        lambda secret: base64.urlsafe_b64encode(f"u:{secret}zz".encode()).decode(),
        lambda secret: base64.b64encode(f"us:{secret}".encode()).decode(),
        lambda secret: " ".join(f"  {secret}".split()),
        lambda secret: secret.replace(" ", " \n\t"),
    ],
)
def test_encoded_secret_is_hidden(secret: str, echo: Callable[[str], str]) -> None:
    """A secret that is echoed encoded, quoted, reversed or in other letters or spaces is hidden."""
    assert "{PASSWORD}" in hide_secrets(f"before {echo(secret)} after", {"PASSWORD": secret})


@pytest.mark.parametrize(
    "text",
    ["the field now reads 'Tr0ub4do…'", "a dialog: Tr0ub…; next", f"{'x' * 90} Tr0ub4", f"{'x' * 90} 'Tr0u'"],
)
def test_truncated_secret_is_hidden(text: str) -> None:
    """The start of a secret at the end of a truncated text is hidden."""
    hidden = hide_secrets(text, {"PASSWORD": "Tr0ub4dor&3"})
    assert "{PASSWORD}" in hidden
    assert "Tr0u" not in hidden


@pytest.mark.parametrize("text", ["Trouble", "Tr0…", "Tr0ub is the start", "a hunter has 22 dogs"])
def test_other_text_is_unchanged(text: str) -> None:
    """A text that only resembles a secret is left unchanged."""
    assert hide_secrets(text, {"A": "Tr0ub4dor&3", "B": "hunter22"}) == text


def test_long_secret_is_hidden() -> None:
    """A secret of 10,000 characters is hidden."""
    secret = "abcdefghij" * 1000
    assert hide_secrets(f"key: {secret}!", {"KEY": secret}) == "key: {KEY}!"


def test_literal_fields_are_not_replaced() -> None:
    """A secret that equals a keyword of an action does not break the stored action."""
    click = Click(Point(1, 2), button="right", modifiers=("Shift",))
    assert hide_secrets(click, {"WORD": "right"}) == click


def test_hidden_secret_can_be_filled_in() -> None:
    """The placeholder in an episode is the one that is filled in for the device."""
    assert (
        fill_secrets(hide_secrets("use p&ss wörd twice: p&ss wörd", SECRETS), SECRETS)
        == "use p&ss wörd twice: p&ss wörd"
    )


@pytest.mark.parametrize(
    ("environment", "message"), [({}, "is not set"), ({"PIN": "12"}, "is shorter than 4")]
)
def test_unusable_secret_is_rejected_before_the_run(environment: Mapping[str, str], message: str) -> None:
    """A secret that is not set or too short is reported at once."""
    with pytest.raises(UsageError, match=message):
        read_secrets(("PIN",), environment=environment)


def test_without_secrets_the_value_is_unchanged() -> None:
    """Without secrets the value itself is returned."""
    decision = Decision(Type("x"))
    assert hide_secrets(decision, {}) is decision
