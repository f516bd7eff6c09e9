"""Fields of a login form: the password field and the user name field before it."""

from __future__ import annotations

from itertools import pairwise

from onscreen.perceive.element_queries import text_fields
from onscreen.types import Element, Screen

USER_FIELD = "user name field"
"""Words for the field of a login form that takes the name of the user, whatever its label."""
SECRET_FIELDS = frozenset(
    f"{name} field" for name in ("password", "passphrase", "passcode", "pin", "code", "secret")
)
"""Words for the field of a login form that takes the password."""
LOGIN_FIELDS = frozenset((USER_FIELD, *SECRET_FIELDS))
"""Words for fields that no other field may stand in for."""


def find_login_field(phrase: str, screen: Screen) -> Element | None:
    """Find the field of a login form by one of the phrases in LOGIN_FIELDS.

    Returns None for another phrase, or if the screen has no password field.
    """
    if phrase.casefold() not in LOGIN_FIELDS:
        return None
    fields = text_fields(screen)
    if phrase.casefold() in SECRET_FIELDS:
        return next((field for field in fields if field.has("password")), None)
    pairs = (before for before, field in pairwise(fields) if field.has("password"))
    return next((field for field in pairs if not field.has("password")), None)
