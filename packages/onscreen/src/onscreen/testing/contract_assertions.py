"""Assertions for contract tests, with messages for the author of the tested implementation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import msgspec

Value = TypeVar("Value")


def require(condition: object, message: str) -> None:
    """Assert that a condition holds, with a message for the failing case.

    Raises:
        AssertionError: the condition is false; the message is `message`.
    """
    if not condition:
        raise AssertionError(message)


@contextmanager
def expect_error(*errors: type[Exception], when: str) -> Iterator[list[Exception]]:
    """Assert that the enclosed block raises one of the given errors with a message.

    Yields a list that holds the error afterwards.

    Raises:
        AssertionError: nothing was raised, or the error has no message.
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
    """Encode a value as JSON and decode it again."""
    return msgspec.json.decode(msgspec.json.encode(value), type=type(value))
