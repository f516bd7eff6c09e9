"""Secrets: {NAME} stands for the value of an environment variable everywhere but in the device."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeVar, get_origin
from urllib.parse import quote, quote_plus

import msgspec

from onscreen.types.errors import UsageError

T = TypeVar("T")

MIN_SECRET_CHARS = 4
"""A shorter value would be found by chance all over a page, and hiding it would say what it is."""


def read_secrets(
    names: tuple[str, ...], *, environment: Mapping[str, str] | None = None
) -> Mapping[str, str]:
    """Return name -> value of these environment variables.

    Raises:
        UsageError: one is not set, or too short to be kept out of an episode.
    """
    known = os.environ if environment is None else environment
    for name in names:
        if len(known.get(name, "")) < MIN_SECRET_CHARS:
            found = "is not set" if not known.get(name) else f"is shorter than {MIN_SECRET_CHARS} characters"
            raise UsageError(
                f"the secret {name!r} {found}; set the environment variable {name} before the run"
            )
    return {name: known[name] for name in names}


def fill_secrets(text: str, secrets: Mapping[str, str]) -> str:
    """Return the text with each {NAME} of a secret replaced by its value."""
    for name, value in secrets.items():
        text = text.replace("{" + name + "}", value)
    return text


def hide_secrets(value: T, secrets: Mapping[str, str]) -> T:
    """Return the value with each secret in any text of it replaced by {NAME}, also as written in addresses.

    Pictures are left as they are.
    """
    spellings = {
        written: "{" + name + "}"
        for name, secret in secrets.items()
        for written in (secret, quote(secret, safe=""), quote(secret), quote_plus(secret))
    }
    if not spellings:
        return value
    longest_first = sorted(spellings, key=len, reverse=True)
    pattern = re.compile("|".join(re.escape(written) for written in longest_first))
    hidden: T = _replace(value, pattern=pattern, spellings=spellings)
    return hidden


def _replace(value: T, *, pattern: re.Pattern[str], spellings: Mapping[str, str]) -> T:
    found: object = value
    if isinstance(value, str):
        found = pattern.sub(lambda match: spellings[match.group()], value)
    elif isinstance(value, tuple):
        found = tuple(_replace(item, pattern=pattern, spellings=spellings) for item in value)
    elif isinstance(value, msgspec.Struct):
        old = {name: getattr(value, name) for name in _text_fields(type(value))}
        new = {name: _replace(item, pattern=pattern, spellings=spellings) for name, item in old.items()}
        changed = {name: item for name, item in new.items() if item != old[name]}
        found = msgspec.structs.replace(value, **changed) if changed else value
    return found  # type: ignore[return-value]  # the same type as came in, which mypy cannot see


@cache
def _text_fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """Name the fields that may hold free text: not those of few fixed words."""
    return tuple(f.name for f in msgspec.structs.fields(kind) if get_origin(f.type) is not Literal)
