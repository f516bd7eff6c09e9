"""Secrets stay out of what is stored."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from onscreen.store.secrets import fill_secrets, hide_secrets, read_secrets
from onscreen.types import Click, Decision, Outcome, Point, Type
from onscreen.types.errors import UsageError

SECRETS = {"PASSWORD": "p&ss wörd"}


def test_a_secret_is_hidden_however_deep_it_stands() -> None:
    """No text of a value shows a secret."""
    decision = Decision(Type("my p&ss wörd!"), notes=("p&ss wörd",))
    assert hide_secrets(decision, SECRETS) == Decision(Type("my {PASSWORD}!"), notes=("{PASSWORD}",))


def test_a_secret_in_an_address_is_hidden_too() -> None:
    """A form that sends its fields in the address does not give a secret away."""
    said = Outcome("https://x.example/?a=p%26ss%20w%C3%B6rd&b=p%26ss+w%C3%B6rd")
    assert hide_secrets(said, SECRETS) == Outcome("https://x.example/?a={PASSWORD}&b={PASSWORD}")


def test_words_with_a_fixed_meaning_are_left_alone() -> None:
    """A secret that happens to be a word of an action does not break the stored action."""
    click = Click(Point(1, 2), button="right", modifiers=("Shift",))
    assert hide_secrets(click, {"WORD": "right"}) == click


def test_what_is_hidden_can_be_filled_in_again() -> None:
    """The placeholder an episode holds is the one the device fills."""
    assert (
        fill_secrets(hide_secrets("use p&ss wörd twice: p&ss wörd", SECRETS), SECRETS)
        == "use p&ss wörd twice: p&ss wörd"
    )


@pytest.mark.parametrize(("environment", "said"), [({}, "is not set"), ({"PIN": "12"}, "is shorter than 4")])
def test_a_secret_that_cannot_be_kept_is_refused_before_the_run(
    environment: Mapping[str, str], said: str
) -> None:
    """A secret that is missing, or so short that it stands everywhere, is said at once."""
    with pytest.raises(UsageError, match=said):
        read_secrets(("PIN",), environment=environment)


def test_without_secrets_nothing_is_touched() -> None:
    """A run without secrets costs nothing."""
    decision = Decision(Type("x"))
    assert hide_secrets(decision, {}) is decision
