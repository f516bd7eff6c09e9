"""Secrets are not stored."""

from __future__ import annotations

from collections.abc import Mapping

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
