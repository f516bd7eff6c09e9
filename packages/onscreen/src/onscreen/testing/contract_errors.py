"""The broken promise: what a contract kit raises, worded for the author of the part."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import msgspec

Value = TypeVar("Value")


def require(kept: object, words: str) -> None:
    """Check one promise of a port.

    Raises:
        AssertionError: it is not kept; the message is `words`.
    """
    if not kept:
        raise AssertionError(words)


@contextmanager
def expect_error(*errors: type[Exception], when: str) -> Iterator[list[Exception]]:
    """Check that the block raises one of the errors, with a message; the list then holds it.

    Raises:
        AssertionError: nothing was raised, or the error says nothing.
    """
    caught: list[Exception] = []
    try:
        yield caught
    except errors as error:
        caught.append(error)
    names = " or ".join(e.__name__ for e in errors)
    require(caught, f"{when} must raise {names}; nothing was raised")
    require(str(caught[0]), f"{when} must raise {names} with a message; the message is empty")


def json_round_trip(value: Value) -> Value:
    """Return the value after it was written as JSON and read back."""
    return msgspec.json.decode(msgspec.json.encode(value), type=type(value))
