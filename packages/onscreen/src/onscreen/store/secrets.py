"""Placeholders such as {PASSWORD} that keep secret values out of prompts and recordings.

{NAME} replaces the value of the environment variable NAME everywhere except on the device.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Literal, TypeVar, get_origin

import msgspec

from onscreen.store.secret_spellings import compile_spellings, find_truncated
from onscreen.types.errors import UsageError

T = TypeVar("T")

MIN_SECRET_CHARS = 4
"""Minimum length of a secret, in characters.

A shorter value would often match by coincidence, and the unrelated texts that it replaces would reveal the
value.
"""


def read_secrets(
    names: tuple[str, ...], *, environment: Mapping[str, str] | None = None
) -> Mapping[str, str]:
    """Read secrets from environment variables with the given names.

    Raises:
        UsageError: a variable is not set, or its value is too short to be hidden reliably.
    """
    variables = os.environ if environment is None else environment
    for name in names:
        if len(variables.get(name, "")) < MIN_SECRET_CHARS:
            problem = (
                "is not set" if not variables.get(name) else f"is shorter than {MIN_SECRET_CHARS} characters"
            )
            raise UsageError(
                f"the secret {name!r} {problem}; set the environment variable {name} before the run"
            )
    return {name: variables[name] for name in names}


def fill_secrets(text: str, secrets: Mapping[str, str]) -> str:
    """Replace placeholders such as {PASSWORD} in a text with the secret values."""
    for name, value in secrets.items():
        text = text.replace("{" + name + "}", value)
    return text


def hide_secrets(value: T, secrets: Mapping[str, str]) -> T:
    """Replace secret values in all texts of an object with placeholders such as {PASSWORD}.

    `secret_spellings` lists the spellings of a secret that are replaced. Pictures are left unchanged.
    """
    if not secrets:
        return value
    longest_first = sorted(secrets.items(), key=lambda item: len(item[1]), reverse=True)
    redacted: T = _replace(value, tuple(longest_first))
    return redacted


@lru_cache(maxsize=1 << 15)
def _hide_text(text: str, secrets: tuple[tuple[str, str], ...]) -> str:
    """Replace secrets in a text; the result is cached because most texts of a screen stay the same."""
    for name, secret in secrets:
        placeholder = "{" + name + "}"
        text = compile_spellings(secret).sub(placeholder.replace("\\", r"\\"), text)
        for start, end in find_truncated(text, secret):
            text = text[:start] + placeholder + text[end:]
    return text


def _replace(value: T, secrets: tuple[tuple[str, str], ...]) -> T:
    result: object = value
    if isinstance(value, str):
        result = _hide_text(value, secrets)
    elif isinstance(value, tuple):
        result = tuple(_replace(item, secrets) for item in value)
    elif isinstance(value, msgspec.Struct):
        old = {name: getattr(value, name) for name in _text_fields(type(value))}
        new = {name: _replace(item, secrets) for name, item in old.items()}
        changed = {name: item for name, item in new.items() if item != old[name]}
        result = msgspec.structs.replace(value, **changed) if changed else value
    return result  # type: ignore[return-value]  # the same type as `value`, which mypy cannot infer


@cache
def _text_fields(struct: type[msgspec.Struct]) -> tuple[str, ...]:
    """Return the names of the fields that may contain free text, which excludes Literal fields."""
    return tuple(f.name for f in msgspec.structs.fields(struct) if get_origin(f.type) is not Literal)
